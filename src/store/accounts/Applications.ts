import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Application, type ApplicationChange, type ApplicationInput } from "../../domain/accounts/Application.ts"
import { Scope } from "../../domain/accounts/Scope.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { digestOf } from "../keys/Digest.ts"
import { readPage } from "../sql/paging.ts"
import { texts } from "../sql/parameters.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../sql/withinQuota.ts"

const Row = Schema.Struct({
  ...Application.fields,
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})

const OAuthClient = Schema.Struct({
  account_id: Schema.String,
  application_id: Schema.String,
  name: Schema.String,
  secret_digest: Schema.String,
  scopes: Schema.Array(Scope)
})
/** An application as the token endpoint needs it. */
export type OAuthClient = typeof OAuthClient.Type

const queryApplication = queryOne(Row)
const queryClient = queryOne(OAuthClient)

type WithSecret = Application & { readonly client_secret: string }

/** OAuth applications. Only digests of their secrets are stored. */
export class Applications extends Context.Service<
  Applications,
  {
    /** The applications of an account, newest first. */
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<Application>, Unavailable>
    /**
     * Creates an application for the user `made_by` and returns its secret, this one time. An account has at most 100, also when calls
     * race. Joins the open transaction.
     */
    readonly create: (
      account_id: string,
      input: ApplicationInput,
      made_by: string | null
    ) => Effect.Effect<WithSecret, ValidationFailed | SqlError.SqlError>
    /** Issued access tokens lose a disabled scope at once. */
    readonly change: (
      account_id: string,
      id: string,
      change: ApplicationChange
    ) => Effect.Effect<Application, NotFound | Unavailable>
    /** Replaces the secret and returns the new one. Once it returns, the old secret is rejected. */
    readonly regenerate: (
      account_id: string,
      id: string,
      made_by: string | null
    ) => Effect.Effect<WithSecret, NotFound | Unavailable>
    /** Deletes all access tokens of the application and returns their number. */
    readonly revokeTokens: (account_id: string, id: string) => Effect.Effect<number, NotFound | Unavailable>
    /** Deletes the application with its access tokens, and returns it. */
    readonly remove: (account_id: string, id: string) => Effect.Effect<Application, NotFound | Unavailable>
    /** The application of a client id, share-locked until the open transaction ends, which this joins. */
    readonly lockClient: (client_id: string) => Effect.Effect<OAuthClient | undefined, SqlError.SqlError>
  }
>()("tally/store/accounts/Applications") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const columns = sql`application_id AS id, name, client_id, scopes, secret_digest <> '' AS has_secret,
        (SELECT email FROM users WHERE user_id = secret_made_by) AS secret_created_by, created_at, updated_at`
      const found = Effect.fnUntraced(function* (statement: Effect.Effect<unknown, SqlError.SqlError>) {
        return (yield* queryApplication(statement)) ?? (yield* new NotFound())
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
            row: Row
          }).pipe(retried),
        create: Effect.fn("Applications.create")(function* (account_id, { name, scopes }, made_by) {
          yield* withinQuota(
            sql,
            account_id,
            quotas.applications,
            sql`FROM applications WHERE account_id = ${account_id}`
          )
          const client_id = `client_${yield* secrets.random(16, "hex")}`
          const client_secret = yield* newSecret
          const time = yield* now
          const application = yield* queryApplication(sql`
            INSERT INTO applications (account_id, application_id, name, client_id, secret_digest, scopes, created_at, updated_at,
              secret_made_by)
            VALUES (${account_id}, ${yield* makeId("app")}, ${name}, ${client_id}, ${digestOf(client_secret)},
              ${scopeSet(scopes)}, ${time}, ${time}, ${made_by}) RETURNING ${columns}`)
          if (application === undefined) return yield* Effect.die(new Error("The application was not inserted"))
          return { ...application, client_secret }
        }),
        change: Effect.fn("Applications.change")(function* (account_id, id, { name = null, scopes }) {
          return yield* found(sql`
            UPDATE applications SET name = coalesce(${name}, name),
              scopes = CASE WHEN ${scopes !== undefined}::boolean THEN ${scopeSet(scopes)} ELSE scopes END,
              updated_at = ${yield* now}
            WHERE account_id = ${account_id} AND application_id = ${id} RETURNING ${columns}`)
        }, retried),
        regenerate: Effect.fn("Applications.regenerate")(function* (account_id, id, made_by) {
          const client_secret = yield* newSecret
          const application = yield* found(sql`
            UPDATE applications SET secret_digest = ${digestOf(client_secret)}, secret_made_by = ${made_by},
              updated_at = ${yield* now}
            WHERE account_id = ${account_id} AND application_id = ${id} RETURNING ${columns}`)
          return { ...application, client_secret }
        }, retried),
        revokeTokens: Effect.fn("Applications.revokeTokens")(function* (account_id, id) {
          yield* found(
            sql`SELECT ${columns} FROM applications WHERE account_id = ${account_id} AND application_id = ${id}`
          )
          const rows = yield* sql`
            DELETE FROM bearer_tokens WHERE account_id = ${account_id} AND application_id = ${id} RETURNING 1`
          return rows.length
        }, retried),
        remove: Effect.fn("Applications.remove")(function* (account_id, id) {
          return yield* found(sql`
            DELETE FROM applications WHERE account_id = ${account_id} AND application_id = ${id} RETURNING ${columns}`)
        }, retried),
        lockClient: (client_id) =>
          queryClient(sql`SELECT account_id, application_id, name, secret_digest, scopes FROM applications
            WHERE client_id = ${client_id} FOR SHARE`)
      })
    })
  )
}
