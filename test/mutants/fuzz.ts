import type { Mutant } from "./mutants.ts"

const tests: Mutant["tests"] = [["test/fuzz/fuzz.test.ts", "are answered as the contracts say"]]

/** Rules of what is taken and what is not, each as few requests of any kind find it broken. */
export const fuzz: ReadonlyArray<Mutant> = [
  {
    rule: "an e-mail address without a domain taken",
    edits: [{ file: "domain/Email.ts", from: "    labels.length > 1 &&\n", to: "" }],
    tests
  },
  {
    rule: "an e-mail address with a long name refused",
    edits: [{ file: "domain/Email.ts", from: "\\u007f]{1,64}$/", to: "\\u007f]{1,12}$/" }],
    tests
  },
  {
    rule: "NUL in a text, which no database keeps",
    edits: [
      {
        file: "domain/Json.ts",
        from: 'text.isWellFormed() && !text.includes("\\0")',
        to: "text.isWellFormed()"
      }
    ],
    tests
  },
  {
    rule: "paths with their queries in the log",
    edits: [
      {
        file: "http/Envelope.ts",
        from: 'Effect.logDebug("Request", { method: request.method,',
        to: 'Effect.logDebug("Request", { method: request.method, url: request.url,'
      }
    ],
    tests
  },
  {
    rule: "a value that is repeated by the fault it has",
    edits: [
      {
        file: "domain/Leaf.ts",
        from: "new SchemaIssue.InvalidValue({ message: options.message })",
        to: "new SchemaIssue.InvalidValue({ message: `${options.message}: ${String(value)}` })"
      }
    ],
    tests
  },
  {
    rule: "a body of any type",
    edits: [{ file: "http/Body.ts", from: '!type.test(request.headers["content-type"] ?? "") || ', to: "" }],
    tests
  },
  {
    rule: "an order refused after it was placed",
    edits: [
      { file: "http/Orders.ts", from: "(raw) => orderRules(raw, default_country)", to: "() => []" },
      {
        file: "http/Orders.ts",
        from: "= yield* orders.place(call)",
        to: `= yield* orders.place(call)
        const faults = orderRules(body, default_country)
        if (faults.length > 0) return yield* new ValidationFailed({ faults })`
      },
      {
        file: "http/Orders.ts",
        from: 'import { makeId } from "../domain/Id.ts"',
        to: 'import { makeId } from "../domain/Id.ts"\nimport { ValidationFailed } from "../domain/Fault.ts"'
      }
    ],
    tests
  }
]
