import { assert } from "@effect/vitest"
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { isHeldOut } from "../../src/domain/lift/holdout.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { withFlows } from "../support/flows/withFlows.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

/** The place of a person among 10,000, as the database computes it. */
const placeOf = (of: string, contact_id: string): number =>
  Number.parseInt(createHash("md5").update(`${of}/${contact_id}`).digest("hex").slice(0, 7), 16) % 10_000

const definition = definitionOf([{ id: "tag", type: "add_tag", tag: "ordered" }], "order_placed")
const span = { from: "2026-01-01T00:00:00Z", to: "2026-06-01T00:00:00Z" }

onEitherOverSocket("a backtest", (it) => {
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

  it.effect("tells apart who is held out, by the draw of live messages", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account, write } = yield* withFlows("heldout", [])
      const paid = { total: 10, currency: "EUR" }
      for (let n = 1; n <= 20; n += 1) {
        const email = `c${n}@example.com`
        yield* write("POST", "/contacts", { email, email_consent: "subscribed" })
        yield* write("POST", "/orders/placed", { order_id: n, email, ...paid, order_date: new Date().toISOString() })
      }
      const now = Date.now()
      const recent = { from: new Date(now - 86_400_000).toISOString(), to: new Date(now + 86_400_000).toISOString() }
      const mail = { id: "mail", type: "send_email", subject: "Hi", html: "<p>Hi</p>" }
      const flow = yield* write("POST", "/flows", { name: "Mail", definition: { ...definition, steps: [mail] } })
      const flow_id = String(flow.json.data.id)
      yield* write("PUT", `/flows/${flow_id}/holdout`, { holdout_percent: 20 })
      const people = yield* sql`SELECT contact_id FROM contacts WHERE account_id = ${account}`
      const held = people.filter(({ contact_id }) => isHeldOut(placeOf(flow_id, String(contact_id)), 20)).length
      const { skipped, sent } = (yield* write("POST", "/flows/backtest", { flow_id, ...recent })).json.data
      const times = skipped.find(({ reason }: { readonly reason: string }) => reason === "holdout")?.people ?? 0
      assert.deepStrictEqual([times, sent.people], [held, 20 - held])
      const draft = { definition: { ...definition, steps: [mail] } }
      assert.strictEqual((yield* write("POST", "/flows/backtest", { ...draft, ...recent })).json.data.sent.people, 20)
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
