import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Application, type ApplicationChange, type ApplicationInput } from "../../domain/accounts/Application.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { digestOf } from "../database/Digest.ts"
import { readPage } from "../database/paging.ts"
import { texts } from "../database/parameters.ts"
import { Secrets } from "../database/Secrets.ts"
import { retried, transactOnce } from "../database/Transaction.ts"
import { withinQuota } from "../database/withinQuota.ts"

const Row = Schema.Struct({
  ...Application.fields,
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})

const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

type WithSecret = Application & { readonly client_secret: string }

/** OAuth applications: digests of secrets that were shown once. */
export class Applications extends Context.Service<
  Applications,
  {
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<Application>, Unavailable>
    /** Gives the secret, this one time, to the user `made_by`. */
    readonly create: (
      account_id: string,
      input: ApplicationInput,
      made_by: string | null
    ) => Effect.Effect<WithSecret, ValidationFailed | Unavailable>
    /** A scope that is no longer enabled is lost to tokens already issued, at once. */
    readonly change: (
      account_id: string,
      id: string,
      change: ApplicationChange
    ) => Effect.Effect<Application, NotFound | Unavailable>
    /** A new secret; the old one is of no use from the answer on. */
    readonly regenerate: (
      account_id: string,
      id: string,
      made_by: string | null
    ) => Effect.Effect<WithSecret, NotFound | Unavailable>
    /** Kills all access tokens of the application and gives their number. */
    readonly revokeTokens: (account_id: string, id: string) => Effect.Effect<number, NotFound | Unavailable>
    /** Deletes the application and its tokens. Gives it as it was. */
    readonly remove: (account_id: string, id: string) => Effect.Effect<Application, NotFound | Unavailable>
  }
>()("tally/store/accounts/Applications") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const columns = sql`application_id AS id, name, client_id, scopes, secret_digest <> '' AS has_secret,
        (SELECT email FROM users WHERE user_id = secret_made_by) AS secret_created_by, created_at, updated_at`
      const found = Effect.fnUntraced(function* (rows: unknown) {
        const [application] = yield* Effect.orDie(decode(rows))
        return application ?? (yield* new NotFound())
      })
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      const newSecret = Effect.map(secrets.random(32, "base64url"), (random) => `secret_${random}`)
      const scopeSet = (scopes: ApplicationInput["scopes"] = []) => texts([...new Set(scopes)].sort())

      return Applications.of({
        list: (account_id, query) =>
          readPage(sql, query, {
            select: columns,
            from: sql`FROM applications WHERE account_id = ${account_id}`,
            order: sql`created_at DESC, application_id DESC`,
            decode
          }).pipe(retried),
        create: Effect.fn("Applications.create")(function* (account_id, { name, scopes }, made_by) {
          const all = sql`FROM applications WHERE account_id = ${account_id}`
          yield* withinQuota(sql, account_id, quotas.applications, all)
          const client_id = `client_${yield* secrets.random(16, "hex")}`
          const client_secret = yield* newSecret
          const time = yield* now
          const rows = yield* sql`
              INSERT INTO applications (account_id, application_id, name, client_id, secret_digest, scopes, created_at, updated_at,
                secret_made_by)
              VALUES (${account_id}, ${yield* makeId("app")}, ${name}, ${client_id}, ${digestOf(client_secret)},
                ${scopeSet(scopes)}, ${time}, ${time}, ${made_by}) RETURNING ${columns}`
          return { ...(yield* Effect.orDie(found(rows))), client_secret }
        }, transactOnce(sql)),
        change: Effect.fn("Applications.change")(function* (account_id, id, { name = null, scopes }) {
          return yield* found(
            yield* sql`UPDATE applications SET name = coalesce(${name}, name),
                scopes = CASE WHEN ${scopes !== undefined}::boolean THEN ${scopeSet(scopes)} ELSE scopes END,
                updated_at = ${yield* now}
              WHERE account_id = ${account_id} AND application_id = ${id} RETURNING ${columns}`
          )
        }, retried),
        regenerate: Effect.fn("Applications.regenerate")(function* (account_id, id, made_by) {
          const client_secret = yield* newSecret
          const rows =
            yield* sql`UPDATE applications SET secret_digest = ${digestOf(client_secret)}, secret_made_by = ${made_by},
                updated_at = ${yield* now}
              WHERE account_id = ${account_id} AND application_id = ${id} RETURNING ${columns}`
          return { ...(yield* found(rows)), client_secret }
        }, retried),
        revokeTokens: Effect.fn("Applications.revokeTokens")(function* (account_id, id) {
          yield* found(
            yield* sql`SELECT ${columns} FROM applications WHERE account_id = ${account_id} AND application_id = ${id}`
          )
          const rows = yield* sql`
              DELETE FROM bearer_tokens WHERE account_id = ${account_id} AND application_id = ${id} RETURNING 1`
          return rows.length
        }, retried),
        remove: Effect.fn("Applications.remove")(function* (account_id, id) {
          return yield* found(
            yield* sql`DELETE FROM applications
              WHERE account_id = ${account_id} AND application_id = ${id} RETURNING ${columns}`
          )
        }, retried)
      })
    })
  )
}
