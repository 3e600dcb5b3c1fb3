import { Clock, Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountTestClock } from "../../domain/accounts/TestClock.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { retried, transactOnce } from "../database/Transaction.ts"

const Row = Schema.Struct({ is_test: Schema.Boolean, clock_offset: Schema.Number })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** The clocks of test accounts. Those of real accounts can't be touched. */
export class TestClocks extends Context.Service<
  TestClocks,
  {
    readonly read: (account_id: string) => Effect.Effect<AccountTestClock | undefined, Unavailable>
    /** Makes a subaccount without contacts a test account, for good. Undefined for any other. */
    readonly mark: (account_id: string) => Effect.Effect<AccountTestClock | undefined, Unavailable>
    /** Advances the clock by so many milliseconds. Undefined for a real account. */
    readonly advance: (account_id: string, millis: number) => Effect.Effect<AccountTestClock | undefined, Unavailable>
  }
>()("tally/store/accounts/TestClocks") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shown = Effect.fnUntraced(function* (query: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) {
        const [clock] = yield* Effect.orDie(decodeRows(yield* query))
        if (clock === undefined) return undefined
        const now = DateTime.makeUnsafe((yield* Clock.currentTimeMillis) + clock.clock_offset)
        return { is_test: clock.is_test, now }
      })
      const columns = sql`is_test, clock_offset::float8 AS clock_offset`
      return TestClocks.of({
        read: (account_id) => retried(shown(sql`SELECT ${columns} FROM accounts WHERE account_id = ${account_id}`)),
        mark: (account_id) =>
          retried(
            shown(sql`
              UPDATE accounts SET is_test = true
              WHERE account_id = ${account_id} AND parent_id IS NOT NULL AND (is_test
                OR NOT EXISTS (SELECT FROM contacts WHERE contacts.account_id = ${account_id}))
              RETURNING ${columns}`)
          ),
        advance: (account_id, millis) =>
          transactOnce(sql)(
            shown(sql`
              UPDATE accounts SET clock_offset = clock_offset + ${millis}::float8::bigint
              WHERE account_id = ${account_id} AND is_test RETURNING ${columns}`)
          )
      })
    })
  )
}
