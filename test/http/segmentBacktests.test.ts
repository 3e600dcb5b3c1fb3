import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { withFlows } from "../support/flows/withFlows.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const span = { from: "2026-02-01T00:00:00Z", to: "2026-02-08T00:00:00Z" }
const bought = [[{ field: "order.count", op: "gte", value: 1, where: { within: "2 days" } }]]

onEitherOverSocket("a backtest of a segment", (it) => {
  it.effect("tells its members day by day, part by part, and what each condition compared of one contact", () =>
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
      const segment = yield* write("POST", "/segments", { name: "Bought lately", conditions: bought })
      const segment_id = String(segment.json.data.id)
      const ask = (body: object) => write("POST", "/segments/backtest", { segment_id, ...span, ...body })
      const whole = (yield* ask({})).json.data
      assert.deepStrictEqual(
        [whole.contacts, whole.total, whole.start, whole.end, whole.entered, whole.left, whole.next_cursor],
        [2, 2, 0, 0, { times: 2, people: 2 }, { times: 2, people: 2 }, null]
      )
      assert.deepStrictEqual(
        whole.days.map(({ members, entered, left }: Record<string, number>) => [members, entered, left]),
        [
          [1, 1, 0],
          [2, 1, 0],
          [2, 0, 0],
          [1, 0, 1],
          [0, 0, 1],
          [0, 0, 0],
          [0, 0, 0]
        ]
      )
      const [first] =
        (yield* sql`SELECT contact_id FROM contacts WHERE account_id = ${account} ORDER BY contact_id`).map(
          ({ contact_id }) => String(contact_id)
        )
      const rest = (yield* ask({ cursor: first })).json.data
      assert.deepStrictEqual([rest.contacts, rest.total, rest.entered], [1, null, { times: 1, people: 1 }])
      const { person } = (yield* ask({ contact_id: first, to: "2026-02-02T12:00:00Z" })).json.data
      assert.deepStrictEqual(person, {
        was_member: false,
        changes: [{ at: "2026-02-01T09:00:00Z", is_member: true }],
        is_member: true,
        groups: [[{ condition: bought[0]?.[0], holds: true, value: "1" }]]
      })
      const draft = { segment_id: undefined, conditions: [] }
      const all = (yield* ask(draft)).json.data
      assert.deepStrictEqual([all.start, all.end, all.entered.times], [0, 2, 2])
      const own = yield* call("POST", `/accounts/${account}/segments/backtest`, { segment_id, ...span })
      assert.deepStrictEqual(own.json.data, whole)
      const live = (yield* ask({ imported: false })).json.data
      assert.deepStrictEqual([live.entered.times, live.end], [0, 0])
    })
  )

  it.effect("says in words what no record tells, and is refused where that is all", () =>
    Effect.gen(function* () {
      const { write } = yield* withFlows("refused", [])
      const ask = (body: object) => write("POST", "/segments/backtest", { conditions: [], ...span, ...body })
      const fields = Effect.fnUntraced(function* (body: object) {
        const { status, json } = yield* ask(body)
        return [status, json.error.details?.map(({ field }: { readonly field: string }) => field)]
      })
      const about = (field: string, value: unknown) => [[{ field, op: "eq", value }]]
      const { notes } = (yield* ask({ conditions: about("contact.custom_fields.size", "M") })).json.data
      assert.deepStrictEqual(notes, [
        "No record tells what custom fields contacts had then: those that they have now count."
      ])
      assert.deepStrictEqual((yield* ask({ conditions: about("contact.order_count", 1) })).json.data.notes, [])
      assert.deepStrictEqual(yield* fields({ conditions: undefined }), [422, ["conditions"]])
      assert.deepStrictEqual(yield* fields({ conditions: about("viewed.count", 1) }), [422, ["conditions.0.0.field"]])
      assert.deepStrictEqual(yield* fields({ conditions: about("order.total", 1) }), [422, ["conditions.0.0.field"]])
      assert.deepStrictEqual(yield* fields({ to: span.from }), [422, ["to"]])
      assert.deepStrictEqual(yield* fields({ cursor: "no id" }), [422, ["cursor"]])
      assert.strictEqual((yield* ask({ segment_id: "seg_none" })).status, 404)
    })
  )
})
