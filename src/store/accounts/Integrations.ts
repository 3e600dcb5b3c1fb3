import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import {
  CustomIntegration,
  type CustomIntegrationChange,
  type CustomIntegrationInput
} from "../../domain/accounts/CustomIntegration.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { digestOf } from "../database/Digest.ts"
import { readPage } from "../database/paging.ts"
import { StoreKind } from "../../domain/integrations/StoreKind.ts"
import { secretPlace } from "../integrations/ConnectedStores.ts"
import { queryOne } from "../database/query.ts"
import { Secrets } from "../database/Secrets.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../database/withinQuota.ts"

const Row = Schema.Struct({
  ...CustomIntegration.fields,
  rejected_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})

const queryIntegration = queryOne(Row)
const queryToken = queryOne(Schema.Struct({ encrypted_token: Schema.String }))
const queryKind = queryOne(Schema.Struct({ kind: StoreKind }))
type WithToken = CustomIntegration & { readonly token: string }

/** Store connections. Requests find one by its token's digest; the token itself is stored encrypted so that it can be revealed. */
export class Integrations extends Context.Service<
  Integrations,
  {
    /** The integrations of an account, newest first, with those that are disconnected. */
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<CustomIntegration>, Unavailable>
    /** An account has at most 100 active integrations and 1,000 in all, also when calls race. Joins the open transaction. */
    readonly create: (
      account_id: string,
      input: CustomIntegrationInput
    ) => Effect.Effect<WithToken, ValidationFailed | SqlError.SqlError>
    readonly change: (
      account_id: string,
      id: string,
      change: CustomIntegrationChange
    ) => Effect.Effect<CustomIntegration, NotFound | Unavailable>
    readonly kindOf: (account_id: string, id: string) => Effect.Effect<StoreKind, NotFound | Unavailable>
    readonly reveal: (account_id: string, id: string) => Effect.Effect<string, NotFound | Unavailable>
    /** Replaces the token and returns the new one. Once it returns, the old token is unknown. */
    readonly rotate: (account_id: string, id: string) => Effect.Effect<WithToken, NotFound | Unavailable>
    /** Makes the integration inactive. Idempotent. */
    readonly disconnect: (account_id: string, id: string) => Effect.Effect<CustomIntegration, NotFound | Unavailable>
  }
>()("tally/store/accounts/Integrations") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const columns = sql`integration_id AS id, kind, store_name, store_url, active, rejected_at, created_at, updated_at`
      const found = Effect.fnUntraced(function* (statement: Effect.Effect<unknown, SqlError.SqlError>) {
        return (yield* queryIntegration(statement)) ?? (yield* new NotFound())
      })
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      const newToken = Effect.fnUntraced(function* (account_id: string, id: string) {
        const token = `integration_${yield* secrets.random(20, "hex")}`
        return { token, digest: digestOf(token), encrypted: yield* secrets.encrypt(token, `${account_id}|${id}`) }
      })
      const encryptIfSet = (
        account_id: string,
        id: string,
        name: "secret" | "access token",
        secret: string | undefined
      ) => (secret === undefined ? Effect.succeed(null) : secrets.encrypt(secret, secretPlace(account_id, id, name)))

      return Integrations.of({
        list: (account_id, query) =>
          readPage(sql, query, {
            select: columns,
            from: sql`FROM integrations WHERE account_id = ${account_id}`,
            order: sql`created_at DESC, integration_id DESC`,
            row: Row
          }).pipe(retried),
        create: Effect.fn("Integrations.create")(function* (account_id, input) {
          const { store_name, store_url, kind = "custom", store_hash = null, access_token } = input
          const all = sql`FROM integrations WHERE account_id = ${account_id}`
          yield* withinQuota(sql, account_id, quotas.activeIntegrations, sql`${all} AND active`)
          yield* withinQuota(sql, account_id, quotas.integrations, all)
          const id = yield* makeId("int")
          const { token, digest, encrypted } = yield* newToken(account_id, id)
          const time = yield* now
          const secret = kind === "custom" ? undefined : (input.secret ?? (yield* secrets.random(32, "hex")))
          const integration = yield* queryIntegration(sql`
            INSERT INTO integrations (account_id, integration_id, kind, store_name, store_url, digest, encrypted_token,
              encrypted_secret, store_hash, encrypted_access_token, active, created_at, updated_at)
            VALUES (${account_id}, ${id}, ${kind}, ${store_name}, ${store_url}, ${digest}, ${encrypted},
              ${yield* encryptIfSet(account_id, id, "secret", secret)}, ${store_hash},
              ${yield* encryptIfSet(account_id, id, "access token", access_token)}, true, ${time}, ${time})
            RETURNING ${columns}`)
          if (integration === undefined) return yield* Effect.die(new Error("The integration was not inserted"))
          return { ...integration, token }
        }),
        change: Effect.fn("Integrations.change")(function* (account_id, id, change) {
          const { store_name = null, store_url = null, store_hash = null, secret, access_token } = change
          return yield* found(sql`
            UPDATE integrations SET store_name = coalesce(${store_name}, store_name),
              store_url = coalesce(${store_url}, store_url), store_hash = coalesce(${store_hash}, store_hash),
              encrypted_secret = CASE WHEN kind <> 'custom' THEN coalesce(${yield* encryptIfSet(account_id, id, "secret", secret)}, encrypted_secret) END,
              encrypted_access_token = coalesce(${yield* encryptIfSet(account_id, id, "access token", access_token)},
                encrypted_access_token),
              updated_at = ${yield* now}
            WHERE account_id = ${account_id} AND integration_id = ${id} RETURNING ${columns}`)
        }, retried),
        kindOf: Effect.fnUntraced(function* (account_id, id) {
          const row = yield* queryKind(sql`SELECT kind FROM integrations
            WHERE account_id = ${account_id} AND integration_id = ${id}`)
          return row?.kind ?? (yield* new NotFound())
        }, retried),
        reveal: Effect.fn("Integrations.reveal")(function* (account_id, id) {
          const row = yield* queryToken(sql`SELECT encrypted_token FROM integrations
            WHERE account_id = ${account_id} AND integration_id = ${id}`)
          if (row === undefined) return yield* new NotFound()
          return yield* secrets.decrypt(row.encrypted_token, `${account_id}|${id}`)
        }, retried),
        rotate: Effect.fn("Integrations.rotate")(function* (account_id, id) {
          const { token, digest, encrypted } = yield* newToken(account_id, id)
          const integration = yield* found(sql`
            UPDATE integrations SET digest = ${digest}, encrypted_token = ${encrypted}, updated_at = ${yield* now}
            WHERE account_id = ${account_id} AND integration_id = ${id} RETURNING ${columns}`)
          return { ...integration, token }
        }, retried),
        disconnect: Effect.fn("Integrations.disconnect")(function* (account_id, id) {
          return yield* found(sql`
            UPDATE integrations SET active = false, updated_at = CASE WHEN active THEN ${yield* now} ELSE updated_at END
            WHERE account_id = ${account_id} AND integration_id = ${id} RETURNING ${columns}`)
        }, retried)
      })
    })
  )
}
