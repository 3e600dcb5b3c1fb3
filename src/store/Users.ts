import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { emailKey } from "../domain/Email.ts"
import { User } from "../domain/User.ts"

const Row = Schema.Struct({ ...User.fields, password_hash: Schema.NullOr(Schema.String) })
type Row = typeof Row.Type

const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

/** The people who sign in. Every member joins the open transaction. */
export class Users extends Context.Service<
  Users,
  {
    readonly byEmail: (email: string) => Effect.Effect<Row | undefined, SqlError.SqlError>
    readonly byId: (user_id: string) => Effect.Effect<Row | undefined, SqlError.SqlError>
    /** Whether the service has anybody yet. */
    readonly any: Effect.Effect<boolean, SqlError.SqlError>
    readonly create: (
      user: User & { readonly password_hash: string | null; readonly created_at: Date }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Sets the password and ends all sessions of the user, and all links by which it could be set again. */
    readonly setPassword: (user_id: string, password_hash: string) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/Users") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`user_id AS id, email, operator, password_hash`
      const one = (rows: unknown) => Effect.map(Effect.orDie(decode(rows)), ([user]) => user)
      return Users.of({
        byEmail: (email) => Effect.flatMap(sql`SELECT ${columns} FROM users WHERE email_key = ${emailKey(email)}`, one),
        byId: (user_id) => Effect.flatMap(sql`SELECT ${columns} FROM users WHERE user_id = ${user_id}`, one),
        any: Effect.map(sql`SELECT 1 FROM users LIMIT 1`, (rows) => rows.length > 0),
        create: ({ id, email, operator, password_hash, created_at }) => sql`
          INSERT INTO users (user_id, email, email_key, password_hash, operator, created_at)
          VALUES (${id}, ${email}, ${emailKey(email)}, ${password_hash}, ${operator}, ${created_at})`,
        setPassword: Effect.fnUntraced(function* (user_id, password_hash) {
          yield* sql`UPDATE users SET password_hash = ${password_hash} WHERE user_id = ${user_id}`
          yield* sql`DELETE FROM sessions WHERE user_id = ${user_id}`
          yield* sql`DELETE FROM setup_links WHERE user_id = ${user_id}`
        })
      })
    })
  )
}
