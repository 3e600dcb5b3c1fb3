import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { sessionLimits } from "../../domain/accounts/SignIn.ts"
import { User } from "../../domain/accounts/User.ts"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { digestOf } from "../keys/Digest.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { keepNewest } from "../sql/withinQuota.ts"

const queryUser = queryOne(User)

// Milliseconds between writes of a session's last use, so that not every request writes.
const touchInterval = 60_000

/** The sessions of signed-in users. Only digests of their secrets are stored. Every member joins the open transaction. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Starts a session, ends the one that it replaces, and returns the new secret. A user keeps the newest 50 sessions. */
    readonly start: (user_id: string, replaced?: string) => Effect.Effect<string, SqlError.SqlError>
    /** The user of an active session, which this extends by 30 minutes. */
    readonly findUser: (secret: string) => Effect.Effect<User | undefined, SqlError.SqlError>
    readonly end: (secret: string) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/accounts/Sessions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const isActive = (now: number) => sql`seen_at > ${new Date(now - sessionLimits.idle)}
        AND sessions.created_at > ${new Date(now - sessionLimits.lifetime)}`
      const end = (secret: string) => sql`DELETE FROM sessions WHERE digest = ${digestOf(secret)}`
      return Sessions.of({
        start: Effect.fnUntraced(function* (user_id, replaced) {
          if (replaced !== undefined) yield* end(replaced)
          const now = yield* Clock.currentTimeMillis
          const secret = yield* secrets.random(32, "base64url")
          yield* sql`INSERT INTO sessions (digest, user_id, created_at, seen_at)
            VALUES (${digestOf(secret)}, ${user_id}, ${new Date(now)}, ${new Date(now)})`
          yield* keepNewest(sql, newestKept.sessions, {
            table: "sessions",
            key: sql`digest`,
            where: sql`user_id = ${user_id}`,
            order: sql`created_at`
          })
          return secret
        }),
        findUser: Effect.fnUntraced(function* (secret) {
          const now = yield* Clock.currentTimeMillis
          return yield* queryUser(sql`
            WITH touched AS (UPDATE sessions SET seen_at = ${new Date(now)}
              WHERE digest = ${digestOf(secret)} AND seen_at < ${new Date(now - touchInterval)} AND ${isActive(now)})
            SELECT user_id AS id, email, operator FROM sessions JOIN users USING (user_id)
            WHERE digest = ${digestOf(secret)} AND ${isActive(now)}`)
        }),
        end
      })
    })
  )
}
