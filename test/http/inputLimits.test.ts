import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"

const list = (piece: string, count: number) => `[${Array.from({ length: count }, () => piece).join(",")}]`
const object = (value: string, count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"m${at}":${value}`).join(",")}}`

/** JSON text of a body with one more member, given as JSON text. */
const withMember = (members: object, name: string, text: string) =>
  `${JSON.stringify(members).slice(0, -1)},${JSON.stringify(name)}:${text}}`

const scopes = ["orders_write", "contacts_write", "events_write"] as const

onEitherOverSocket("lists and objects in requests", (it) => {
  it.effect("are limited to the length in their schema, and refused with one issue beyond it", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount({ scopes })
      const event = { event_type: "looked", email: "ada@example.com" }
      const limits: ReadonlyArray<readonly [path: string, base: object, field: string, at: string, beyond: string]> = [
        ["/orders/placed", orderBody(), "line_items", list("{}", 10_000), list("1", 10_001)],
        ["/orders/placed", orderBody(), "discounts", list("{}", 1_000), list("1", 1_001)],
        ["/orders/placed", orderBody(), "tax_lines", list("{}", 1_000), list("1", 1_001)],
        ["/contacts", { email: "b@example.com" }, "tags", list('"a"', 500), list("1", 501)],
        ["/contacts", { email: "c@example.com" }, "custom_fields", object("1", 500), object("[]", 501)],
        ["/events", event, "event_data", object("1", 1_000), object("1", 1_001)]
      ]
      for (const [path, base, field, at, beyond] of limits) {
        const refused = yield* post(`${origin}/v1${path}`, token, withMember(base, field, beyond))
        assert.deepStrictEqual([refused.status, refused.json.error.details.length], [422, 1], field)
        assert.strictEqual(refused.json.error.details[0].field, field)
        assert.match(refused.json.error.details[0].message, /^Must have at most [\d]+ (?:elements|members)$/)
        assert.isBelow((yield* post(`${origin}/v1${path}`, token, withMember(base, field, at))).status, 300, field)
      }
    })
  )

  // `test/laws/inputLimits.test.ts` counts the steps.
  it.effect("are refused with 422 at any size that a body may have", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount({ scopes })
      const ones = list("1", 80_000)
      for (const [path, text] of [
        ["/orders/placed", withMember(orderBody(), "line_items", ones)],
        ["/orders/placed", withMember(orderBody(), "tax_lines", ones)],
        ["/orders/placed", withMember(orderBody(), "line_items", list('{"sku":1,"title":1}', 10_000))],
        ["/contacts", withMember({ email: "d@example.com" }, "tags", ones)],
        ["/contacts", withMember({ email: "d@example.com" }, "custom_fields", object("[]", 15_000))]
      ] as const) {
        assert.strictEqual((yield* post(`${origin}/v1${path}`, token, text)).status, 422, text.slice(0, 150))
      }
    })
  )

  it.effect("have their first hundred issues reported, with a note that there are more", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount({ scopes })
      const wrong = (count: number) => withMember(orderBody(), "line_items", list('{"sku":1}', count))
      const { error } = (yield* post(`${origin}/v1/orders/placed`, token, wrong(100))).json
      assert.deepStrictEqual([error.message, error.details.length], ["The request has 100 problems", 100])
      const more = (yield* post(`${origin}/v1/orders/placed`, token, wrong(101))).json.error
      assert.strictEqual(more.message, "The request has more than 100 problems; the first 100 are listed")
      assert.deepStrictEqual(more.details, error.details)
      const key = "k".repeat(100_000)
      const long = withMember({ email: "e@example.com" }, "custom_fields", `{"${key}":[]}`)
      const [{ field }] = (yield* post(`${origin}/v1/contacts`, token, long)).json.error.details
      assert.strictEqual(field, `custom_fields.${key}`.slice(0, 500))
    })
  )

  it.effect("of a flow are limited to 100 steps and 1,000 conditions, at any depth", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("flooder")
      const exit = { id: "a", type: "exit" }
      const conditions = Array.from({ length: 20 }, () => Array.from({ length: 20 }, () => ({ field: "a", op: "eq" })))
      const split = (then: ReadonlyArray<unknown>, one: ReadonlyArray<unknown> = []) => ({
        id: "s",
        type: "split",
        if: one,
        then,
        else: []
      })
      const nested = Array.from({ length: 20 }).reduce<ReadonlyArray<unknown>>(
        (inner) => [split(inner), ...Array.from({ length: 2_000 }, () => 1)],
        [exit]
      )
      const save = (members: object) =>
        call("POST", `/accounts/${account}/flows`, {
          name: "Flood",
          definition: {
            trigger: { type: "order_placed" },
            filters: [],
            entry: { type: "always" },
            exit: { on_purchase: false },
            steps: [exit],
            ...members
          }
        })
      for (const [members, field, message] of [
        [{ steps: Array.from({ length: 101 }, () => 1) }, "steps", "Must have at most 100 steps"],
        [{ steps: nested }, "steps", "Must have at most 100 steps"],
        [{ steps: [1, 2, 3].map(() => split([], conditions)) }, "steps", /^Must have at most 1000 conditions/],
        [{ filters: Array.from({ length: 1_001 }, () => []) }, "filters", /^Must have at most 1000 conditions/],
        [{ filters: [Array.from({ length: 100_000 }, () => 1)] }, "filters", /^Must have at most 1000 conditions/]
      ] as const) {
        const answer = yield* save(members)
        assert.strictEqual(answer.status, 422)
        const [issue, ...others] = answer.json.error.details
        assert.deepStrictEqual([issue.field, others], [`definition.${field}`, []])
        assert.match(issue.message, new RegExp(message))
      }
    })
  )

  it.effect("of conditions are limited to 1,000 values in all groups of a segment", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount({ scopes: ["segments_write"] })
      const numbers = Array.from({ length: 100 }, (_, at) => at)
      const segment = (groups: number) => ({
        name: "Sizes",
        conditions: Array.from({ length: groups }, () => [
          { field: "contact.custom_fields.size", op: "in", value: numbers }
        ])
      })
      const refused = yield* post(`${origin}/v1/segments`, token, segment(20))
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(refused.json.error.details, [
        { field: "conditions", message: "Must compare with at most 1000 values in all" }
      ])
      assert.strictEqual((yield* post(`${origin}/v1/segments`, token, segment(10))).status, 201)
    })
  )
})
