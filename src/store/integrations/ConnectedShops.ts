import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { ConnectedShop } from "../../domain/integrations/CustomIntegration.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { IntegrationKind } from "../../domain/integrations/IntegrationKind.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { retried } from "../database/Transaction.ts"

const queryShop = queryOne(
  Schema.Struct({
    kind: IntegrationKind,
    store_url: Schema.String,
    digest: Schema.String,
    encrypted_secret: Schema.String,
    store_hash: Schema.NullOr(Schema.String),
    encrypted_access_token: Schema.NullOr(Schema.String),
    consent_field: Schema.NullOr(Schema.String),
    created_at: Millis
  })
)

const queryCountry = queryOne(Schema.Struct({ default_country: Schema.String }))

/** The place that a secret of an integration is encrypted for. */
export const secretPlace = (account_id: string, id: string, name: "secret" | "access token") =>
  `${account_id}|${id}|${name}`

// Milliseconds between two notes of a rejected webhook.
const rejectionPause = 60_000

/** Connected stores as their webhooks need them. */
export interface ConnectedShops {
  /** The active store of a platform with its secrets; undefined for a custom, disconnected or unknown one. */
  readonly findShop: (account_id: string, id: string) => Effect.Effect<ConnectedShop | undefined, Unavailable>
  /** Notes that a webhook had a bad signature, at most once a minute. */
  readonly noteRejection: (store: ConnectedShop) => Effect.Effect<void, Unavailable>
}

export const makeConnectedShops = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const secrets = yield* Secrets
  const part: ConnectedShops = {
    findShop: Effect.fnUntraced(function* (account_id, id) {
      const row =
        yield* queryShop(sql`SELECT kind, store_url, digest, encrypted_secret, store_hash, encrypted_access_token, consent_field,
              created_at
            FROM integrations WHERE account_id = ${account_id} AND integration_id = ${id} AND active
              AND encrypted_secret IS NOT NULL`)
      if (row === undefined) return undefined
      const account = yield* queryCountry(sql`SELECT default_country FROM accounts WHERE account_id = ${account_id}`)
      const { encrypted_secret, encrypted_access_token: token, ...plain } = row
      return {
        ...plain,
        account_id,
        integration_id: id,
        default_country: account?.default_country ?? "US",
        secret: yield* secrets.decrypt(encrypted_secret, secretPlace(account_id, id, "secret")),
        access_token: token === null ? null : yield* secrets.decrypt(token, secretPlace(account_id, id, "access token"))
      }
    }, retried),
    noteRejection: Effect.fnUntraced(function* ({ account_id, integration_id }) {
      const millis = yield* Clock.currentTimeMillis
      yield* sql`UPDATE integrations SET rejected_at = ${timeText(millis)}::timestamptz
            WHERE account_id = ${account_id} AND integration_id = ${integration_id}
              AND (rejected_at IS NULL OR rejected_at <= ${timeText(millis - rejectionPause)}::timestamptz)`
    }, retried)
  }
  return part
})
