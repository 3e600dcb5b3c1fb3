import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { texts } from "../database/parameters.ts"
import { timeText } from "../database/timestamps.ts"
import { retried } from "../database/Transaction.ts"

const interval = "15 seconds"

/** When tokens were last used: noted in memory, written together now and then, so that no request waits for it. */
export class TokenUses extends Context.Service<
  TokenUses,
  {
    readonly note: (account_id: string, token_id: string) => Effect.Effect<void>
    /** Writes what was noted. What can't be written is forgotten: the next use tells it again. */
    readonly write: Effect.Effect<void>
  }
>()("tally/store/admission/TokenUses") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let noted = new Map<string, { readonly account_id: string; readonly token_id: string; readonly at: number }>()
      const write = Effect.suspend(() => {
        const uses = [...noted.values()].toSorted((a, b) => (a.token_id < b.token_id ? -1 : 1))
        noted = new Map()
        if (uses.length === 0) return Effect.void
        // Rows are locked in one order, so that no two processes wait for each other.
        return sql`
          WITH uses AS (
            SELECT token.account_id, token.token_id, call.at::timestamptz AS at
            FROM bearer_tokens token JOIN unnest(${texts(uses.map(({ account_id }) => account_id))},
              ${texts(uses.map(({ token_id }) => token_id))}, ${texts(uses.map(({ at }) => timeText(at)))})
              AS call (account_id, token_id, at) USING (account_id, token_id)
            ORDER BY token.account_id, token.token_id FOR NO KEY UPDATE OF token
          )
          UPDATE bearer_tokens token SET last_used_at = greatest(token.last_used_at, uses.at)
          FROM uses WHERE token.account_id = uses.account_id AND token.token_id = uses.token_id`.pipe(
          retried,
          Effect.ignore
        )
      })
      const uses = TokenUses.of({
        note: Effect.fnUntraced(function* (account_id, token_id) {
          noted.set(`${account_id}|${token_id}`, { account_id, token_id, at: yield* Clock.currentTimeMillis })
        }),
        write
      })
      yield* Effect.addFinalizer(() => write)
      yield* Effect.forkScoped(Effect.forever(Effect.delay(write, interval)))
      return uses
    })
  )
}
