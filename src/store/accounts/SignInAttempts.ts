import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { attemptLimits } from "../../domain/accounts/SignIn.ts"
import { RateLimited } from "../../domain/Errors.ts"
import { digestOf } from "../keys/Digest.ts"
import { queryOne } from "../sql/query.ts"

const queryCount = queryOne(Schema.Struct({ attempts: Schema.Int, since: Schema.Date }))

/** An attempt, counted as failed until `clear` runs. */
interface Attempt {
  /** How many attempts the client address has in the window, with this one. */
  readonly rank: number
  /** The attempt succeeded: resets the count of e-mail and address, and takes the attempt off the address's count. */
  readonly clear: Effect.Effect<void, SqlError.SqlError>
}

/**
 * Failed sign-in attempts across all processes, per client address and per e-mail and client address. Never per e-mail alone: a
 * stranger could lock a user out.
 */
export class SignInAttempts extends Context.Service<
  SignInAttempts,
  {
    /** Counts an attempt as failed before the password is compared, so that concurrent attempts cannot exceed the limit. */
    readonly count: (
      email_key: string,
      address: string,
      perEmailAndAddress?: number
    ) => Effect.Effect<Attempt, RateLimited | SqlError.SqlError>
    /** Counts a mail to an address. False beyond the limit of the window. */
    readonly countMail: (email_key: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/accounts/SignInAttempts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
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
      return SignInAttempts.of({
        count: Effect.fnUntraced(function* (email_key, address, limit = attemptLimits.perEmailAndAddress) {
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
