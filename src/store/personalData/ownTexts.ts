import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import {
  jsonWithoutAddresses,
  ownTextNeedles,
  separators,
  withoutAddresses
} from "../../domain/contacts/ownTextMatching.ts"
import { bigints, columns, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"

type Addressed = Pick<Contact, "account_id" | "email" | "phone">

/** A column of text that the business writes. `id` and `version` are the primary key of its table within the account. */
export interface OwnText {
  readonly table: string
  readonly column: string
  readonly id: string
  readonly version?: "version"
  readonly type: "text" | "json" | "json in text"
  /** Rows a statement: some tens of milliseconds of work. */
  readonly rows: number
}

/** A table of which each row has versions in another, written while the row is locked. */
interface Versioned {
  readonly id: string
  readonly table: string
  readonly version: string
  readonly texts: ReadonlyArray<OwnText>
  readonly versions: OwnText
}

const contents = 20

/** Texts that a save writes together. */
export const versionedTexts: ReadonlyArray<Versioned> = [
  {
    table: "flows",
    id: "flow_id",
    version: "version",
    texts: ["name", "trigger_detail", "notice"].map((column) => ({
      table: "flows",
      column,
      id: "flow_id",
      type: "text",
      rows: 5_000
    })),
    versions: {
      table: "flow_versions",
      column: "definition",
      id: "flow_id",
      version: "version",
      type: "json",
      rows: contents
    }
  },
  {
    table: "forms",
    id: "form_id",
    version: "wording_version",
    texts: [{ table: "forms", column: "definition", id: "form_id", type: "json in text", rows: 100 }],
    versions: {
      table: "form_wordings",
      column: "wording",
      id: "form_id",
      version: "version",
      type: "text",
      rows: 500
    }
  }
]

/** Texts of one row each. Names and conditions of segments and campaigns go by `found: "mention"`. */
export const singleTexts: ReadonlyArray<OwnText> = [
  { table: "campaigns", column: "variants", id: "campaign_id", type: "json", rows: contents },
  { table: "campaigns", column: "resend", id: "campaign_id", type: "json", rows: 10_000 },
  { table: "media", column: "name", id: "media_id", type: "text", rows: 1_000 },
  ...(["name", "subject", "preheader"] as const).map((column): OwnText => ({
    table: "templates",
    column,
    id: "template_id",
    type: "text",
    rows: 1_000
  })),
  { table: "templates", column: "content", id: "template_id", type: "json", rows: contents },
  { table: "campaigns", column: "notice", id: "campaign_id", type: "text", rows: 10_000 },
  { table: "bulk_changes", column: "subject", id: "change_id", type: "text", rows: 5_000 },
  // Of other contacts: a tag is a word of the business.
  { table: "contacts", column: "tags", id: "contact_id", type: "json", rows: 20_000 }
]

/** Every column with text that the business writes or a server tells it, which may name a person (docs/data.md). */
export const ownTexts: ReadonlyArray<OwnText> = [
  ...versionedTexts.flatMap(({ texts, versions }) => [...texts, versions]),
  ...singleTexts
]

const AddressRow = Schema.Struct({ address: Schema.NullOr(Schema.String) })
const keyFields = { id: Schema.String, version: Schema.Int }
const KeyRow = Schema.Struct(keyFields)
const FoundRow = Schema.Struct({ ...keyFields, has_address: Schema.Boolean, is_last: Schema.Boolean })
const SourceRow = Schema.Struct({ ...keyFields, source: Schema.String })

/** The key of a row within the account; its version is 0 where it has none. */
export type OwnTextKey = typeof KeyRow.Type

/** The contact without an e-mail that the business has itself, as that of its sender or of a user: its own texts keep that. */
export const withoutOwnEmail = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, contact: Addressed) {
  if (contact.email === null) return contact
  const { account_id } = contact
  const senders =
    yield* sql`SELECT unnest(ARRAY[from_email, reply_to]) AS address FROM senders WHERE account_id = ${account_id}
    UNION SELECT unnest(ARRAY[from_email, reply_to]) FROM further_senders WHERE account_id = ${account_id}
    LIMIT ${2 * (quotas.furtherSenders.max + 1)}`.pipe(retried, query(AddressRow))
  const users = yield* sql`SELECT email AS address FROM memberships JOIN users USING (user_id)
    WHERE account_id = ${account_id} LIMIT ${quotas.members.max}`.pipe(retried, query(AddressRow))
  const key = emailKey(contact.email)
  const isOwn = [...senders, ...users].some(({ address }) => address !== null && emailKey(address) === key)
  return isOwn ? { ...contact, email: null } : contact
})

const versionOf = (sql: SqlClient.SqlClient, { version }: OwnText) => (version === undefined ? sql`0` : sql(version))

/** The newest version of each row. */
export const newestVersions = (sql: SqlClient.SqlClient, account_id: string, { table, id, version }: Versioned) =>
  sql`SELECT ${sql(id)} AS id, ${sql(version)} AS version FROM ${sql(table)} WHERE account_id = ${account_id}
    ORDER BY 1 LIMIT ${quotas.flowsWithDeleted.max}`.pipe(retried, query(KeyRow))

/** Locks all rows of the account against saves until the transaction ends. */
export const lockVersioned = (sql: SqlClient.SqlClient, account_id: string, { table, id }: Versioned) =>
  sql`SELECT FROM ${sql(table)} WHERE account_id = ${account_id} ORDER BY ${sql(id)}
    LIMIT ${quotas.flowsWithDeleted.max} FOR NO KEY UPDATE`

/** The condition on rows of `versions` that they are newer than `seen`. */
export const newerThan = (
  sql: SqlClient.SqlClient,
  account_id: string,
  { id }: Versioned,
  { table }: OwnText,
  seen: ReadonlyArray<OwnTextKey>
): Statement.Fragment => sql`(${sql(id)}, version) IN (
    SELECT own.${sql(id)}, own.version FROM ${sql(table)} own LEFT JOIN ${keysParameter(sql, seen)} AS seen (id, version)
      ON seen.id = own.${sql(id)}
    WHERE own.account_id = ${account_id} AND own.version > coalesce(seen.version, 0))`

const keysParameter = (sql: SqlClient.SqlClient, keys: ReadonlyArray<OwnTextKey>) =>
  columns(sql, texts(keys.map(({ id }) => id)), bigints(keys.map(({ version }) => BigInt(version))))

/** Whether the column `folded`, a text in lower case, has an address of the contact. */
export const hasAddress = (sql: SqlClient.SqlClient, contact: Addressed): Statement.Fragment => {
  const { emails, digits } = ownTextNeedles(contact)
  return sql`coalesce(EXISTS (SELECT FROM unnest(${texts(emails)}) AS email WHERE position(email IN folded) > 0)
    OR position(${digits}::text IN translate(folded, ${separators}, '')) > 0, false)`
}

/** The keys of the next rows after `after` whose text has an address of the contact, and where the part ends if more may follow. */
export const findAddressed = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  contact: Addressed,
  text: OwnText,
  after: OwnTextKey | null,
  where: Statement.Fragment
) {
  const follows =
    after === null
      ? sql``
      : text.version === undefined
        ? sql`AND ${sql(text.id)} > ${after.id}`
        : sql`AND (${sql(text.id)}, version) > (${after.id}, ${after.version}::int)`
  const rows = yield* sql`
    WITH part AS MATERIALIZED (
      SELECT ${sql(text.id)} AS id, ${versionOf(sql, text)} AS version, lower(${sql(text.column)}::text COLLATE "C") AS folded
      FROM ${sql(text.table)} WHERE account_id = ${contact.account_id} AND ${where} ${follows}
      ORDER BY 1, 2 LIMIT ${text.rows}
    ), checked AS (
      SELECT id, version, row_number() OVER (ORDER BY id, version) = ${text.rows}::int AS is_last,
        ${hasAddress(sql, contact)} AS has_address
      FROM part
    )
    SELECT * FROM checked WHERE has_address OR is_last LIMIT ${text.rows}`.pipe(retried, query(FoundRow))
  return { found: rows.filter(({ has_address }) => has_address), last: rows.find(({ is_last }) => is_last) ?? null }
})

/** Replaces the addresses of the contact in these rows. Joins the open transaction. */
export const replaceAddresses = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  contact: Addressed,
  text: OwnText,
  found: ReadonlyArray<OwnTextKey>
) {
  const { account_id } = contact
  const [table, id, column, version] = [sql(text.table), sql(text.id), sql(text.column), versionOf(sql, text)]
  const rows = yield* sql`SELECT ${id} AS id, ${version} AS version, ${column}::text AS source FROM ${table}
    WHERE account_id = ${account_id} AND (${id}, ${version}) IN (SELECT id, version FROM ${keysParameter(sql, found)} AS found (id, version))
    ORDER BY 1, 2 LIMIT ${found.length} FOR NO KEY UPDATE`.pipe(query(SourceRow))
  const replaced = text.type === "text" ? withoutAddresses(contact) : jsonWithoutAddresses(contact)
  const sources = rows.map(({ source }) => replaced(source))
  const type = sql.literal(text.type === "json" ? "json" : "text")
  const versions = bigints(rows.map((row) => BigInt(row.version)))
  yield* sql`UPDATE ${table} own SET ${column} = new.source::${type}
    FROM ${columns(sql, texts(rows.map((row) => row.id)), versions, texts(sources))} AS new (id, version, source)
    WHERE own.account_id = ${account_id} AND own.${id} = new.id AND ${text.version === undefined ? sql`true` : sql`own.version = new.version`}`
})
