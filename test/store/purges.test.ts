import { assert, live } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { purgeRound, repeatRounds } from "../../src/programs/Purge.ts"
import { Admissions } from "../../src/store/admission/Admissions.ts"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { purgeStep, Purges } from "../../src/store/upkeep/Purges.ts"
import { databaseLayer, onBoth, postgres } from "../support/database/databases.ts"
import { inDays, countRows, testNow, insertDay, purgeTable } from "../support/database/endedRows.ts"
import { seedAccount } from "../support/database/seed.ts"
import { seedContact } from "../support/messages/messages.ts"
import { OnTestTime } from "../support/flows/testTime.ts"

const PartsLayer = Layer.merge(Purges.layer, Admissions.layer).pipe(Layer.provide(OnTestTime))

const purge = Effect.repeat(purgeRound, { while: (more) => more })

onBoth("purging", PartsLayer, (it) => {
  it.effect("keeps tables at the size of live rows, over four simulated months", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, token } = yield* seedAccount({ integrations: 1 })
      yield* sql`INSERT INTO users (user_id, email, email_key, created_at) VALUES (${account_id}, 'a', 'a', now())`
      for (let day = 0; day < 121; day++) {
        yield* insertDay(account_id, day)
        yield* TestClock.adjust("1 day")
        // Weekly at first: what a purge leaves is compared on the last days alone.
        if (day % 7 === 0 || day >= 115) yield* purge
        if (day < 116) continue
        // Rows that live less than a day are gone by now.
        assert.deepStrictEqual(yield* countRows(account_id), {
          keys: 29 * 20,
          windows: 20,
          oauth: 0,
          api: 90 * 20,
          sessions: 0,
          links: 6 * 20,
          attempts: 0,
          triggers: 29 * 20,
          refusals: 29 * 20,
          texts: 89 * 20,
          deliveries: 89 * 20,
          requests: 30 * 20,
          days: 30 * 20,
          received: 29 * 20
        })
      }
      const admitted = yield* (yield* Admissions).admit({
        digest: digestOf(token),
        serviceAccountId: null,
        address: ""
      })
      assert.isNotNull(admitted.caller)
    })
  )

  it.effect("deletes entries of flow steps that no report covers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const at = yield* testNow
      yield* sql`INSERT INTO flow_step_entries (account_id, flow_id, step_id, hour, slot, entered) VALUES (${account_id}, 'flo', 's', ${at}, 0, 1)`
      const left = Effect.map(
        sql`SELECT 1 FROM flow_step_entries WHERE account_id = ${account_id}`,
        ({ length }) => length
      )
      yield* TestClock.adjust("399 days")
      yield* purge
      assert.strictEqual(yield* left, 1)
      yield* TestClock.adjust("2 days")
      yield* purge
      assert.strictEqual(yield* left, 0)
    })
  )

  it.effect("deletes carts 90 days after their last change, and those of nobody after 30", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const { contact_id } = yield* seedContact(account_id)
      const at = yield* testNow
      for (const [cart_id, owner] of [
        ["known", contact_id],
        ["visitor", null]
      ] as const)
        yield* sql`INSERT INTO carts (account_id, cart_id, cart_key, source, contact_id, stage, item_count, completed, changed_at,
            changed_rank, created_at, written_at)
          VALUES (${account_id}, ${cart_id}, ${cart_id}, 'api', ${owner}, 'cart', 1, false, ${at}, '', ${at}, ${at})`
      yield* sql`INSERT INTO cart_orders VALUES (${account_id}, 'token', 1, ${at})`
      const left = Effect.map(
        sql`SELECT cart_id AS id FROM carts WHERE account_id = ${account_id}
          UNION ALL SELECT token FROM cart_orders WHERE account_id = ${account_id} ORDER BY 1`,
        (rows) => rows.map(({ id }) => id)
      )
      for (const [days, expected] of [
        [29, ["known", "token", "visitor"]],
        [2, ["known", "token"]],
        [58, ["known", "token"]],
        [2, []]
      ] as const) {
        yield* TestClock.adjust(`${days} days`)
        yield* purge
        assert.deepStrictEqual(yield* left, [...expected])
      }
    })
  )

  it.effect("deletes enrolments that have ended, but no people who wait or are reserved for the better variant", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const at = yield* testNow
      yield* sql`INSERT INTO campaign_enrolments (account_id, campaign_id, contact_id, variant, status, due_at)
        SELECT ${account_id}, 'cmp', status, 0, status, ${at} FROM unnest('{waiting,reserved,queued,left_out}'::text[]) status`
      yield* TestClock.adjust("900 days")
      yield* purge
      const left = yield* sql`SELECT status FROM campaign_enrolments WHERE account_id = ${account_id} ORDER BY status`
      assert.deepStrictEqual(
        left.map(({ status }) => status),
        ["reserved", "waiting"]
      )
    })
  )

  it.effect("deletes nothing that is still in use", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const at = yield* testNow
      yield* sql`INSERT INTO webhook_deliveries (account_id, delivery_id, key, contact_id, flow_id, run_id, step_id, url,
          payload, status, due_at, created_at, updated_at)
        VALUES (${account_id}, 'waits', 'waits', 'con', 'flw', 'run', 's', '', '{}', 'queued', ${at}, ${at}, ${at})`
      yield* sql`INSERT INTO setup_links (digest, expires_at, used_at)
        VALUES ('used', ${yield* inDays(900)}, ${at}), ('unused', ${yield* inDays(900)}, NULL)`
      yield* sql`INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, expires_at, revoked_at, created_at)
        VALUES (${account_id}, 'lasting', 'api', 'b', 'lasting', '{}', NULL, NULL, ${at}),
          (${account_id}, 'long', 'api', 'b', 'long', '{}', ${yield* inDays(365)}, NULL, ${at}),
          (${account_id}, 'revoked', 'api', 'b', 'revoked', '{}', NULL, ${at}, ${at})`
      yield* TestClock.adjust("120 days")
      yield* purge
      const left = yield* sql`
        SELECT delivery_id AS id FROM webhook_deliveries WHERE account_id = ${account_id}
        UNION ALL SELECT digest FROM setup_links WHERE digest IN ('used', 'unused')
        UNION ALL SELECT token_id FROM bearer_tokens WHERE account_id = ${account_id} AND name = 'b' ORDER BY id`
      assert.deepStrictEqual(left, [{ id: "lasting" }, { id: "long" }, { id: "unused" }, { id: "waits" }])
    })
  )

  it.effect(
    "deletes in small batches, in linear time also where the planner takes the table for empty",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id } = yield* seedAccount()
        const step = purgeTable("idempotency_keys")
        const insert = sql`INSERT INTO idempotency_keys (account_id, operation, key, digest, answer, created_at)
          SELECT ${account_id}, 'test', n::text, '', '{}', ${yield* testNow}::timestamptz
          FROM generate_series(1, ${2 * purgeStep} + 10) AS n`
        yield* insert
        yield* sql`DELETE FROM idempotency_keys`
        yield* sql`VACUUM (TRUNCATE false, ANALYZE) idempotency_keys`
        yield* insert
        yield* TestClock.adjust("31 days")
        assert.deepStrictEqual(yield* Effect.all([step, step, step, step]), [purgeStep, purgeStep, 10, 0])
      }),
    // A step that exceeds its time limit waits for the test clock.
    60_000
  )

  it.effect("removes the workflow engine's finished messages and replies after an hour", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE cluster_messages (id bigint PRIMARY KEY, processed boolean NOT NULL)`
      yield* sql`CREATE TABLE cluster_replies (id bigint PRIMARY KEY, request_id bigint NOT NULL)`
      const millis = (yield* Clock.currentTimeMillis) - Date.UTC(2025, 0, 1)
      const id = (ago: number) => sql`(${millis - ago}::bigint << 22) + 5`
      yield* sql`INSERT INTO cluster_messages (id, processed) VALUES (${id(3_600_001)}, true), (${id(3_600_002)}, false),
        (${id(3_599_999)}, true)`
      yield* sql`INSERT INTO cluster_replies SELECT id + 1, id FROM cluster_messages`
      yield* purge
      const messages = yield* sql`SELECT processed FROM cluster_messages ORDER BY id`
      assert.deepStrictEqual(messages, [{ processed: false }, { processed: true }])
      const replies =
        yield* sql`SELECT 1 FROM cluster_replies WHERE request_id NOT IN (SELECT id FROM cluster_messages)`
      assert.deepStrictEqual(replies, [])
      yield* sql`DROP TABLE cluster_messages, cluster_replies`
    })
  )

  it.effect("takes a transaction for each table, which holds its lock until the rows are removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transactions: Array<unknown> = []
      const transaction = Effect.map(sql`SELECT pg_current_xact_id()::text AS id`, ([row]) =>
        transactions.push(row?.["id"])
      )
      const purge = Effect.as(Effect.andThen(transaction, transaction), 0)
      const steps = ["one", "other"].map((table) => ({ table, purge }))
      yield* Effect.provideService(purgeRound, Purges, { steps })
      const [first, again, second, last] = transactions
      assert.strictEqual(first, again)
      assert.strictEqual(second, last)
      assert.notStrictEqual(first, second)
    })
  )

  it.effect("runs every five minutes", () =>
    Effect.gen(function* () {
      const steps = { rounds: 0 }
      yield* repeatRounds(Effect.sync(() => steps.rounds++ < 2))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(steps.rounds, 3)
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(steps.rounds, 3)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(steps.rounds, 4)
    })
  )
})

live("purging: one process at a time", () =>
  Effect.gen(function* () {
    const settings = yield* postgres
    const process = Purges.layer.pipe(Layer.provideMerge(databaseLayer(Effect.succeed(settings))), Layer.fresh)
    const [first, second] = [yield* Layer.build(process), yield* Layer.build(process)]
    const links = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 FROM setup_links WHERE digest = 'old'`)
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO setup_links (digest, expires_at) VALUES ('old', '2020-01-01Z')`
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock(7262012)`
          yield* Effect.provide(purgeRound, second)
          assert.lengthOf(yield* Effect.provide(links, second), 1)
        })
      )
      yield* Effect.provide(purgeRound, second)
      assert.lengthOf(yield* links, 0)
    }).pipe(Effect.provide(first))
  })
)
