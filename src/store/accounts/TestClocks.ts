import { Clock, Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountTestClock } from "../../domain/accounts/TestClock.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"

const queryOffset = queryOne(Schema.Struct({ is_test: Schema.Boolean, clock_offset: Schema.Number }))

/** The clocks of test accounts. A real account's clock cannot be advanced. */
export class TestClocks extends Context.Service<
  TestClocks,
  {
    readonly read: (account_id: string) => Effect.Effect<AccountTestClock | undefined, Unavailable>
    /** The current time of an account in milliseconds. */
    readonly now: (account_id: string) => Effect.Effect<number, Unavailable>
    /** Makes a subaccount without contacts a test account, for good. Undefined for any other account. */
    readonly mark: (account_id: string) => Effect.Effect<AccountTestClock | undefined, Unavailable>
    /** Advances the clock by `millis`. Undefined for a real account. Joins the open transaction. */
    readonly advance: (
      account_id: string,
      millis: number
    ) => Effect.Effect<AccountTestClock | undefined, SqlError.SqlError>
  }
>()("tally/store/accounts/TestClocks") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clockOf = Effect.fnUntraced(function* (statement: Effect.Effect<unknown, SqlError.SqlError>) {
        const row = yield* queryOffset(statement)
        if (row === undefined) return undefined
        const now = DateTime.makeUnsafe((yield* Clock.currentTimeMillis) + row.clock_offset)
        return { is_test: row.is_test, now }
      })
      const columns = sql`is_test, clock_offset::float8 AS clock_offset`
      const read = (account_id: string) =>
        retried(clockOf(sql`SELECT ${columns} FROM accounts WHERE account_id = ${account_id}`))
      return TestClocks.of({
        read,
        now: (account_id) =>
          Effect.flatMap(read(account_id), (clock) =>
            clock === undefined ? Clock.currentTimeMillis : Effect.succeed(clock.now.epochMilliseconds)
          ),
        mark: Effect.fnUntraced(function* (account_id) {
          const contacts = yield* sql`SELECT FROM contacts WHERE account_id = ${account_id} LIMIT 1`
          return yield* clockOf(sql`
            UPDATE accounts SET is_test = true
            WHERE account_id = ${account_id} AND parent_id IS NOT NULL AND (is_test OR ${contacts.length === 0}::boolean)
            RETURNING ${columns}`)
        }, retried),
        advance: (account_id, millis) =>
          clockOf(sql`
            UPDATE accounts SET clock_offset = clock_offset + ${millis}::float8::bigint
            WHERE account_id = ${account_id} AND is_test RETURNING ${columns}`)
      })
    })
  )
}
