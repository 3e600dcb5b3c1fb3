import { Clock, Context, Effect, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { texts } from "../sql/parameters.ts"
import { timeText } from "../sql/timestamps.ts"
import { retried } from "../database/Transaction.ts"

const interval = "15 seconds"

/** The times of last use of tokens, collected in memory and written within 15 seconds, so that no request waits for the write. */
export class TokenUses extends Context.Service<
  TokenUses,
  {
    readonly note: (account_id: string, token_id: string) => Effect.Effect<void>
    /** Writes the collected times. Drops them when the write fails: the next use records a newer one. */
    readonly write: Effect.Effect<void>
  }
>()("tally/store/admission/TokenUses") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isUsed = yield* Latch.make()
      let collected = new Map<string, { readonly account_id: string; readonly token_id: string; readonly at: number }>()
      const write = Effect.suspend(() => {
        const uses = [...collected.values()].toSorted((a, b) => (a.token_id < b.token_id ? -1 : 1))
        collected = new Map()
        if (uses.length === 0) return Effect.void
        // Rows are locked in one order, so that processes cannot deadlock.
        return sql`
          WITH uses AS (
            SELECT token.account_id, token.token_id, used.at::timestamptz AS at
            FROM bearer_tokens token JOIN unnest(${texts(uses.map(({ account_id }) => account_id))},
              ${texts(uses.map(({ token_id }) => token_id))}, ${texts(uses.map(({ at }) => timeText(at)))})
              AS used (account_id, token_id, at) USING (account_id, token_id)
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
          collected.set(`${account_id}|${token_id}`, { account_id, token_id, at: yield* Clock.currentTimeMillis })
          yield* isUsed.open
        }),
        write
      })
      yield* Effect.addFinalizer(() => write)
      yield* isUsed.await.pipe(
        Effect.andThen(Effect.sleep(interval)),
        Effect.andThen(isUsed.close),
        Effect.andThen(write),
        Effect.forever,
        Effect.forkScoped
      )
      return uses
    })
  )
}
