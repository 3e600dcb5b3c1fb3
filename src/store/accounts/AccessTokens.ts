import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { accessTokenLifetime } from "../../domain/accounts/Application.ts"
import { makeId } from "../../domain/values/Id.ts"
import { Scope } from "../../domain/accounts/Scope.ts"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { digestOf } from "../database/Digest.ts"
import { texts } from "../database/parameters.ts"
import { Secrets } from "../database/Secrets.ts"
import { keepNewest } from "../database/withinQuota.ts"

const Client = Schema.Struct({
  account_id: Schema.String,
  application_id: Schema.String,
  name: Schema.String,
  secret_digest: Schema.String,
  scopes: Schema.Array(Scope)
})
export type Client = typeof Client.Type

const decodeClients = Schema.decodeUnknownEffect(Schema.Array(Client))
const decodeTimes = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ created_at: Schema.Date })))

/** What OAuth applications get for their secret. Every member joins the open transaction. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /** The application of a client id, held as it is until the transaction ends. */
    readonly client: (client_id: string) => Effect.Effect<Client | undefined, SqlError.SqlError>
    /** A token for 7200 s by the clock of admission; `created_at` in milliseconds. The client's expired ones are cleared away, and all but its newest 1,000. */
    readonly issue: (
      client: Client,
      scopes: ReadonlyArray<Scope>
    ) => Effect.Effect<{ readonly token: string; readonly created_at: number }, SqlError.SqlError>
  }
>()("tally/store/accounts/AccessTokens") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const time = yield* databaseTime(sql)
      return AccessTokens.of({
        client: Effect.fnUntraced(function* (client_id) {
          const rows = yield* sql`SELECT account_id, application_id, name, secret_digest, scopes FROM applications
            WHERE client_id = ${client_id} FOR SHARE`
          const [client] = yield* Effect.orDie(decodeClients(rows))
          return client
        }),
        issue: Effect.fnUntraced(function* ({ account_id, application_id, name }, scopes) {
          const token = `access_${yield* secrets.random(32, "base64url")}`
          yield* sql`DELETE FROM bearer_tokens
            WHERE account_id = ${account_id} AND application_id = ${application_id} AND expires_at <= ${yield* time}`
          const rows = yield* sql`
            WITH clock AS MATERIALIZED (SELECT ${yield* time} AS now)
            INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, application_id, lifetime_seconds,
              expires_at, created_at)
            SELECT ${account_id}, ${yield* makeId("tok")}, 'oauth', ${name}, ${digestOf(token)}, ${texts(scopes)},
              ${application_id}, ${accessTokenLifetime}::int, now + ${accessTokenLifetime}::int * interval '1 second', now
            FROM clock RETURNING created_at`
          yield* keepNewest(sql, newestKept.accessTokens, {
            table: "bearer_tokens",
            key: sql`account_id, token_id`,
            where: sql`account_id = ${account_id} AND application_id = ${application_id}`,
            order: sql`expires_at`
          })
          const [row] = yield* Effect.orDie(decodeTimes(rows))
          return { token, created_at: row?.created_at.getTime() ?? 0 }
        })
      })
    })
  )
}
