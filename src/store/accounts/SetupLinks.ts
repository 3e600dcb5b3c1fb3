import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { digestOf } from "../keys/Digest.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { keepNewest } from "../sql/withinQuota.ts"

const UsedLink = Schema.Struct({ user_id: Schema.NullOr(Schema.String), proves: Schema.Boolean })
type UsedLink = typeof UsedLink.Type

const queryLink = queryOne(UsedLink)

interface Options {
  /** 7 days by default. */
  readonly lifetime?: Duration.Input
  /** The use of the link proves the user's address: the link is mailed there, or the operator hands it out. */
  readonly proves: boolean
  /** The owner who sees the link. It ends when that user ceases to be an owner. */
  readonly made_by?: string
}

/** One-time links to set a password. Only digests of their secrets are stored. Every member joins the open transaction. */
export class SetupLinks extends Context.Service<
  SetupLinks,
  {
    /** Creates a link for a user, or with null for the first owner, and returns its secret, this one time. */
    readonly create: (user_id: string | null, options: Options) => Effect.Effect<string, SqlError.SqlError>
    /** Whether a usable link for the first owner exists. */
    readonly firstOwnerLinkExists: Effect.Effect<boolean, SqlError.SqlError>
    readonly isUsable: (secret: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Uses the link up. Of racing calls one gets the link, the others undefined. */
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
          // By expiry: links for forgotten passwords, which anyone can request, expire sooner and so are deleted first.
          if (user_id !== null)
            yield* keepNewest(sql, newestKept.setupLinks, {
              table: "setup_links",
              key: sql`digest`,
              where: sql`user_id = ${user_id}`,
              order: sql`expires_at`
            })
          return secret
        }),
        firstOwnerLinkExists: Effect.flatMap(now, (time) =>
          Effect.map(
            sql`SELECT 1 FROM setup_links WHERE user_id IS NULL AND used_at IS NULL AND expires_at > ${time} LIMIT 1`,
            (rows) => rows.length > 0
          )
        ),
        isUsable: Effect.fnUntraced(function* (secret) {
          const rows = yield* sql`SELECT 1 FROM setup_links
            WHERE digest = ${digestOf(secret)} AND used_at IS NULL AND expires_at > ${yield* now}`
          return rows.length > 0
        }),
        use: Effect.fnUntraced(function* (secret) {
          const time = yield* now
          return yield* queryLink(sql`UPDATE setup_links SET used_at = ${time}
            WHERE digest = ${digestOf(secret)} AND used_at IS NULL AND expires_at > ${time} RETURNING user_id, proves`)
        })
      })
    })
  )
}
