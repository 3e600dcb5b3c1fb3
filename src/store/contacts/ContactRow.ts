import { Schema, Struct } from "effect"
import type { SqlClient } from "effect/sql"
import { jsonColumns, jsonOf, rowColumns, rowOf } from "../sql/column.ts"
import { contactColumns, largeContactColumns } from "./contactColumns.ts"

/** The columns of `contacts` that decisions read. */
export const ContactRow = Schema.Struct(Struct.map(contactColumns, rowOf))

/** The select list of a `ContactRow`. */
export const contactRowColumns = rowColumns("contacts", contactColumns)

/** A contact in full. */
export const FullContactRow = Schema.Struct({ ...ContactRow.fields, ...Struct.map(largeContactColumns, rowOf) })

const fullColumns = `${contactRowColumns}, ${rowColumns("contacts", largeContactColumns)}`

/** The select list of a `FullContactRow`. */
export const fullContactColumns = (sql: SqlClient.SqlClient) => sql.literal(fullColumns)

/** A `ContactRow` as `contactJsonColumns` gives it inside a JSON row. */
export const ContactJson = Schema.Struct(Struct.map(contactColumns, jsonOf))

export const contactJsonColumns = jsonColumns(contactColumns)
