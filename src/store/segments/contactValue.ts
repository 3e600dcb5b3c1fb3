import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { fromReadableJson, jsonNumber, mayContain, readableJson } from "../database/readableJson.ts"
import type { ComparedValue } from "./comparison.ts"

const texts = new Set(["email", "phone", "first_name", "last_name", "email_consent", "sms_consent"])
const times = new Set(["first_order_at", "last_order_at", "created_at"])

/** The value of a contact's own field in a statement on `contacts`; undefined for a name that is no such field. */
export const contactValue = (sql: SqlClient.SqlClient, field: string): ComparedValue | undefined => {
  const [root, name = "", ...path] = field.split(".")
  if (root !== "contact") return undefined
  const holds = (column: string) => (text: string) => mayContain(sql, column, JSON.stringify(text))
  if (name === "tags") return { list: readableJson(sql, "contacts.tags"), mayHold: holds("contacts.tags") }
  if (name === "order_count") return { number: sql.literal("contacts.order_count::float8") }
  if (texts.has(name)) return { text: sql.literal(`contacts.${name}`) }
  if (times.has(name)) return { time: sql.literal(`contacts.${name}`) }
  if (name !== "custom_fields") return undefined
  const read = (use: (value: Fragment) => Fragment) =>
    fromReadableJson(sql, "contacts.custom_fields", (json) =>
      use(path.reduce((at, key) => sql`(${at} -> ${key})`, json))
    )
  const typed = (type: "string" | "number" | "boolean") =>
    read((value) => sql`CASE WHEN json_typeof(${value}) = ${sql.literal(`'${type}'`)} THEN ${value} #>> '{}' END`)
  return {
    text: typed("string"),
    mayHold: holds("contacts.custom_fields"),
    number: jsonNumber(sql, typed("number")),
    boolean: sql`${typed("boolean")}::boolean`,
    isMissing: read((value) => sql`coalesce(json_typeof(${value}) = 'null' OR ${value} #>> '{}' = '', true)`)
  }
}
