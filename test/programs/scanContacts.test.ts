import { assert, it as plain } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Keys } from "../../src/store/keys/Keys.ts"
import { ScanContacts } from "../../src/programs/contacts/ScanContacts.ts"
import { longSlices, nextSlice, shortSlices } from "../../src/domain/capacity/scanSlices.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

const contacts = (account_id: string, count: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at, updated_at)
      SELECT ${account_id}, 'con_' || lpad(n::text, 6, '0'), n || '@example.com', n || '@example.com', 'subscribed', 'never_subscribed', 0, now(), now()
      FROM generate_series(1, ${count}::int) n`
  )

onBoth(
  "A scan of an account's contacts",
  ScanContacts.layer.pipe(Layer.provide(Keys.layerMemory)),
  (it, database) => {
    it.effect("reads each contact once, newest first, in slices on the embedded database", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id: account } = yield* seedAccount()
        yield* contacts(account, 1_000)
        const { scan } = yield* ScanContacts
        const read = (range: { readonly before: string | null; readonly from: string | null }) =>
          Effect.map(
            sql<{ id: string }>`SELECT contact_id AS id FROM contacts WHERE account_id = ${account}
              AND (${range.before}::text IS NULL OR contact_id < ${range.before})
              AND (${range.from}::text IS NULL OR contact_id >= ${range.from}) ORDER BY contact_id DESC`,
            (rows) => rows.map(({ id }) => id)
          )
        const found = yield* scan({ account_id: account, before: null, read })
        assert.strictEqual(found.length > 1, database === "embedded")
        const all = Array.from({ length: 1_000 }, (_, at) => `con_${String(1_000 - at).padStart(6, "0")}`)
        assert.deepStrictEqual(found.flat(), all)
        const some = yield* scan({
          account_id: account,
          before: "con_000900",
          read,
          isEnough: (slices) => slices.flat().length >= 5
        })
        assert.deepStrictEqual(some.flat().slice(0, 5), all.slice(101, 106))
        assert.strictEqual(some.length, 1)
      })
    )

    it.effect("counts in slices what one statement takes too long for, each contact once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id } = yield* seedAccount()
        const total = 10_500
        yield* contacts(account_id, total)
        const { counter } = yield* ScanContacts
        const count = counter<number>({ sum: (one, other) => one + other, isNone: (count) => count === 0 })
        const ranges: Array<string | null> = []
        const read = (range: { readonly before: string | null; readonly from: string | null }) =>
          Effect.gen(function* () {
            ranges.push(range.from)
            // As a statement that takes too long ends.
            if (range.before === null && range.from === null) {
              yield* sql`SELECT set_config('statement_timeout', '1', true)`
              yield* sql`SELECT pg_sleep(9999)::text`
            }
            const rows = yield* sql`SELECT FROM contacts WHERE account_id = ${account_id}
              AND (${range.before}::text IS NULL OR contact_id < ${range.before})
              AND (${range.from}::text IS NULL OR contact_id >= ${range.from})`
            return rows.length
          })
        assert.deepStrictEqual(yield* count({ account_id, name: [], now: 0, read }), { value: total, counted_at: null })
        assert.isAbove(new Set(ranges).size, 1)
      })
    )

    if (database === "PostgreSQL")
      it.effect("of one account never takes the turns of another", () =>
        Effect.gen(function* () {
          const { scan } = yield* ScanContacts
          const [busy, other] = [(yield* seedAccount()).account_id, (yield* seedAccount()).account_id]
          const held = yield* Deferred.make<void>()
          const begun = yield* Deferred.make<void>()
          const scans = Array.from({ length: 5 }, () =>
            scan({
              account_id: busy,
              before: null,
              read: () => Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(held))
            })
          )
          const waiting = yield* Effect.forkChild(Effect.all(scans, { concurrency: "unbounded" }))
          yield* Deferred.await(begun)
          assert.deepStrictEqual(
            yield* scan({ account_id: other, before: null, read: () => Effect.succeed("its turn") }),
            ["its turn"]
          )
          yield* Deferred.succeed(held, undefined)
          yield* Fiber.join(waiting)
        })
      )

    if (database === "PostgreSQL") {
      it.effect("ends its statement when its caller leaves", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { account_id: account } = yield* seedAccount()
          const { scan } = yield* ScanContacts
          const atWork = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
            AND query LIKE '%pg_sleep(9999)%' AND pid <> pg_backend_pid()`
          const count = Effect.map(atWork, ({ length }) => length)
          const caller = yield* Effect.forkChild(
            scan({ account_id: account, before: null, read: () => sql`SELECT pg_sleep(9999)::text` })
          )
          yield* eventually(Effect.map(count, (one) => one === 1))
          yield* Fiber.interrupt(caller)
          yield* eventually(Effect.map(count, (one) => one === 0))
        })
      )
    }
  },
  { excludeTestServices: true }
)

plain("a slice of a scan grows to what its time reads, at most twofold, and shrinks to it at once", () => {
  const short = (size: number, taken: number) => nextSlice(size, taken, shortSlices)
  assert.deepStrictEqual(
    [short(200, 1), short(200, 80), short(200, 1_000), short(20, 60_000), short(15_000, 0)],
    [400, 250, 20, 20, 20_000]
  )
  assert.deepStrictEqual([nextSlice(10_000, 100, longSlices), nextSlice(40_000, 8_000, longSlices)], [20_000, 10_000])
})
