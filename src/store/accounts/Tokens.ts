import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ApiToken, type ApiTokenInput, lifetimeDays } from "../../domain/accounts/ApiToken.ts"
import { accessTokenLifetime } from "../../domain/accounts/Application.ts"
import type { Scope } from "../../domain/accounts/Scope.ts"
import { newestKept, quotas } from "../../domain/capacity/quotas.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { digestOf } from "../keys/Digest.ts"
import { readPage } from "../sql/paging.ts"
import { texts } from "../sql/parameters.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { retried } from "../database/Transaction.ts"
import { keepNewest, withinQuota } from "../sql/withinQuota.ts"
import type { OAuthClient } from "./Applications.ts"

const Row = Schema.Struct({
  ...ApiToken.fields,
  expires_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  last_used_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  created_at: Schema.DateTimeUtcFromDate
})

const queryToken = queryOne(Row)
const queryCreation = queryOne(Schema.Struct({ created_at: Schema.Date }))

/** Bearer tokens: API tokens that users create, and OAuth access tokens. Only digests of the secrets are stored. */
export class Tokens extends Context.Service<
  Tokens,
  {
    /** The API tokens of an account, newest first. */
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<ApiToken>, Unavailable>
    /**
     * Creates an API token for the user `made_by` and returns its secret, this one time. At most 25 are active, also when calls race.
     * Joins the open transaction.
     */
    readonly create: (
      account_id: string,
      input: ApiTokenInput,
      made_by: string | null
    ) => Effect.Effect<ApiToken & { readonly token: string }, ValidationFailed | SqlError.SqlError>
    /** Adds the original lifetime to the expiry; concurrent renewals add up. Joins the open transaction. */
    readonly renew: (
      account_id: string,
      id: string
    ) => Effect.Effect<ApiToken, NotFound | ValidationFailed | SqlError.SqlError>
    /** Idempotent. Once it returns, every process rejects the token. */
    readonly revoke: (account_id: string, id: string) => Effect.Effect<ApiToken, NotFound | Unavailable>
    /**
     * Issues an OAuth access token for 7,200 s by the clock of admission; `created_at` is in milliseconds. Deletes the client's expired
     * tokens and all but its newest 1,000. Joins the open transaction.
     */
    readonly issueAccessToken: (
      client: OAuthClient,
      scopes: ReadonlyArray<Scope>
    ) => Effect.Effect<{ readonly token: string; readonly created_at: number }, SqlError.SqlError>
  }
>()("tally/store/accounts/Tokens") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const time = yield* databaseTime(sql)
      const columns = Effect.map(
        time,
        (now) => sql`token_id AS id, name, scopes, expires_at, last_used_at, created_at,
          (SELECT email FROM users WHERE user_id = made_by) AS created_by,
          CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= ${now} THEN 'expired' ELSE 'active' END AS status`
      )
      const find = Effect.fnUntraced(function* (account_id: string, id: string) {
        const token = yield* queryToken(sql`SELECT ${yield* columns} FROM bearer_tokens
          WHERE account_id = ${account_id} AND token_id = ${id} AND kind = 'api'`)
        return token ?? (yield* new NotFound())
      })

      return Tokens.of({
        list: Effect.fn("Tokens.list")(function* (account_id, query) {
          return yield* readPage(sql, query, {
            select: yield* columns,
            from: sql`FROM bearer_tokens WHERE account_id = ${account_id} AND kind = 'api'`,
            order: sql`created_at DESC, token_id DESC`,
            row: Row
          })
        }, retried),
        create: Effect.fn("Tokens.create")(function* (account_id, input, made_by) {
          const { name, scopes, expires_in = null } = input
          const secret = `service_${yield* secrets.random(20, "hex")}`
          const days = expires_in === null ? null : lifetimeDays[expires_in]
          const ended = sql`account_id = ${account_id} AND kind = 'api'
            AND (revoked_at IS NOT NULL OR expires_at <= ${yield* time})`
          const active = sql`FROM bearer_tokens WHERE account_id = ${account_id} AND kind = 'api' AND revoked_at IS NULL
            AND (expires_at IS NULL OR expires_at > ${yield* time})`
          yield* withinQuota(sql, account_id, quotas.activeTokens, active)
          yield* keepNewest(sql, newestKept.endedTokens, {
            table: "bearer_tokens",
            key: sql`account_id, token_id`,
            where: ended,
            order: sql`least(expires_at, revoked_at)`
          })
          const token = yield* queryToken(sql`
            WITH clock AS MATERIALIZED (SELECT ${yield* time} AS now)
            INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, lifetime_seconds, expires_at, created_at,
              made_by)
            SELECT ${account_id}, ${yield* makeId("tok")}, 'api', ${name}, ${digestOf(secret)}, ${texts([...new Set(scopes)])},
              ${days}::int * 86400, now + ${days}::int * interval '86400 seconds', now, ${made_by}
            FROM clock RETURNING ${yield* columns}`)
          if (token === undefined) return yield* Effect.die(new Error("The token was not inserted"))
          return { ...token, token: secret }
        }),
        renew: Effect.fn("Tokens.renew")(function* (account_id, id) {
          const renewed = yield* queryToken(sql`
            UPDATE bearer_tokens SET expires_at = expires_at + lifetime_seconds * interval '1 second'
            WHERE account_id = ${account_id} AND token_id = ${id} AND kind = 'api' AND revoked_at IS NULL
              AND expires_at > ${yield* time} AND lifetime_seconds IS NOT NULL
            RETURNING ${yield* columns}`)
          if (renewed !== undefined) return renewed
          const { status } = yield* find(account_id, id)
          return yield* invalid("id", status === "active" ? "The token does not expire" : `The token is ${status}`)
        }),
        revoke: Effect.fn("Tokens.revoke")(function* (account_id, id) {
          const revoked = yield* queryToken(sql`
            UPDATE bearer_tokens SET revoked_at = coalesce(revoked_at, ${yield* time})
            WHERE account_id = ${account_id} AND token_id = ${id} AND kind = 'api' RETURNING ${yield* columns}`)
          return revoked ?? (yield* new NotFound())
        }, retried),
        issueAccessToken: Effect.fnUntraced(function* ({ account_id, application_id, name }, scopes) {
          const token = `access_${yield* secrets.random(32, "base64url")}`
          yield* sql`DELETE FROM bearer_tokens
            WHERE account_id = ${account_id} AND application_id = ${application_id} AND expires_at <= ${yield* time}`
          const row = yield* queryCreation(sql`
            WITH clock AS MATERIALIZED (SELECT ${yield* time} AS now)
            INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, application_id, lifetime_seconds,
              expires_at, created_at)
            SELECT ${account_id}, ${yield* makeId("tok")}, 'oauth', ${name}, ${digestOf(token)}, ${texts(scopes)},
              ${application_id}, ${accessTokenLifetime}::int, now + ${accessTokenLifetime}::int * interval '1 second', now
            FROM clock RETURNING created_at`)
          yield* keepNewest(sql, newestKept.accessTokens, {
            table: "bearer_tokens",
            key: sql`account_id, token_id`,
            where: sql`account_id = ${account_id} AND application_id = ${application_id}`,
            order: sql`expires_at`
          })
          return { token, created_at: row?.created_at.getTime() ?? 0 }
        })
      })
    })
  )
}
