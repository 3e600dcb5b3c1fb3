import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { attemptLimits, sessionLimits } from "../../domain/accounts/SignIn.ts"
import { User } from "../../domain/accounts/User.ts"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { digestOf } from "../keys/Digest.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { keepNewest } from "../sql/withinQuota.ts"
import { RateLimited } from "../../domain/Errors.ts"

const queryUser = queryOne(User)

// Milliseconds between writes of a session's last use, so that not every request writes.
const touchInterval = 60_000

const queryCount = queryOne(Schema.Struct({ attempts: Schema.Int, since: Schema.Date }))

/** An attempt, counted as failed until `clear` runs. */
interface Attempt {
  /** How many attempts the client address has in the window, with this one. */
  readonly rank: number
  /** The attempt succeeded: resets the count of e-mail and address, and takes the attempt off the address's count. */
  readonly clear: Effect.Effect<void, SqlError.SqlError>
}

/**
 * The sessions of signed-in users, of which only digests of their secrets are stored, and failed sign-in attempts across all processes: per
 * client address and per e-mail and client address. Never per e-mail alone: a stranger could lock a user out. Every member joins the open
 * transaction.
 */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Starts a session, ends the one that it replaces, and returns the new secret. A user keeps the newest 50 sessions. */
    readonly start: (user_id: string, replaced?: string) => Effect.Effect<string, SqlError.SqlError>
    /** The user of an active session, which this extends by 30 minutes. */
    readonly findUser: (secret: string) => Effect.Effect<User | undefined, SqlError.SqlError>
    readonly end: (secret: string) => Effect.Effect<void, SqlError.SqlError>
    /** Counts an attempt as failed before the password is compared, so that concurrent attempts cannot exceed the limit. */
    readonly countAttempt: (
      email_key: string,
      address: string,
      perEmailAndAddress?: number
    ) => Effect.Effect<Attempt, RateLimited | SqlError.SqlError>
    /** Counts a mail to an address. False beyond the limit of the window. */
    readonly countMail: (email_key: string) => Effect.Effect<boolean, SqlError.SqlError>
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
      const keyOf = {
        emailAndAddress: (key: string, ip: string) => digestOf(JSON.stringify([key, ip])),
        address: (ip: string) => digestOf(`address|${ip}`),
        mailbox: (key: string) => digestOf(`mailbox|${key}`)
      }
      const add = Effect.fnUntraced(function* (digest: string) {
        const now = yield* Clock.currentTimeMillis
        const row = yield* queryCount(sql`
          INSERT INTO sign_in_attempts AS kept (digest, since, attempts) VALUES (${digest}, ${new Date(now)}, 1)
          ON CONFLICT (digest) DO UPDATE SET
            attempts = CASE WHEN kept.since <= ${new Date(now - attemptLimits.window)} THEN 1
              ELSE least(kept.attempts + 1, 1000000) END,
            since = CASE WHEN kept.since <= ${new Date(now - attemptLimits.window)} THEN excluded.since ELSE kept.since END
          RETURNING attempts, since`)
        const { attempts, since } = row ?? { attempts: 0, since: new Date(now) }
        return { attempts, wait: since.getTime() + attemptLimits.window - now }
      })
      const addWithin = Effect.fnUntraced(function* (digest: string, limit: number) {
        const { attempts, wait } = yield* add(digest)
        if (attempts <= limit) return attempts
        return yield* new RateLimited({ retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
      })
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
        end,
        countAttempt: Effect.fnUntraced(function* (email_key, address, limit = attemptLimits.perEmailAndAddress) {
          const rank = yield* addWithin(keyOf.address(address), attemptLimits.perAddress)
          const emailAndAddress = keyOf.emailAndAddress(email_key, address)
          yield* addWithin(emailAndAddress, limit)
          const clear = Effect.andThen(
            sql`DELETE FROM sign_in_attempts WHERE digest = ${emailAndAddress}`,
            sql`UPDATE sign_in_attempts SET attempts = greatest(attempts - 1, 0) WHERE digest = ${keyOf.address(address)}`
          )
          return { rank, clear: Effect.asVoid(clear) }
        }),
        countMail: (email_key) =>
          Effect.map(add(keyOf.mailbox(email_key)), ({ attempts }) => attempts <= attemptLimits.perMailbox)
      })
    })
  )
}
