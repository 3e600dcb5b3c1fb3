import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { emptyProfile, type SenderProfile } from "../../domain/messages/SenderProfile.ts"
import { queryOne } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"

const text = Schema.NullOr(Schema.String)

/** The columns of a `SenderProfile`. */
export const ProfileRow = Schema.Struct({
  from_name: text,
  from_email: text,
  reply_to: text,
  postal_address: text,
  logo_url: text,
  color: text
})

const queryProfile = queryOne(ProfileRow)

/** The senders of accounts (contract §12). */
export class Senders extends Context.Service<
  Senders,
  {
    /** Empty for an account that has set nothing. */
    readonly profile: (account_id: string) => Effect.Effect<SenderProfile, Unavailable>
    /** Replaces the profile. */
    readonly saveProfile: (account_id: string, profile: SenderProfile) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/messages/Senders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Senders.of({
        profile: (account_id) =>
          queryProfile(sql`SELECT from_name, from_email, reply_to, postal_address, logo_url, color FROM senders
            WHERE account_id = ${account_id}`).pipe(
            retried,
            Effect.map((row = emptyProfile) => row)
          ),
        saveProfile: Effect.fn("Senders.saveProfile")(function* (account_id, profile) {
          const { from_name, from_email, reply_to, postal_address, logo_url, color } = profile
          yield* sql`
            INSERT INTO senders AS kept (account_id, from_name, from_email, reply_to, postal_address, logo_url, color, updated_at)
            VALUES (${account_id}, ${from_name}, ${from_email}, ${reply_to}, ${postal_address}, ${logo_url}, ${color},
              ${new Date(yield* Clock.currentTimeMillis)})
            ON CONFLICT (account_id) DO UPDATE SET from_name = excluded.from_name, from_email = excluded.from_email,
              reply_to = excluded.reply_to, postal_address = excluded.postal_address, logo_url = excluded.logo_url,
              color = excluded.color, version = kept.version + 1, updated_at = excluded.updated_at`
        }, retried)
      })
    })
  )
}
