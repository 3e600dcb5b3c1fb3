import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ApiToken, type ApiTokenInput, lifetimeDays } from "../../domain/accounts/ApiToken.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { newestKept, quotas } from "../../domain/capacity/quotas.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { digestOf } from "../database/Digest.ts"
import { readPage } from "../database/paging.ts"
import { texts } from "../database/parameters.ts"
import { Secrets } from "../database/Secrets.ts"
import { retried, transactOnce } from "../database/Transaction.ts"
import { keepNewest, withinQuota } from "../database/withinQuota.ts"

const Row = Schema.Struct({
  ...ApiToken.fields,
  expires_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  last_used_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  created_at: Schema.DateTimeUtcFromDate
})

const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

/** API tokens: digests of secrets that were shown once. */
export class Tokens extends Context.Service<
  Tokens,
  {
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<ApiToken>, Unavailable>
    /** Gives the secret, this one time, to the user `made_by`. Exactly 25 can be active at once, also when calls race. */
    readonly create: (
      account_id: string,
      input: ApiTokenInput,
      made_by: string | null
    ) => Effect.Effect<ApiToken & { readonly token: string }, ValidationFailed | Unavailable>
    /** Adds the original duration to the expiry: it never shortens, and raced renewals add up. */
    readonly renew: (
      account_id: string,
      id: string
    ) => Effect.Effect<ApiToken, NotFound | ValidationFailed | Unavailable>
    /** Idempotent. Holds on every process from its answer on. */
    readonly revoke: (account_id: string, id: string) => Effect.Effect<ApiToken, NotFound | Unavailable>
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
      const one = (rows: unknown) => Effect.map(Effect.orDie(decode(rows)), ([token]) => token)
      const find = Effect.fnUntraced(function* (account_id: string, id: string) {
        const rows = yield* sql`SELECT ${yield* columns} FROM bearer_tokens
          WHERE account_id = ${account_id} AND token_id = ${id} AND kind = 'api'`
        return (yield* one(rows)) ?? (yield* new NotFound())
      })

      return Tokens.of({
        list: Effect.fn("Tokens.list")(function* (account_id, query) {
          return yield* readPage(sql, query, {
            select: yield* columns,
            from: sql`FROM bearer_tokens WHERE account_id = ${account_id} AND kind = 'api'`,
            order: sql`created_at DESC, token_id DESC`,
            decode
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
          const rows = yield* sql`
            WITH clock AS MATERIALIZED (SELECT ${yield* time} AS now)
            INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, lifetime_seconds, expires_at, created_at,
              made_by)
            SELECT ${account_id}, ${yield* makeId("tok")}, 'api', ${name}, ${digestOf(secret)}, ${texts([...new Set(scopes)])},
              ${days}::int * 86400, now + ${days}::int * interval '86400 seconds', now, ${made_by}
            FROM clock RETURNING ${yield* columns}`
          const token = (yield* one(rows)) ?? (yield* Effect.die(new Error("The token was not made")))
          return { ...token, token: secret }
        }, transactOnce(sql)),
        renew: Effect.fn("Tokens.renew")(function* (account_id, id) {
          const rows = yield* sql`
            UPDATE bearer_tokens SET expires_at = expires_at + lifetime_seconds * interval '1 second'
            WHERE account_id = ${account_id} AND token_id = ${id} AND kind = 'api' AND revoked_at IS NULL
              AND expires_at > ${yield* time} AND lifetime_seconds IS NOT NULL
            RETURNING ${yield* columns}`
          const renewed = yield* one(rows)
          if (renewed !== undefined) return renewed
          const { status } = yield* find(account_id, id)
          return yield* invalid("id", status === "active" ? "The token does not expire" : `The token is ${status}`)
        }, transactOnce(sql)),
        revoke: Effect.fn("Tokens.revoke")(function* (account_id, id) {
          const rows = yield* sql`
            UPDATE bearer_tokens SET revoked_at = coalesce(revoked_at, ${yield* time})
            WHERE account_id = ${account_id} AND token_id = ${id} AND kind = 'api' RETURNING ${yield* columns}`
          return (yield* one(rows)) ?? (yield* new NotFound())
        }, retried)
      })
    })
  )
}
