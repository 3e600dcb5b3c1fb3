import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAccountClock } from "../../src/domain/accounts/AccountClock.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { retried } from "../../src/store/database/Transaction.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { Imports } from "../../src/store/imports/Imports.ts"
import { Outbox } from "../../src/store/messages/Outbox.ts"
import { onBoth } from "../support/database/databases.ts"
import { idleCapacity, newMessage, seedContact } from "../support/messages/messages.ts"
import { appendBodies, ndjsonFile } from "../support/samples/imports.ts"
import { seedAccount } from "../support/database/seed.ts"

const day = 86_400_000
const step = { flow_id: "flow_1", run_id: "run_1", step_id: "s1", key: "run_1/s1", order_id: null, event_id: null }
const parts = Layer.mergeAll(Outbox.layer, Messages.layer, Deliveries.layer, FlowRuns.layer, Imports.layer)

onBoth(
  "a process whose clock is wrong by a day",
  parts,
  (it) => {
    const contact = Effect.flatMap(seedAccount(), ({ account_id }) => seedContact(account_id))
    const claims = {
      message: Effect.gen(function* () {
        yield* (yield* Messages).record([newMessage(yield* contact)])
        const outbox = yield* Outbox
        return Effect.flatMap(Clock.currentTimeMillis, (now) => outbox.claim(now, "email", idleCapacity)).pipe(
          retried,
          count
        )
      }),
      webhook: Effect.gen(function* () {
        const { account_id, contact_id } = yield* contact
        const deliveries = yield* Deliveries
        yield* deliveries.record([{ ...step, account_id, contact_id, url: "https://hooks.example/a" }])
        return Effect.flatMap(Clock.currentTimeMillis, (now) => deliveries.claim(now, idleCapacity)).pipe(
          retried,
          count
        )
      }),
      "flow run": Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id, contact_id } = yield* contact
        yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, created_at, updated_at)
          VALUES (${account_id}, 'flow_1', 'Flow', 'active', 1, 'order_placed', now(), now())`
        yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
          VALUES (${account_id}, 'flow_1', 1, '{}', now())`
        yield* sql`INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, exit_on_purchase,
            status, due_at, created_at, updated_at)
          VALUES (${account_id}, 'run_1', 'flow_1', 1, ${contact_id}, 'order_placed', 'a', false, 'queued', now() - interval '1 minute', now(), now())`
        const dueRuns = yield* FlowRuns
        return Effect.flatMap(Clock.currentTimeMillis, (now) => dueRuns.claim({ now, limit: 10 })).pipe(retried, count)
      }),
      import: Effect.gen(function* () {
        const { account_id } = yield* contact
        const imports = yield* Imports
        const { id } = yield* imports.create(account_id, "user", ndjsonFile("contacts"))
        yield* appendBodies(account_id, id, ["{}"])
        yield* imports.start(account_id, id)
        return Effect.map(retried(imports.claim(10)), (claimed) => (claimed === undefined ? 0 : 1))
      })
    }
    for (const [name, due] of Object.entries(claims)) {
      it.effect(`claims no ${name} that another holds, and holds none longer than its lease`, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const claim = yield* due
          const ahead = onAccountClock(day)(claim)
          assert.strictEqual(yield* claim, 1)
          assert.strictEqual(yield* ahead, 0)
          yield* forward(sql)
          assert.strictEqual(yield* ahead, 1)
          assert.strictEqual(yield* claim, 0)
          yield* forward(sql)
          assert.strictEqual(yield* claim, 1)
        })
      )
    }
  },
  { excludeTestServices: true }
)

const count = <E>(taken: Effect.Effect<ReadonlyArray<unknown>, E>) => Effect.map(taken, ({ length }) => length)

// Simulates a minute passing on the database clock.
const forward = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`UPDATE messages SET claimed_until = (claimed_until AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'`
  yield* sql`UPDATE webhook_deliveries SET claimed_until = (claimed_until AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'`
  yield* sql`UPDATE flow_runs SET claimed_at = (claimed_at AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'`
  yield* sql`UPDATE imports SET leased_until = (leased_until AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'`
})
