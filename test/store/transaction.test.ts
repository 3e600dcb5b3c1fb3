import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { retried, transact } from "../../src/store/database/Transaction.ts"
import { onBoth } from "../support/database/databases.ts"
import { PlacingLayer } from "../support/programs.ts"

onBoth(
  "a transaction",
  PlacingLayer,
  (it) => {
    const failing = (code: string) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.unsafe(`DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${code}'; END $$`).unprepared
      })

    it.effect("retries after a serialization conflict, without effects of failed tries", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const code of ["40001", "40P01", "55P03"]) {
          let tries = 0
          const account_id = `acc_${code}`
          yield* transact(sql)(
            Effect.gen(function* () {
              yield* sql`INSERT INTO accounts (account_id, name, created_at) VALUES (${account_id}, 'A', now())`
              if (++tries < 4) yield* failing(code)
            })
          )
          assert.strictEqual(tries, 4)
        }
      })
    )

    it.effect("retries the whole when a retried read within it fails", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        let [tries, reads] = [0, 0]
        const read = Effect.suspend(() => (++reads < 3 ? failing("40001") : Effect.void))
        const work = Effect.gen(function* () {
          tries++
          yield* sql`SELECT 1`
          yield* retried(read)
        })
        yield* transact(sql)(work)
        assert.deepStrictEqual([tries, reads], [3, 3])
      })
    )

    it.effect("gives up after three retries with Unavailable, and retries nothing else", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        let tries = 0
        const lost = yield* Effect.exit(
          transact(sql)(
            Effect.andThen(
              Effect.sync(() => tries++),
              failing("40001")
            )
          )
        )
        assert.strictEqual(tries, 4)
        assert.include(JSON.stringify(lost), "Unavailable")
        const broken = yield* Effect.exit(
          transact(sql)(
            Effect.andThen(
              Effect.sync(() => tries++),
              failing("23514")
            )
          )
        )
        assert.strictEqual(tries, 5)
        assert.isTrue(Exit.hasDies(broken))
      })
    )

    it.effect("treats a database that shuts down, starts, fails over or is full as unavailable", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const code of ["57P02", "57P03", "53300", "53100", "25006", "58030"]) {
          const away = yield* Effect.flip(transact(sql)(failing(code)))
          assert.include(JSON.stringify(away), "Unavailable", code)
        }
      })
    )
  },
  { excludeTestServices: true }
)
