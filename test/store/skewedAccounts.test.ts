import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { Outbox } from "../../src/store/messages/Outbox.ts"
import { onBoth } from "../support/database/databases.ts"
import { idleCapacity } from "../support/messages/messages.ts"

const parts = Layer.mergeAll(
  ContactFields.layer,
  FlowRuns.layer,
  FlowVersions.layer,
  FlowFacts.layer,
  Deliveries.layer,
  Outbox.layer
)

const [accounts, large] = [3_000, 5_000]

/** Many accounts with one row in each table, and `acc_1` with `large` more. Rows with number 1 are due. */
const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO accounts (account_id, name, created_at) SELECT 'acc_' || n, 'A', now() FROM generate_series(1, ${accounts}::int) n`
  yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, created_at, updated_at)
    SELECT account_id, 'flo', 'F', 'active', 1, 'order_placed', now(), now() FROM accounts`
  yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
    SELECT account_id, 'flo', 1, '{}', now() FROM flows`
  const rows = sql`(SELECT account_id, 1 AS n FROM accounts
    UNION ALL SELECT 'acc_1', n FROM generate_series(2, ${large}::int) n) AS r`
  yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at,
      updated_at)
    SELECT account_id, 'con_' || n, n || '@example.com', n || '@example.com', 'subscribed', 'never_subscribed', 0, now(), now()
    FROM ${rows}`
  yield* sql`INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, exit_on_purchase, status,
      due_at, created_at, updated_at)
    SELECT account_id, 'run_' || n, 'flo', 1, 'con_' || n, 'order_placed', n, false, 'queued',
      now() + CASE WHEN account_id = 'acc_1' AND n = 1 THEN '-1 hour' ELSE '1 day' END::interval, now(), now() FROM ${rows}`
  yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, body, status, due_at, created_at,
      updated_at)
    SELECT account_id, 'msg_' || n, n, 'con_' || n, 'email', 'flow', '',
      CASE WHEN account_id = 'acc_1' AND n = 1 THEN 'queued' ELSE 'sent' END, now() - interval '1 hour', now(), now() FROM ${rows}`
  yield* sql`INSERT INTO webhook_deliveries (account_id, delivery_id, key, contact_id, flow_id, run_id, step_id, url, payload,
      status, due_at, created_at, updated_at)
    SELECT account_id, 'whd_' || n, n, 'con_' || n, 'flo', 'run', 's', '', '{}',
      CASE WHEN account_id = 'acc_1' AND n = 1 THEN 'queued' ELSE 'delivered' END, now() - interval '1 hour', now(), now()
    FROM ${rows}`
  yield* sql`ANALYZE contacts, flows, flow_versions, flow_runs, messages, webhook_deliveries`
})

onBoth("a statement on a row of a large account among many small ones", parts, (it) => {
  it.effect("reads that row by its key, by a plan for any account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* seed
      const now = yield* Effect.map(Clock.Clock, () => Date.now())
      const key = { account_id: "acc_1", contact_id: "con_1" }
      const runs = yield* FlowRuns
      const tags = yield* ContactFields
      const facts = yield* FlowFacts
      const versions = yield* FlowVersions
      const outbox = yield* Outbox
      const deliveries = yield* Deliveries
      const rowsRead = sql<{ readonly name: string; readonly rows: number }>`
        SELECT relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS rows
        FROM pg_stat_xact_user_tables ORDER BY relname`
      const read = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
          // What the connection read before may not be flushed yet.
          const before = new Map((yield* rowsRead).map(({ name, rows }) => [name, rows]))
          yield* tags.lock([key])
          yield* tags.addTags([{ ...key, tag: "vip", now }])
          yield* facts.read([{ ...key, order_id: 1n, event_id: "evt", lookups: [], now: 0 }])
          yield* versions.readDefinitions([{ account_id: "acc_1", flow_id: "flo", version: 1 }])
          assert.lengthOf(yield* runs.claim({ now, limit: 8 }), 1)
          const [run] = yield* runs.read([{ account_id: "acc_1", run_id: "run_1" }])
          if (run === undefined) return assert.fail("The run was not read")
          const waiting = { awaits: null, arrived: false }
          const after = { status: "queued", reason: null, step: null, due_at: now, attempts: 0, ...waiting } as const
          assert.lengthOf(yield* runs.move([{ run, now, after }]), 1)
          const step = { ...key, flow_id: "flo", run_id: "run_1", step_id: "s", order_id: 1n, event_id: "evt" }
          yield* deliveries.record([{ ...step, key: "new", url: "https://a.example" }])
          assert.lengthOf(yield* outbox.claim(now, "email", idleCapacity), 1)
          assert.isNotEmpty(yield* deliveries.claim(now, idleCapacity))
          return (yield* rowsRead).map(({ name, rows }) => ({ name, rows: rows - (before.get(name) ?? 0) }))
        })
      )
      // A claim of runs looks at the head of each account's queue.
      assert.deepStrictEqual(
        read.filter(({ name, rows }) => name !== "accounts" && rows > (name === "flow_runs" ? accounts + 500 : 500)),
        []
      )
    })
  )
})
