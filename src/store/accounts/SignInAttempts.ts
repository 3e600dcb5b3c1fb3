import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { RateLimited } from "../../domain/Errors.ts"
import { attemptLimits } from "../../domain/accounts/SignIn.ts"
import { digestOf } from "../database/Digest.ts"

/** An attempt that was counted as failed. */
interface Attempt {
  /** How many attempts of its address stand in the window, this one included. */
  readonly rank: number
  /** It succeeded: the e-mail's count at this address starts over, and the address is charged nothing. */
  readonly forget: Effect.Effect<void, SqlError.SqlError>
}

/**
 * Failed attempts to sign in, for all processes together, by client address and by e-mail and address. Never by e-mail alone: whoever
 * guesses at somebody's password would lock them out elsewhere.
 */
export class SignInAttempts extends Context.Service<
  SignInAttempts,
  {
    /** Counts an attempt as failed before anything is compared, so that attempts at the same moment are no more than one by one. */
    readonly count: (
      email_key: string,
      address: string,
      perEmailAndAddress?: number
    ) => Effect.Effect<Attempt, RateLimited | SqlError.SqlError>
    /** Counts a mail to an address; false for one too many within the window. */
    readonly countMail: (email_key: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/accounts/SignInAttempts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const nameOf = {
        emailAndAddress: (key: string, ip: string) => digestOf(JSON.stringify([key, ip])),
        address: (ip: string) => digestOf(`address|${ip}`),
        mailbox: (key: string) => digestOf(`mailbox|${key}`)
      }
      const add = Effect.fnUntraced(function* (digest: string) {
        const now = yield* Clock.currentTimeMillis
        const rows = yield* sql<{ readonly attempts: number; readonly since: Date }>`
          INSERT INTO sign_in_attempts AS kept (digest, since, attempts) VALUES (${digest}, ${new Date(now)}, 1)
          ON CONFLICT (digest) DO UPDATE SET
            attempts = CASE WHEN kept.since <= ${new Date(now - attemptLimits.window)} THEN 1
              ELSE least(kept.attempts + 1, 1000000) END,
            since = CASE WHEN kept.since <= ${new Date(now - attemptLimits.window)} THEN excluded.since ELSE kept.since END
          RETURNING attempts, since`
        const { attempts = 0, since = new Date(now) } = rows[0] ?? {}
        return { attempts, wait: since.getTime() + attemptLimits.window - now }
      })
      const addWithin = Effect.fnUntraced(function* (digest: string, limit: number) {
        const { attempts, wait } = yield* add(digest)
        if (attempts <= limit) return attempts
        return yield* new RateLimited({ retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
      })
      return SignInAttempts.of({
        count: Effect.fnUntraced(function* (email_key, address, limit = attemptLimits.perEmailAndAddress) {
          const rank = yield* addWithin(nameOf.address(address), attemptLimits.perAddress)
          const both = nameOf.emailAndAddress(email_key, address)
          yield* addWithin(both, limit)
          const forget = Effect.andThen(
            sql`DELETE FROM sign_in_attempts WHERE digest = ${both}`,
            sql`UPDATE sign_in_attempts SET attempts = greatest(attempts - 1, 0) WHERE digest = ${nameOf.address(address)}`
          )
          return { rank, forget: Effect.asVoid(forget) }
        }),
        countMail: (email_key) =>
          Effect.map(add(nameOf.mailbox(email_key)), ({ attempts }) => attempts <= attemptLimits.perMailbox)
      })
    })
  )
}
