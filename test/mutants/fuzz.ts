import type { Mutant } from "./mutants.ts"

const tests: Mutant["tests"] = [
  ["test/fuzz/fuzz.test.ts", "are answered by their contract without 5xx, by one process; refused calls change no row"]
]

/** Rules of what is taken and what is not, each as few requests of any kind find it broken. */
export const fuzz: ReadonlyArray<Mutant> = [
  {
    rule: "accepts any text as an e-mail address",
    edits: [{ in: "Email", from: "isText(address) && isAddress(address)", to: "isText(address)" }],
    tests
  },
  {
    rule: "rejects a valid currency",
    edits: [{ in: "codesByDigits", from: '[4, "CLF UYW"]', to: '[4, "UYW"]' }],
    tests
  },
  {
    rule: "logs paths with their query strings",
    edits: [
      {
        in: "ErrorEnvelopeLayer",
        from: 'Effect.logDebug("Request", { method: request.method,',
        to: 'Effect.logDebug("Request", { method: request.method, url: request.url,'
      }
    ],
    tests
  },
  {
    rule: "repeats the rejected value in a validation issue",
    edits: [
      {
        in: "leaf",
        from: "new SchemaIssue.InvalidValue({ message: options.message })",
        to: "new SchemaIssue.InvalidValue({ message: `${options.message}: ${String(value)}` })"
      }
    ],
    tests
  },
  {
    rule: "accepts a body of any content type",
    edits: [{ in: "isOf", from: 'type.test(headers["content-type"] ?? "") && ', to: "" }],
    tests
  },
  {
    rule: "rejects an order after it was stored",
    edits: [
      {
        in: "readWith",
        from: "unreadable: unreadablePhone(body, phone),\n    rules: orderRules,",
        to: "unreadable: [],\n    rules: () => [],"
      },
      { in: "readOrder.ts unreadablePhone", from: "const unreadablePhone =", to: "export const unreadablePhone =" },
      { in: "orderRules", from: "const orderRules =", to: "export const orderRules =" },
      { in: "readOrder.ts phoneOf", from: "const phoneOf =", to: "export const phoneOf =" },
      {
        in: "Orders.ts build",
        from: "= yield* orders.place(call, yield* PrefetchedRows)",
        to: `= yield* orders.place(call)
        const issues = [...unreadablePhone(body, phoneOf(body, default_country)), ...orderRules(body)]
        if (issues.length > 0) return yield* new ValidationFailed({ issues })`
      },
      {
        in: "http/account/Orders.ts",
        from: 'import { makeId } from "../../domain/values/Id.ts"',
        to: `import { makeId } from "../../domain/values/Id.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"`
      },
      {
        in: "http/account/Orders.ts",
        from: "import { readOrder }",
        to: "import { unreadablePhone, orderRules, phoneOf, readOrder }"
      }
    ],
    tests
  },
  {
    rule: "dies in a handler on one day",
    edits: [
      {
        in: "Orders.ts build",
        from: "        const body = yield* readJson(request, bodyLimit)\n",
        to: `        const body = yield* readJson(request, bodyLimit)
        if (String(body["order_date"]).startsWith("2024-02-29")) return yield* Effect.die(new Error("No such day"))\n`
      }
    ],
    tests
  },
  {
    rule: "ends the process by an unhandled rejection",
    edits: [
      {
        in: "Orders.ts build",
        from: "        const body = yield* readJson(request, bodyLimit)\n",
        to: `        const body = yield* readJson(request, bodyLimit)
        if (String(body["order_date"]).startsWith("2024-02-29")) void Promise.reject(new Error("No such day"))\n`
      }
    ],
    tests
  },
  {
    rule: "delays a response by 400 ms on one day",
    timed: true,
    edits: [
      {
        in: "Orders.ts build",
        from: "        const body = yield* readJson(request, bodyLimit)\n",
        to: `        const body = yield* readJson(request, bodyLimit)
        if (String(body["order_date"]).startsWith("2024-02-29")) yield* Effect.sleep("400 millis")\n`
      }
    ],
    tests
  },
  {
    rule: "accepts a text one character too long",
    edits: [{ in: "Text.ts text", from: "fits(value, max)", to: "fits(value, max + 1)" }],
    tests
  },
  {
    rule: "rejects the cursor of the last page",
    edits: [{ in: "queryInteger", from: "\\d{0,9}", to: "\\d{0,5}" }],
    tests
  },
  {
    rule: "reports an issue with members beside its field",
    edits: [
      {
        in: "ValidationIssue.ts fieldOf",
        from: 'keys.map(String).join(".")',
        to: 'keys.slice(0, 2).map(String).join(".")'
      }
    ],
    tests
  },
  {
    rule: "rejects ids of some contacts as malformed",
    edits: [{ in: "Contacts.ts idForm", from: "[0-9a-z]{26}", to: "[0-8a-z]{26}" }],
    tests
  }
]
