import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { emailKey } from "../../domain/contacts/Email.ts"
import { User } from "../../domain/accounts/User.ts"
import { queryOne } from "../sql/query.ts"

const Row = Schema.Struct({ ...User.fields, password_hash: Schema.NullOr(Schema.String), proven: Schema.Boolean })
type Row = typeof Row.Type

const queryUser = queryOne(Row)

/** The users of the dashboard. Every member joins the open transaction. */
export class Users extends Context.Service<
  Users,
  {
    /** Serialises the programs that create users or set their passwords through a link, until the transaction ends. */
    readonly lock: Effect.Effect<void, SqlError.SqlError>
    readonly byEmail: (email: string) => Effect.Effect<Row | undefined, SqlError.SqlError>
    readonly byId: (user_id: string) => Effect.Effect<Row | undefined, SqlError.SqlError>
    /** Whether the service has any user. */
    readonly exist: Effect.Effect<boolean, SqlError.SqlError>
    readonly create: (
      user: User & { readonly password_hash: string | null; readonly created_at: Date; readonly proven: boolean }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Whether this is the current password hash, which then cannot change until the transaction ends. */
    readonly lockPassword: (user_id: string, password_hash: string | null) => Effect.Effect<boolean, SqlError.SqlError>
    /**
     * Sets the password, and ends the user's sessions and the links that could set it again. `proven` says whether this proves the
     * address; without it that is unchanged.
     */
    readonly setPassword: (
      user_id: string,
      password_hash: string,
      proven?: boolean
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/accounts/Users") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`user_id AS id, email, operator, password_hash, proven_at IS NOT NULL AS proven`
      return Users.of({
        lock: sql`SELECT pg_advisory_xact_lock(7262012)`,
        byEmail: (email) => queryUser(sql`SELECT ${columns} FROM users WHERE email_key = ${emailKey(email)}`),
        byId: (user_id) => queryUser(sql`SELECT ${columns} FROM users WHERE user_id = ${user_id}`),
        exist: Effect.map(sql`SELECT 1 FROM users LIMIT 1`, (rows) => rows.length > 0),
        create: ({ id, email, operator, password_hash, created_at, proven }) => sql`
          INSERT INTO users (user_id, email, email_key, password_hash, operator, created_at, proven_at)
          VALUES (${id}, ${email}, ${emailKey(email)}, ${password_hash}, ${operator}, ${created_at},
            ${proven ? created_at : null})`,
        lockPassword: (user_id, password_hash) =>
          Effect.map(
            sql`SELECT 1 FROM users WHERE user_id = ${user_id}
              AND password_hash IS NOT DISTINCT FROM ${password_hash}::text FOR NO KEY UPDATE`,
            (rows) => rows.length > 0
          ),
        setPassword: Effect.fnUntraced(function* (user_id, password_hash, proven) {
          const proven_at = proven === true ? new Date(yield* Clock.currentTimeMillis) : null
          yield* sql`UPDATE users SET password_hash = ${password_hash},
            proven_at = CASE WHEN ${proven === undefined}::boolean THEN proven_at ELSE ${proven_at}::timestamptz END
            WHERE user_id = ${user_id}`
          yield* sql`DELETE FROM sessions WHERE user_id = ${user_id}`
          yield* sql`DELETE FROM setup_links WHERE user_id = ${user_id}`
        })
      })
    })
  )
}
