import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hourOf } from "../../src/domain/messages/HourUsage.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"

const none = { messages_per_hour: null, warm_up: null, frequency_cap: null }
const shown = {
  holdout_percent: 0,
  holdout_since: null,
  warm_up_started_at: null,
  emails_per_hour: null,
  emails_left: null,
  texts_left: null
}

onEither("sending limits", OriginLayer, (it) => {
  it.effect("are none until an account sets them, and say what is left of the hour", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("limits")
      const path = `/accounts/${account}/sending-limits`
      assert.deepStrictEqual((yield* call("GET", path)).json.data, { ...none, ...shown })
      const input = { messages_per_hour: 400, warm_up: { start: 50, growth: 50 }, frequency_cap: 2 }
      const set = yield* call("PUT", path, input)
      assert.strictEqual(set.status, 200)
      const { warm_up_started_at, holdout_since, holdout_percent, ...data } = set.json.data
      assert.deepStrictEqual([holdout_since, holdout_percent], [null, 0])
      assert.deepStrictEqual(data, { ...input, emails_per_hour: 50, emails_left: 50, texts_left: 400 })
      yield* sql`INSERT INTO sending_hours (account_id, hour, emails)
        VALUES (${account}, ${new Date(hourOf(yield* Clock.currentTimeMillis))}, 30)`
      assert.strictEqual((yield* call("GET", path)).json.data.emails_left, 20)
      const again = yield* call("PUT", path, { ...input, frequency_cap: 3 })
      assert.strictEqual(again.json.data.warm_up_started_at, warm_up_started_at)
      assert.deepStrictEqual((yield* call("PUT", path, none)).json.data, { ...none, ...shown })
    })
  )

  it.effect("give a due message that waits for the next hour its reason, in the list and alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("limits-waiting")
      const now = yield* Clock.currentTimeMillis
      yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, body, status, due_at, created_at,
          updated_at)
        VALUES (${account}, 'msg_waiting', 'waiting', 'con_1', 'email', 'flow', '', 'queued', ${new Date(now)}, now(), now())`
      const reasons = Effect.gen(function* () {
        const listed = (yield* call("GET", `/accounts/${account}/messages`)).json.data
        const alone = (yield* call("GET", `/accounts/${account}/messages/msg_waiting`)).json.data
        return [listed[0].reason, alone.reason]
      })
      yield* call("PUT", `/accounts/${account}/sending-limits`, { ...none, messages_per_hour: 5 })
      assert.deepStrictEqual(yield* reasons, [null, null])
      yield* sql`INSERT INTO sending_hours (account_id, hour, emails) VALUES (${account}, ${new Date(hourOf(now))}, 5)`
      assert.deepStrictEqual(yield* reasons, ["hourly limit", "hourly limit"])
    })
  )

  it.effect("are refused at their fields, and to another account's owner", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("limits-refused")
      const other = yield* ownerBrowser("limits-other")
      const path = `/accounts/${account}/sending-limits`
      const refused = yield* call("PUT", path, {
        messages_per_hour: 0,
        warm_up: { start: 1.5, growth: -1 },
        frequency_cap: "2"
      })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(
        refused.json.error.details.map(({ field }: { field: string }) => field),
        ["messages_per_hour", "warm_up.start", "warm_up.growth", "frequency_cap"]
      )
      assert.strictEqual((yield* other.call("PUT", path, none)).status, 404)
      assert.strictEqual((yield* other.call("GET", path)).status, 404)
    })
  )
})
