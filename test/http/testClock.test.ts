import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { Origin, OriginLayer, post } from "../support/http/http.ts"
import { seedIntegration, seedToken } from "../support/database/seed.ts"
import { definitionOf } from "../support/flows/definitions.ts"

const definition = definitionOf([{ id: "wait", type: "delay", duration: "7 days" }], "order_placed")

const day = 86_400_000

onEither(
  "the clock of a test account",
  OriginLayer,
  (it) => {
    it.effect("is advanced by the operator, and affects the delays of that account only", () =>
      Effect.gen(function* () {
        const { call, boss, account: real } = yield* ownerBrowser("tester")
        const test: string = (yield* call("POST", `/accounts/${real}/subaccounts`, { name: "Test" })).json.data.id
        assert.strictEqual((yield* call("PUT", `/accounts/${test}/test-clock`)).status, 403)
        assert.strictEqual((yield* boss.call("PUT", `/accounts/${real}/test-clock`)).status, 422)
        assert.strictEqual((yield* boss.call("POST", `/accounts/${test}/test-clock`, { advance: "1 day" })).status, 422)
        assert.strictEqual((yield* boss.call("PUT", `/accounts/${test}/test-clock`)).json.data.is_test, true)

        const orders = `${yield* Origin}/v1/orders/placed`
        const order = { email: "ada@example.com", total: 1, currency: "USD", order_date: "2026-05-04T09:30:00Z" }
        const runs = Effect.fnUntraced(function* (account: string, flow: string) {
          return (yield* call("GET", `/accounts/${account}/flows/${flow}/runs`)).json.data
        })
        const flowOf = Effect.fnUntraced(function* (account: string) {
          yield* seedIntegration(account)
          const { json } = yield* call("POST", `/accounts/${account}/flows`, { name: "Waits", definition })
          yield* call("POST", `/accounts/${account}/flows/${json.data.id}/activate`)
          yield* post(orders, yield* seedToken(account), { ...order, order_id: 1 })
          return String(json.data.id)
        })
        const [realFlow, testFlow] = [yield* flowOf(real), yield* flowOf(test)]
        const before = Date.now()
        const advanced = yield* boss.call("POST", `/accounts/${test}/test-clock`, { advance: "7 days" })
        // Times are written to the millisecond, between those before and after.
        const isNow = (text: string, ahead: number) => {
          assert.isAtLeast(Date.parse(text), before + ahead)
          assert.isAtMost(Date.parse(text), Date.now() + ahead)
        }
        isNow(advanced.json.data.now, 7 * day)
        isNow((yield* call("GET", `/accounts/${real}/test-clock`)).json.data.now, 0)

        const clock = yield* Clock.currentTimeMillis
        const dueRuns = yield* FlowRuns
        const taken = yield* dueRuns.claim({ now: clock + 60_000, limit: 10 })
        assert.deepStrictEqual(
          taken.map(({ account_id, run_id }) => ({ account_id, run_id })),
          [{ account_id: test, run_id: (yield* runs(test, testFlow))[0].id }]
        )
        assert.strictEqual((yield* runs(real, realFlow))[0].status, "waiting")

        // Later events use the account's clock, also next to calls for real accounts.
        const tokens = [yield* seedToken(real), yield* seedToken(test)] as const
        const placed = yield* Effect.forEach(
          [2, 3, 4, 5, 6, 7, 8, 9],
          (order_id) => post(orders, tokens[order_id % 2 === 0 ? 0 : 1], { ...order, order_id }),
          { concurrency: 8 }
        )
        for (const { json } of placed) isNow(json.data.created_at, json.data.order_id % 2 === 0 ? 0 : 7 * day)
      }).pipe(Effect.provide(FlowRuns.layer))
    )
  },
  { excludeTestServices: true }
)
