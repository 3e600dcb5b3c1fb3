import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { digestOf } from "../database/Digest.ts"
import { Secrets } from "../database/Secrets.ts"
import { keepNewest } from "../database/withinQuota.ts"

const UsedLink = Schema.Struct({ user_id: Schema.NullOr(Schema.String), proves: Schema.Boolean })
type UsedLink = typeof UsedLink.Type

const decode = Schema.decodeUnknownEffect(Schema.Array(UsedLink))

interface Options {
  /** 7 days unless said. */
  readonly lifetime?: Duration.Input
  /** Whether its use proves the user's address: it is mailed there, or the operator hands it out. */
  readonly proves: boolean
  /** The owner it is shown to; the link ends when they are an owner no more. */
  readonly made_by?: string
}

/** One-time links to set a password, kept as digests. Every member joins the open transaction. */
export class SetupLinks extends Context.Service<
  SetupLinks,
  {
    /** For a user, or with null for whoever comes first to be the first owner. Gives the secret, this one time. */
    readonly create: (user_id: string | null, options: Options) => Effect.Effect<string, SqlError.SqlError>
    /** Whether a link for the first owner can still be used. */
    readonly waiting: Effect.Effect<boolean, SqlError.SqlError>
    readonly usable: (secret: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Uses the link up: of calls that race, one gets whom it is for, the others undefined. */
    readonly use: (secret: string) => Effect.Effect<UsedLink | undefined, SqlError.SqlError>
  }
>()("tally/store/accounts/SetupLinks") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      return SetupLinks.of({
        create: Effect.fnUntraced(function* (user_id, { lifetime = "7 days", proves, made_by }) {
          const secret = yield* secrets.random(32, "base64url")
          const expires_at = new Date((yield* Clock.currentTimeMillis) + Duration.toMillis(lifetime))
          yield* sql`INSERT INTO setup_links (digest, user_id, expires_at, proves, made_by)
            VALUES (${digestOf(secret)}, ${user_id}, ${expires_at}, ${proves}, ${made_by ?? null})`
          // Links that strangers ask for run out sooner than those that owners make, and so go first.
          if (user_id !== null)
            yield* keepNewest(sql, newestKept.setupLinks, {
              table: "setup_links",
              key: sql`digest`,
              where: sql`user_id = ${user_id}`,
              order: sql`expires_at`
            })
          return secret
        }),
        waiting: Effect.flatMap(now, (time) =>
          Effect.map(
            sql`SELECT 1 FROM setup_links WHERE user_id IS NULL AND used_at IS NULL AND expires_at > ${time} LIMIT 1`,
            (rows) => rows.length > 0
          )
        ),
        usable: Effect.fnUntraced(function* (secret) {
          const rows = yield* sql`SELECT 1 FROM setup_links
            WHERE digest = ${digestOf(secret)} AND used_at IS NULL AND expires_at > ${yield* now}`
          return rows.length > 0
        }),
        use: Effect.fnUntraced(function* (secret) {
          const time = yield* now
          const rows = yield* sql`UPDATE setup_links SET used_at = ${time}
            WHERE digest = ${digestOf(secret)} AND used_at IS NULL AND expires_at > ${time} RETURNING user_id, proves`
          const [link] = yield* Effect.orDie(decode(rows))
          return link
        })
      })
    })
  )
}
