import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { RateLimited } from "../domain/Refusal.ts"
import { attemptLimits } from "../domain/SignIn.ts"
import { digestOf } from "./Digest.ts"

/** How often somebody tried to sign in lately, by e-mail and by address, for all processes together. */
export class SignInAttempts extends Context.Service<
  SignInAttempts,
  {
    /** Counts an attempt before anything is compared: of so many by e-mail, and of those of the address. */
    readonly count: (
      email_key: string,
      address: string,
      perEmail?: number
    ) => Effect.Effect<void, RateLimited | SqlError.SqlError>
    /** The e-mail signed in: its count starts over. */
    readonly forget: (email_key: string) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/SignInAttempts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const nameOf = {
        email: (key: string) => digestOf(`email|${key}`),
        address: (ip: string) => digestOf(`address|${ip}`)
      }
      const add = Effect.fnUntraced(function* (digest: string, limit: number) {
        const now = yield* Clock.currentTimeMillis
        const rows = yield* sql<{ readonly attempts: number; readonly since: Date }>`
          INSERT INTO sign_in_attempts AS kept (digest, since, attempts) VALUES (${digest}, ${new Date(now)}, 1)
          ON CONFLICT (digest) DO UPDATE SET
            attempts = CASE WHEN kept.since <= ${new Date(now - attemptLimits.window)} THEN 1
              ELSE least(kept.attempts + 1, 1000000) END,
            since = CASE WHEN kept.since <= ${new Date(now - attemptLimits.window)} THEN excluded.since ELSE kept.since END
          RETURNING attempts, since`
        const { attempts = 0, since = new Date(now) } = rows[0] ?? {}
        if (attempts <= limit) return
        const wait = since.getTime() + attemptLimits.window - now
        return yield* new RateLimited({ retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
      })
      return SignInAttempts.of({
        count: Effect.fnUntraced(function* (email_key, address, perEmail = attemptLimits.perEmail) {
          yield* add(nameOf.address(address), attemptLimits.perAddress)
          yield* add(nameOf.email(email_key), perEmail)
        }),
        forget: (email_key) => sql`DELETE FROM sign_in_attempts WHERE digest = ${nameOf.email(email_key)}`
      })
    })
  )
}
