import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { sessionLimits } from "../../domain/accounts/SignIn.ts"
import { User } from "../../domain/accounts/User.ts"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { digestOf } from "../database/Digest.ts"
import { Secrets } from "../database/Secrets.ts"
import { keepNewest } from "../database/withinQuota.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(User))

// A session that is used is written at most this often.
const precision = 60_000

/** Who is signed in. A session's secret is kept as its digest. Every member joins the open transaction. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Starts a session, which takes the place of one that the browser had, and gives its secret. The user's newest 50 stay. */
    readonly start: (user_id: string, replaced?: string) => Effect.Effect<string, SqlError.SqlError>
    /** The user of a session that has not ended, which lives on for 30 minutes from now. */
    readonly user: (secret: string) => Effect.Effect<User | undefined, SqlError.SqlError>
    readonly end: (secret: string) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/accounts/Sessions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const alive = (now: number) => sql`seen_at > ${new Date(now - sessionLimits.idle)}
        AND sessions.created_at > ${new Date(now - sessionLimits.whole)}`
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
        user: Effect.fnUntraced(function* (secret) {
          const now = yield* Clock.currentTimeMillis
          const rows = yield* sql`
            WITH seen AS (UPDATE sessions SET seen_at = ${new Date(now)}
              WHERE digest = ${digestOf(secret)} AND seen_at < ${new Date(now - precision)} AND ${alive(now)})
            SELECT user_id AS id, email, operator FROM sessions JOIN users USING (user_id)
            WHERE digest = ${digestOf(secret)} AND ${alive(now)}`
          const [user] = yield* Effect.orDie(decode(rows))
          return user
        }),
        end
      })
    })
  )
}
