import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

// What tells addresses apart from this step on: domains in ASCII, nothing invisible, NFC but where it would make ASCII of a sign.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

const cleaned = (email: string): string =>
  email
    .replace(invisible, "")
    .trim()
    .replace(/[^\u037e\u1fef\u212a]+/g, (part) => part.normalize("NFC"))

const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const domainKey = (domain: string): string => {
  const address = `http://${domain}`
  const ascii =
    /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && URL.canParse(address) ? new URL(address).hostname : lowerCase(domain)
  return ascii.length <= 253 && ascii.split(".").every((part) => part.length <= 63) ? ascii : lowerCase(domain)
}

const keyOf = (email: string): string => {
  const at = email.lastIndexOf("@") + 1
  return lowerCase(email.slice(0, at)) + domainKey(email.slice(at))
}

const Row = Schema.Struct({ scope: Schema.String, id: Schema.String, email: Schema.String })
const decode = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeKeys = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ scope: Schema.String, id: Schema.String, email_key: Schema.String }))
)

const perPage = 5_000

interface Keyed {
  readonly table: "contacts" | "users" | "invitations"
  readonly id: string
  /** What an address is unique in. */
  readonly scope: "account_id" | "''::text"
}

/**
 * Gives the rows of a table whose address is not ASCII their new key. Of several rows that come to share one, the oldest gets it;
 * the others keep their address under a key that no address has.
 */
const rekey = Effect.fnUntraced(function* ({ table, id, scope: unique }: Keyed) {
  const sql = yield* SqlClient.SqlClient
  const [from, key, within] = [sql.literal(table), sql.literal(id), sql.literal(unique)]
  let last = { scope: "", id: "" }
  for (;;) {
    const rows = yield* sql`SELECT ${within} AS scope, ${key} AS id, email FROM ${from}
      WHERE octet_length(email) <> char_length(email) AND (${within}, ${key}) > (${last.scope}, ${last.id})
      ORDER BY 1, 2 LIMIT ${perPage}`.pipe(Effect.flatMap((found) => Effect.orDie(decode(found))))
    const renamed = rows.map((row) => {
      const email = cleaned(row.email)
      return { ...row, email, email_key: keyOf(email) }
    })
    const page = sql`json_to_recordset(${JSON.stringify(renamed)}::json)
      AS r (scope text, id text, email text, email_key text)`
    yield* sql`UPDATE ${from} SET email = r.email, email_key = r.email_key || ' ' || r.id
      FROM ${page} WHERE ${within} = r.scope AND ${key} = r.id`
    const holders = yield* sql`UPDATE ${from} SET email_key = email_key || ' ' || ${key}
      WHERE (${within}, email_key) IN (SELECT scope, email_key FROM ${page})
      RETURNING ${within} AS scope, ${key} AS id, split_part(email_key, ' ', 1) AS email_key`.pipe(
      Effect.flatMap((found) => Effect.orDie(decodeKeys(found)))
    )
    const sharing = JSON.stringify([
      ...renamed.map(({ scope, id, email_key }) => ({ scope, id, email_key })),
      ...holders
    ])
    yield* sql`UPDATE ${from} SET email_key = oldest.email_key FROM (
        SELECT DISTINCT ON (s.scope, s.email_key) s.scope, s.email_key, s.id
        FROM json_to_recordset(${sharing}::json) AS s (scope text, id text, email_key text)
        JOIN ${from} ON ${within} = s.scope AND ${key} = s.id
        ORDER BY s.scope, s.email_key, created_at, s.id
      ) AS oldest WHERE ${within} = oldest.scope AND ${key} = oldest.id`
    const end = rows.at(-1)
    if (rows.length < perPage || end === undefined) return
    last = { scope: end.scope, id: end.id }
  }
})

/** Addresses that reach one mailbox get one key: those with a domain in another script, and those with invisible characters. */
export default Effect.gen(function* () {
  yield* rekey({ table: "contacts", id: "contact_id", scope: "account_id" })
  yield* rekey({ table: "invitations", id: "invitation_id", scope: "account_id" })
  yield* rekey({ table: "users", id: "user_id", scope: "''::text" })
})
