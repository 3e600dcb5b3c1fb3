import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { Scope } from "../../../src/domain/accounts/Scope.ts"
import { digestOf } from "../../../src/store/keys/Digest.ts"
import { texts } from "../../../src/store/sql/parameters.ts"

const id = (prefix: string): string => `${prefix}_${randomBytes(13).toString("hex")}`

interface SeededIntegration {
  readonly integration_id: string
  readonly token: string
}

export interface Seeded {
  readonly account_id: string
  /** A bearer token of the account. */
  readonly token: string
  readonly integrations: ReadonlyArray<SeededIntegration>
}

/** Creates an API token of an account, valid unless the options say otherwise. */
export const seedToken = Effect.fnUntraced(function* (
  account_id: string,
  options: { readonly scopes?: ReadonlyArray<Scope>; readonly expires_at?: Date; readonly revoked_at?: Date } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const token = `service_${randomBytes(20).toString("hex")}`
  yield* sql`INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, expires_at, revoked_at, created_at)
    VALUES (${account_id}, ${id("tok")}, 'api', 'seeded', ${digestOf(token)}, ${texts(options.scopes ?? ["orders_write"])},
      ${options.expires_at ?? null}, ${options.revoked_at ?? null}, now())`
  return token
})

/** Creates an OAuth access token of a new application with every scope enabled. */
export const seedAccessToken = Effect.fnUntraced(function* (
  account_id: string,
  options: { readonly scopes: ReadonlyArray<Scope>; readonly expires_at?: Date; readonly revoked_at?: Date }
) {
  const sql = yield* SqlClient.SqlClient
  const token = `access_${randomBytes(32).toString("base64url")}`
  const application_id = id("app")
  yield* sql`INSERT INTO applications (account_id, application_id, name, client_id, secret_digest, scopes, created_at,
      updated_at)
    VALUES (${account_id}, ${application_id}, 'seeded', ${id("client")}, '', ${texts(Scope.literals)}, now(), now())`
  yield* sql`INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, application_id, expires_at,
      revoked_at, created_at)
    VALUES (${account_id}, ${id("tok")}, 'oauth', 'seeded', ${digestOf(token)}, ${texts(options.scopes)},
      ${application_id}, ${options.expires_at ?? new Date(Date.now() + 7_200_000)}, ${options.revoked_at ?? null}, now())`
  return token
})

/** Creates a Custom Integration of an account, with its token. */
export const seedIntegration = Effect.fnUntraced(function* (account_id: string, active = true) {
  const sql = yield* SqlClient.SqlClient
  const integration: SeededIntegration = { integration_id: id("int"), token: randomBytes(20).toString("hex") }
  yield* sql`INSERT INTO integrations (account_id, integration_id, store_name, store_url, digest, encrypted_token, active,
      created_at, updated_at)
    VALUES (${account_id}, ${integration.integration_id}, 'Tea & Co', 'https://tea.example', ${digestOf(integration.token)}, '',
      ${active}, now(), now())`
  return integration
})

/** Lets an account send e-mail, from an address of its own. */
export const seedSender = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO senders (account_id, from_name, from_email, postal_address, updated_at)
    VALUES (${account_id}, 'Seeded', ${`shop@${account_id.replace("_", "-").toLowerCase()}.example`}, '1 Tea Street, London', now())
    ON CONFLICT (account_id) DO UPDATE SET from_name = excluded.from_name, from_email = excluded.from_email,
      postal_address = excluded.postal_address, version = senders.version + 1`
  yield* sql`INSERT INTO sender_domains (domain, account_id, proven_at)
    VALUES (${`${account_id.replace("_", "-").toLowerCase()}.example`}, ${account_id}, now()) ON CONFLICT DO NOTHING`
})

interface AccountOptions {
  readonly parent_id?: string
  readonly default_country?: string
  readonly per_minute?: number
  readonly per_day?: number
  readonly scopes?: ReadonlyArray<Scope>
  readonly integrations?: number
}

/** Creates an account with a sender, a token and active integrations, practically without rate limits unless given. */
export const seedAccount = Effect.fnUntraced(function* (options: AccountOptions = {}) {
  const sql = yield* SqlClient.SqlClient
  const account_id = id("acc")
  yield* sql`INSERT INTO accounts (account_id, parent_id, name, default_country, limit_per_minute, limit_per_day, created_at)
    VALUES (${account_id}, ${options.parent_id ?? null}, 'Seeded', ${options.default_country ?? "US"},
      ${options.per_minute ?? 1_000_000}, ${options.per_day ?? 1_000_000}, now())`
  yield* seedSender(account_id)
  const token = yield* seedToken(account_id, options.scopes === undefined ? {} : { scopes: options.scopes })
  const integrations = yield* Effect.forEach(Array.from({ length: options.integrations ?? 0 }), () =>
    seedIntegration(account_id)
  )
  return { account_id, token, integrations } satisfies Seeded
})
