import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { changeSendingLimits, type SendingLimitsInput } from "../../domain/messages/SendingLimits.ts"
import { transact } from "../../store/database/Transaction.ts"
import { SendingAllowances } from "../../store/messages/SendingAllowances.ts"

/** Sets the limits of an account's own sending (contract §12). */
export class SetSendingLimits extends Context.Service<
  SetSendingLimits,
  {
    /** Replaces the limits. Idempotent: the same warm-up goes on. Every process follows them within ten seconds. */
    readonly set: (account_id: string, input: SendingLimitsInput) => Effect.Effect<void, NotFound | Unavailable>
  }
>()("tally/programs/messages/SetSendingLimits") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const allowances = yield* SendingAllowances
      return SetSendingLimits.of({
        set: Effect.fn("SetSendingLimits.set")(function* (account_id, input) {
          const stored = yield* allowances.lock(account_id)
          if (stored === undefined) return yield* new NotFound()
          const now = (yield* Clock.currentTimeMillis) + stored.clock_offset
          yield* allowances.save(account_id, changeSendingLimits(stored.limits, input, now))
        }, transact(sql))
      })
    })
  )
}
