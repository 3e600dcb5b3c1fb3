import type { Mutant } from "./mutants.ts"

const tests: Mutant["tests"] = [["test/fuzz/fuzz.test.ts", "are answered as the contracts say"]]

/** Rules of what is taken and what is not, each as few requests of any kind find it broken. */
export const fuzz: ReadonlyArray<Mutant> = [
  {
    rule: "any text for an e-mail address",
    edits: [{ file: "domain/Email.ts", from: "isText(address) && isAddress(address)", to: "isText(address)" }],
    tests
  },
  {
    rule: "a currency that is refused",
    edits: [{ file: "domain/Currency.ts", from: '[4, "CLF UYW"]', to: '[4, "UYW"]' }],
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
    edits: [{ file: "http/Body.ts", from: 'type.test(headers["content-type"] ?? "") && ', to: "" }],
    tests
  },
  {
    rule: "an order refused after it was placed",
    edits: [
      { file: "domain/readOrder.ts", from: "(raw) => orderRules(raw, phone)", to: "() => []" },
      { file: "domain/readOrder.ts", from: "const orderRules =", to: "export const orderRules =" },
      { file: "domain/readOrder.ts", from: "const phoneOf =", to: "export const phoneOf =" },
      {
        file: "http/Orders.ts",
        from: "= yield* orders.place(call, yield* Seen)",
        to: `= yield* orders.place(call, yield* Seen)
        const faults = orderRules(body, phoneOf(body, default_country))
        if (faults.length > 0) return yield* new ValidationFailed({ faults })`
      },
      {
        file: "http/Orders.ts",
        from: 'import { makeId } from "../domain/Id.ts"',
        to: `import { makeId } from "../domain/Id.ts"
import { ValidationFailed } from "../domain/Fault.ts"`
      },
      {
        file: "http/Orders.ts",
        from: "import { readOrder }",
        to: "import { orderRules, phoneOf, readOrder }"
      }
    ],
    tests
  }
]
