import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import {
  CustomIntegration,
  type CustomIntegrationChange,
  type CustomIntegrationInput
} from "../../domain/integrations/CustomIntegration.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { readPage } from "../sql/paging.ts"
import { IntegrationKind } from "../../domain/integrations/IntegrationKind.ts"
import { type ConnectedShops, makeConnectedShops, secretPlace } from "./ConnectedShops.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { newIntegrationToken } from "./integrationToken.ts"

const Row = Schema.Struct({
  ...CustomIntegration.fields,
  overwrote: Schema.NullOr(
    Schema.Struct({ order_id: Schema.String, store_name: Schema.String, at: Schema.DateTimeUtcFromMillis })
  ),
  rejected_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  last_webhook_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})

const queryIntegration = queryOne(Row)
const queryToken = queryOne(Schema.Struct({ encrypted_token: Schema.String }))
const queryKind = queryOne(Schema.Struct({ kind: IntegrationKind }))
type WithToken = CustomIntegration & { readonly token: string }

/** Store connections. Requests find one by its token's digest; the token itself is stored encrypted so that it can be revealed. */
export class Integrations extends Context.Service<
  Integrations,
  {
    /** The integrations of an account, newest first, with those that are disconnected. */
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<CustomIntegration>, Unavailable>
    /** By the user `made_by`. An account has at most 100 active integrations and 1,000 in all, also when calls race. Joins the open transaction. */
    readonly create: (
      account_id: string,
      input: CustomIntegrationInput,
      made_by: string | null
    ) => Effect.Effect<WithToken, ValidationFailed | SqlError.SqlError>
    readonly change: (
      account_id: string,
      id: string,
      change: CustomIntegrationChange
    ) => Effect.Effect<CustomIntegration, NotFound | Unavailable>
    readonly kindOf: (account_id: string, id: string) => Effect.Effect<IntegrationKind, NotFound | Unavailable>
    readonly reveal: (account_id: string, id: string) => Effect.Effect<string, NotFound | Unavailable>
    /** Replaces the token and returns the new one to the user `made_by`. Once it returns, the old token is unknown. */
    readonly rotate: (
      account_id: string,
      id: string,
      made_by: string | null
    ) => Effect.Effect<WithToken, NotFound | Unavailable>
    /** Makes the integration inactive. Idempotent. */
    readonly disconnect: (account_id: string, id: string) => Effect.Effect<CustomIntegration, NotFound | Unavailable>
  } & ConnectedShops
>()("tally/store/integrations/Integrations") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const columns = (
        account_id: string
      ) => sql`integration_id AS id, kind, store_name, store_url, consent_field, active, rejected_at,
        created_at, updated_at, (SELECT received_at FROM platform_deliveries d WHERE d.account_id = ${account_id}
          AND d.integration_id = integrations.integration_id ORDER BY delivery_id DESC LIMIT 1) AS last_webhook_at,
        CASE WHEN overwrote_at IS NOT NULL THEN json_build_object('order_id', overwrote_order_id::text,
          'store_name', (SELECT other.store_name FROM integrations other WHERE other.account_id = ${account_id}
            AND other.integration_id = integrations.overwrote_integration_id),
          'at', floor(extract(epoch FROM overwrote_at) * 1000)::float8) END AS overwrote`
      // Reads what was written: a distributed database returns no column that another row gives.
      const written = Effect.fnUntraced(function* (
        account_id: string,
        id: string,
        statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
      ) {
        if ((yield* statement).length === 0) return yield* new NotFound()
        const row = yield* queryIntegration(sql`
          SELECT ${columns(account_id)} FROM integrations WHERE account_id = ${account_id} AND integration_id = ${id}`)
        return row ?? (yield* new NotFound())
      })
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      const encryptIfSet = (
        account_id: string,
        id: string,
        name: "secret" | "access token",
        secret: string | undefined
      ) => (secret === undefined ? Effect.succeed(null) : secrets.encrypt(secret, secretPlace(account_id, id, name)))

      return Integrations.of({
        list: (account_id, query) =>
          readPage(sql, query, {
            select: columns(account_id),
            from: sql`FROM integrations WHERE account_id = ${account_id}`,
            order: sql`created_at DESC, integration_id DESC`,
            row: Row
          }).pipe(retried),
        create: Effect.fn("Integrations.create")(function* (account_id, input, made_by) {
          const {
            store_name,
            store_url,
            kind = "custom",
            consent_field = null,
            store_hash = null,
            access_token
          } = input
          const all = sql`FROM integrations WHERE account_id = ${account_id}`
          yield* withinQuota(sql, account_id, quotas.activeIntegrations, sql`${all} AND active`)
          yield* withinQuota(sql, account_id, quotas.integrations, all)
          const id = yield* makeId("int")
          const { token, digest, encrypted } = yield* newIntegrationToken(secrets, account_id, id)
          const time = yield* now
          const secret = kind === "custom" ? undefined : (input.secret ?? (yield* secrets.random(32, "hex")))
          const inserted = sql`
            INSERT INTO integrations (account_id, integration_id, kind, store_name, store_url, consent_field, digest, encrypted_token,
              encrypted_secret, store_hash, encrypted_access_token, active, token_made_by, created_at, updated_at)
            VALUES (${account_id}, ${id}, ${kind}, ${store_name}, ${store_url}, ${consent_field}, ${digest}, ${encrypted},
              ${yield* encryptIfSet(account_id, id, "secret", secret)}, ${store_hash},
              ${yield* encryptIfSet(account_id, id, "access token", access_token)}, true, ${made_by}, ${time}, ${time})
            RETURNING 1`
          const integration = yield* Effect.catchTag(written(account_id, id, inserted), "NotFound", Effect.die)
          return { ...integration, token }
        }),
        change: Effect.fn("Integrations.change")(function* (account_id, id, change) {
          const { store_name = null, store_url = null, store_hash = null, secret, access_token } = change
          const setsField = change.consent_field !== undefined
          return yield* written(
            account_id,
            id,
            sql`
            UPDATE integrations SET store_name = coalesce(${store_name}, store_name),
              store_url = coalesce(${store_url}, store_url), store_hash = coalesce(${store_hash}, store_hash),
              consent_field = CASE WHEN ${setsField}::boolean THEN ${change.consent_field ?? null} ELSE consent_field END,
              encrypted_secret = CASE WHEN kind <> 'custom' THEN coalesce(${yield* encryptIfSet(account_id, id, "secret", secret)}, encrypted_secret) END,
              encrypted_access_token = coalesce(${yield* encryptIfSet(account_id, id, "access token", access_token)},
                encrypted_access_token),
              updated_at = ${yield* now}
            WHERE account_id = ${account_id} AND integration_id = ${id} RETURNING 1`
          )
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
        rotate: Effect.fn("Integrations.rotate")(function* (account_id, id, made_by) {
          const { token, digest, encrypted } = yield* newIntegrationToken(secrets, account_id, id)
          const integration = yield* written(
            account_id,
            id,
            sql`
            UPDATE integrations SET digest = ${digest}, encrypted_token = ${encrypted}, token_made_by = ${made_by}, updated_at = ${yield* now}
            WHERE account_id = ${account_id} AND integration_id = ${id} RETURNING 1`
          )
          return { ...integration, token }
        }, retried),
        disconnect: Effect.fn("Integrations.disconnect")(function* (account_id, id) {
          return yield* written(
            account_id,
            id,
            sql`
            UPDATE integrations SET active = false, updated_at = CASE WHEN active THEN ${yield* now} ELSE updated_at END
            WHERE account_id = ${account_id} AND integration_id = ${id} RETURNING 1`
          )
        }, retried),
        ...(yield* makeConnectedShops)
      })
    })
  )
}
