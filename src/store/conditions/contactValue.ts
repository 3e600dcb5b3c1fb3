import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Condition, Op } from "../../domain/conditions/Condition.ts"
import { fieldOf } from "../../domain/conditions/Facts.ts"
import { numberIn, numberPattern, truthIn } from "../../domain/conditions/freeValue.ts"
import { contactLanguage } from "../contacts/contactLanguage.ts"
import { jsonNumber, mayContain } from "../sql/jsonValues.ts"
import type { ComparedValue } from "./comparison.ts"

const spelledNumber = (sql: SqlClient.SqlClient, text: Fragment): Fragment =>
  sql`CASE WHEN ${text} ~ ${numberPattern} THEN (${text})::float8 END`

const spelledTruth = (sql: SqlClient.SqlClient, text: Fragment): Fragment =>
  sql`CASE WHEN ${text} IN ('true', 'True', 'TRUE') THEN true WHEN ${text} IN ('false', 'False', 'FALSE') THEN false END`

const holds = (sql: SqlClient.SqlClient, column: string) => (text: string) =>
  mayContain(sql, column, JSON.stringify(text))

const read = (sql: SqlClient.SqlClient, path: ReadonlyArray<string>): Fragment =>
  path.reduce((at, key) => sql`(${at} -> ${key})`, sql.literal("contacts.custom_fields"))

const textOf = (sql: SqlClient.SqlClient, value: Fragment): Fragment =>
  sql`CASE WHEN json_typeof(${value}) = 'string' THEN ${value} #>> '{}' END`

// OFFSET 0 keeps the planner from putting an expression wherever its column is named, so that each is computed once a contact.
const customField = (sql: SqlClient.SqlClient, path: ReadonlyArray<string>): Fragment => sql`
  SELECT string, is_missing,
    coalesce(${jsonNumber(sql, sql`number`)}, ${spelledNumber(sql, sql`string`)}) AS number,
    coalesce(boolean::boolean, ${spelledTruth(sql, sql`string`)}) AS boolean
  FROM (SELECT ${ofType(sql, "string")} AS string, ${ofType(sql, "number")} AS number, ${ofType(sql, "boolean")} AS boolean,
      coalesce(type = 'null' OR text = '', true) AS is_missing
    FROM (SELECT json_typeof(json) AS type, json #>> '{}' AS text
      FROM (SELECT ${read(sql, path)} AS json OFFSET 0) found OFFSET 0) typed OFFSET 0) parts OFFSET 0`

const ofType = (sql: SqlClient.SqlClient, type: string) =>
  sql`CASE WHEN type = ${sql.literal(`'${type}'`)} THEN text END`

/** How the value of a contact's own field is read in a statement on `contacts`. */
export interface ReadValue {
  readonly value: ComparedValue
  /** The statement of one row that `value` names the columns of, for a join. */
  readonly from?: Fragment
}

/**
 * The value of a contact's own field; undefined for a name that is no such field. JSON is read once a contact, by a join of this name, except
 * where `comparedWith` are a single text: most contacts are passed over without reading theirs then.
 */
export const contactValue = (
  sql: SqlClient.SqlClient,
  field: string,
  name: string,
  comparedWith: ReadonlyArray<Condition>
): ReadValue | undefined => {
  const kind = fieldOf(field)?.kind
  const [root, member = "", ...path] = field.split(".")
  if (root !== "contact" || kind === undefined) return undefined
  const isOneText = comparedWith.length === 1 && comparedWith.every(isText)
  // A field is named after its column; below `custom_fields` the rest of the name is a path.
  const stored = `contacts.${member}`
  if (kind === "number") return { value: { number: sql.literal(`${stored}::float8`) } }
  // No column has it: it is read of the custom fields that may hold it.
  if (field === "contact.language") {
    return {
      value: { text: sql.literal(`${name}.language`) },
      from: sql`SELECT ${contactLanguage(sql)} AS language OFFSET 0`
    }
  }
  if (kind === "text") return { value: { text: sql.literal(stored) } }
  if (kind === "time") return { value: { time: sql.literal(stored) } }
  if (kind === "list") {
    const list = sql.literal(`${stored}::jsonb`)
    return isOneText
      ? { value: { list, mayHold: holds(sql, stored) } }
      : { value: { list: sql.literal(`${name}.list`) }, from: sql`SELECT ${list} AS list OFFSET 0` }
  }
  if (isOneText) {
    const text = textOf(sql, read(sql, path))
    return { value: { isFree: true, text, mayHold: holds(sql, "contacts.custom_fields") } }
  }
  const column = (of: string) => sql.literal(`${name}.${of}`)
  return {
    value: {
      isFree: true,
      text: column("string"),
      number: column("number"),
      boolean: column("boolean"),
      isMissing: column("is_missing")
    },
    from: customField(sql, path)
  }
}

const comparesText: ReadonlySet<Op> = new Set<Op>(["eq", "neq", "contains", "not_contains"])

// Of a text that spells a number or a truth, other values are equal too.
const isText = ({ op, value }: Condition): boolean =>
  comparesText.has(op) && typeof value === "string" && numberIn(value) === undefined && truthIn(value) === undefined
