import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { MadeCredential } from "../../domain/accounts/MadeCredential.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { isActiveToken, reachedThrough } from "./memberCredentials.ts"
import { replaceNonce } from "./HookNonces.ts"
import { newIntegrationToken } from "../integrations/integrationToken.ts"
import { Secrets } from "../keys/Secrets.ts"

const Row = Schema.Struct({ ...MadeCredential.fields, created_at: Schema.NullOr(Schema.DateTimeUtcFromDate) })
const queryCredentials = query(Row)
const queryAccounts = query(Schema.Struct({ account_id: Schema.String, name: Schema.String }))
const queryIntegrations = query(
  Schema.Struct({
    account_id: Schema.String,
    id: Schema.String,
    name: Schema.String,
    created_at: Schema.DateTimeUtcFromDate
  })
)

/** The credentials that a user made in an account and in the subaccounts that the user reaches through it. */
export interface MadeCredentials {
  /** By kind, then newest first. Joins the open transaction. */
  readonly listMade: (
    account_id: string,
    user_id: string
  ) => Effect.Effect<ReadonlyArray<MadeCredential>, SqlError.SqlError>
  /**
   * Revokes credentials of a list. An application stays without a secret, and its access tokens are deleted; an integration gets a
   * new token, and an account new addresses or a new secret, which owners can read. Joins the open transaction.
   */
  readonly revokeMade: (made: ReadonlyArray<MadeCredential>) => Effect.Effect<void, SqlError.SqlError>
}

export const makeMadeCredentials = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const secrets = yield* Secrets
  const time = yield* databaseTime(sql)

  const ofCoordinator = Effect.fnUntraced(function* (account_id: string, user_id: string) {
    const user = sql`${user_id}::text`
    const reached = reachedThrough(sql, account_id, user)
    return yield* queryCredentials(sql`SELECT made.*, a.name AS account_name FROM (
          SELECT 1 AS place, token_id AS id, 'token' AS kind, name, account_id, created_at FROM bearer_tokens
            WHERE made_by = ${user} AND ${isActiveToken(sql, yield* time)}
          UNION ALL SELECT 2, application_id, 'app_secret', name, account_id, created_at FROM applications
            WHERE secret_made_by = ${user}
          UNION ALL SELECT 4, 'hook_addresses.' || account_id, 'hook_addresses', name, account_id, NULL FROM accounts
            WHERE hook_made_by = ${user}
          UNION ALL SELECT 5, 'webhook_secret.' || account_id, 'webhook_secret', name, account_id, NULL FROM accounts
            WHERE webhook_made_by = ${user}) made
          JOIN accounts a USING (account_id) WHERE made.account_id IN ${reached}
          ORDER BY place, made.created_at DESC, id`)
  })

  // Integrations are account data, which is joined with no table of the coordinator.
  const ofIntegrations = Effect.fnUntraced(function* (account_id: string, user_id: string) {
    const accounts = yield* queryAccounts(sql`SELECT account_id, name FROM accounts
          WHERE account_id IN ${reachedThrough(sql, account_id, sql`${user_id}::text`)}`)
    const names = new Map(accounts.map((account) => [account.account_id, account.name]))
    const rows = yield* queryIntegrations(sql`
          SELECT account_id, integration_id AS id, store_name AS name, created_at FROM integrations
          WHERE account_id = ANY (${texts([...names.keys()])}) AND token_made_by = ${user_id} AND active
          ORDER BY created_at DESC, integration_id`)
    return rows.map((row) => ({
      ...row,
      kind: "integration_token" as const,
      account_name: names.get(row.account_id) ?? ""
    }))
  })

  const revokeOne = Effect.fnUntraced(function* ({ kind, id, account_id }: MadeCredential) {
    switch (kind) {
      case "token":
        return yield* sql`UPDATE bearer_tokens SET revoked_at = ${yield* time}
              WHERE account_id = ${account_id} AND token_id = ${id} AND revoked_at IS NULL`
      case "app_secret":
        // The empty text is no digest, so that no secret matches it.
        yield* sql`UPDATE applications SET secret_digest = '', secret_made_by = NULL
              WHERE account_id = ${account_id} AND application_id = ${id}`
        return yield* sql`DELETE FROM bearer_tokens WHERE account_id = ${account_id} AND application_id = ${id}`
      case "integration_token": {
        const { digest, encrypted } = yield* newIntegrationToken(secrets, account_id, id)
        return yield* sql`UPDATE integrations SET digest = ${digest}, encrypted_token = ${encrypted},
              token_made_by = NULL, updated_at = ${new Date(yield* Clock.currentTimeMillis)}
              WHERE account_id = ${account_id} AND integration_id = ${id}`
      }
      case "hook_addresses":
        return yield* replaceNonce(sql, secrets, account_id, "hook_nonce", null)
      case "webhook_secret":
        return yield* replaceNonce(sql, secrets, account_id, "webhook_nonce", null)
    }
  })

  const part: MadeCredentials = {
    listMade: Effect.fn("Members.listMade")(function* (account_id, user_id) {
      const [tokens, integrations] = [
        yield* ofCoordinator(account_id, user_id),
        yield* ofIntegrations(account_id, user_id)
      ]
      return [
        ...tokens.filter(({ kind }) => kind === "token" || kind === "app_secret"),
        ...integrations,
        ...tokens.filter(({ kind }) => kind !== "token" && kind !== "app_secret")
      ]
    }),
    revokeMade: (made) => Effect.forEach(made, revokeOne, { discard: true })
  }
  return part
})
