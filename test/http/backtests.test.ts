import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { definitionOf } from "../support/flows/definitions.ts"
import { withFlows } from "../support/flows/withFlows.ts"
import { onBothOverSocket } from "../support/http/http.ts"

const definition = definitionOf([{ id: "tag", type: "add_tag", tag: "ordered" }], "order_placed")
const span = { from: "2026-01-01T00:00:00Z", to: "2026-06-01T00:00:00Z" }

onBothOverSocket("a backtest", (it) => {
  it.effect("tells who would have entered a draft, part by part, and why one contact would not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account, write } = yield* withFlows("parts", [])
      for (const n of [1, 2, 3])
        yield* write("POST", "/orders/placed", {
          order_id: n,
          email: `c${n % 2}@example.com`,
          total: 10 * n,
          currency: "EUR",
          order_date: `2026-02-0${n}T09:00:00Z`,
          initial_sync: true
        })
      const before = yield* sql`SELECT xmin::text FROM contacts WHERE account_id = ${account} ORDER BY contact_id`
      const draft = { ...definition, entry: { type: "once" } }
      const ask = (body: object) => write("POST", "/flows/backtest", { definition: draft, ...span, ...body })
      const whole = (yield* ask({})).json.data
      assert.deepStrictEqual(
        [whole.contacts, whole.total, whole.entered, whole.refused, whole.next_cursor],
        [2, 2, { runs: 2, people: 2 }, [{ reason: "entry", times: 1, people: 1 }], null]
      )
      assert.deepStrictEqual(whole.sales.revenue, [{ currency: "EUR", orders: 1, amount: "30" }])
      const [first, second] = (yield* sql`SELECT contact_id FROM contacts WHERE account_id = ${account}
        ORDER BY contact_id`).map(({ contact_id }) => String(contact_id))
      const rest = (yield* ask({ cursor: first })).json.data
      assert.deepStrictEqual([rest.contacts, rest.total, rest.entered.people], [1, null, 1])
      const person = (yield* ask({ contact_id: first })).json.data
      assert.deepStrictEqual(
        person.person.triggers.map(({ refused }: { readonly refused: string | null }) => refused),
        [null, "entry"]
      )
      assert.strictEqual((yield* ask({ contact_id: second })).json.data.contacts, 1)
      const own = yield* call("POST", `/accounts/${account}/flows/backtest`, { definition: draft, ...span })
      assert.deepStrictEqual(own.json.data, whole)
      assert.strictEqual((yield* ask({ imported: false })).json.data.entered.runs, 0)
      assert.deepStrictEqual(
        yield* sql`SELECT xmin::text FROM contacts WHERE account_id = ${account} ORDER BY contact_id`,
        before
      )
    })
  )

  it.effect("is refused for a past that no record tells, and for records of nobody", () =>
    Effect.gen(function* () {
      const { write } = yield* withFlows("refused", [])
      const ask = (body: object) => write("POST", "/flows/backtest", { ...span, ...body })
      const fields = Effect.fnUntraced(function* (body: object) {
        const { status, json } = yield* ask(body)
        return [status, json.error.details?.map(({ field }: { readonly field: string }) => field)]
      })
      assert.deepStrictEqual(yield* fields({}), [422, ["definition"]])
      assert.deepStrictEqual(
        yield* fields({ definition: { ...definition, trigger: { type: "tagged", tag: "vip" } } }),
        [422, ["definition.trigger"]]
      )
      const segment = { ...definition, trigger: { type: "entered_segment", segment_id: "seg_none" } }
      assert.deepStrictEqual(yield* fields({ definition: segment }), [422, ["definition.trigger.segment_id"]])
      assert.deepStrictEqual(yield* fields({ definition, from: span.from, to: span.from }), [422, ["to"]])
      assert.deepStrictEqual(yield* fields({ definition, cursor: "no id" }), [422, ["cursor"]])
      assert.deepStrictEqual(
        yield* fields({ definition: { steps: [] }, more: 1 }).pipe(Effect.map(([code]) => code)),
        422
      )
      assert.strictEqual((yield* ask({ flow_id: "flo_none" })).status, 404)
    })
  )
})
