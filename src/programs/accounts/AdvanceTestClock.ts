import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountTestClock } from "../../domain/accounts/TestClock.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { DueRunSignal } from "../flows/DueRunSignal.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { transactOnce } from "../../store/database/Transaction.ts"

/** Advances the clock of a test account. */
export class AdvanceTestClock extends Context.Service<
  AdvanceTestClock,
  {
    /** Advances the clock by `millis`, once also if the commit's outcome is unknown, and wakes the flow runs that are now due. */
    readonly advance: (
      account_id: string,
      millis: number
    ) => Effect.Effect<AccountTestClock, ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/AdvanceTestClock") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clocks = yield* TestClocks
      const runs = yield* DueRunSignal
      return AdvanceTestClock.of({
        advance: Effect.fn("AdvanceTestClock.advance")(function* (account_id, millis) {
          const clock = yield* transactOnce(sql)(clocks.advance(account_id, millis))
          if (clock === undefined) return yield* notTestAccount
          yield* runs.notify
          return clock
        })
      })
    })
  )
}

const notTestAccount = invalid("", "The account is not a test account")
