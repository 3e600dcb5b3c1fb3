import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { withFlows } from "../support/flows/withFlows.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const draft = { channel: "email", audience: { all: true, include: [], exclude: [] } }

// An order older than six months subscribes nobody.
const day = (n: number, hour: number) =>
  new Date((Math.floor(Date.now() / 86_400_000) - 10 + n) * 86_400_000 + hour * 3_600_000).toISOString()
const at = day(1, 12)

onEitherOverSocket("a backtest of a campaign", (it) => {
  it.effect("tells who would have got it on each day, part by part, and what became of one contact", () =>
    Effect.gen(function* () {
      const { call, account, write } = yield* withFlows("parts", [])
      for (const n of [1, 2, 3])
        yield* write("POST", "/orders/placed", {
          order_id: n,
          email: `c${n % 2}@example.com`,
          total: 10 * n,
          currency: "EUR",
          order_date: day(n, 9),
          ...(n === 2 ? { accepts_email_marketing: true } : {}),
          initial_sync: true
        })
      const ask = (body: object) => write("POST", "/campaigns/backtest", { draft, at, ...body })
      const days = { every: "day", to: day(4, 12) }
      const whole = (yield* ask(days)).json.data
      assert.deepStrictEqual(
        whole.moments.map(({ audience, sent, left_out }: Record<string, unknown>) => [audience, sent, left_out]),
        [
          [1, 0, [{ rule: "not_subscribed", count: 1 }]],
          [2, 1, [{ rule: "not_subscribed", count: 1 }]],
          [2, 1, [{ rule: "not_subscribed", count: 1 }]]
        ]
      )
      const of = (wanted: string) =>
        whole.examples.find(({ outcome }: Record<string, unknown>) => outcome === wanted).contact_id
      const { person } = (yield* ask({ ...days, contact_id: of("sent") })).json.data
      assert.deepStrictEqual(
        person.moments.map(({ outcome, rule }: Record<string, unknown>) => [outcome, rule]),
        [
          [null, null],
          ["sent", null],
          ["sent", null]
        ]
      )
      // The contact of the first order, and those after it.
      const first = of("not_subscribed")
      const parts = [yield* ask({ contact_id: first }), yield* ask({ cursor: first })]
      assert.strictEqual(
        parts.reduce((sum, { json }) => sum + json.data.contacts, 0),
        2
      )
      const saved = yield* write("POST", "/campaigns", { name: "News", ...draft })
      const own = { campaign_id: saved.json.data.id, at }
      const told = yield* call("POST", `/accounts/${account}/campaigns/backtest`, own)
      assert.strictEqual(told.json.data.moments[0].audience, 1)
    })
  )

  it.effect("is refused without a campaign, a moment of the past or an audience", () =>
    Effect.gen(function* () {
      const { write } = yield* withFlows("refused", [])
      const fields = Effect.fnUntraced(function* (body: object) {
        const { status, json } = yield* write("POST", "/campaigns/backtest", body)
        return [status, json.error.details?.map(({ field }: { readonly field: string }) => field)]
      })
      const unknown = { channel: "email", audience: { include: ["seg_none"], exclude: [] } }
      const saved = yield* write("POST", "/campaigns", { name: "News", ...draft })
      assert.deepStrictEqual(yield* fields({ at }), [422, ["draft"]])
      assert.deepStrictEqual(yield* fields({ draft: unknown, at }), [422, ["draft.audience.include.0"]])
      assert.deepStrictEqual(yield* fields({ campaign_id: saved.json.data.id }), [422, ["at"]])
      assert.deepStrictEqual(yield* fields({ draft, at: "2999-01-01T00:00:00Z" }), [422, ["at"]])
      assert.deepStrictEqual(yield* fields({ draft, at, every: "day" }), [422, ["to"]])
      assert.deepStrictEqual(yield* fields({ draft, at, cursor: "no id" }), [422, ["cursor"]])
      assert.strictEqual((yield* write("POST", "/campaigns/backtest", { campaign_id: "cmp_none", at })).status, 404)
    })
  )
})
