import { Schema, Struct } from "effect"
import type { DataKind } from "../personalData/DataMap.ts"
import { Millis, millisOf } from "./timestamps.ts"

/**
 * A column of a table that is read and written in whole rows: the schemas of its value in a row and in a row as JSON, the casts by which
 * both read it, its SQL type, and the personal data that it may hold.
 */
interface Column<Row, Json> {
  readonly row: Row
  readonly json: Json
  readonly type: "text" | "int" | "bigint" | "numeric" | "boolean" | "json" | "timestamptz"
  readonly kind: DataKind
  readonly rowCast?: "text" | "float8"
  readonly jsonCast?: "text"
}
type AnyColumn = Column<Schema.Top, Schema.Top>

/** Columns by name. */
export type Columns = Readonly<Record<string, AnyColumn>>

const plain = <S extends Schema.Top>(type: AnyColumn["type"], kind: DataKind, schema: S) =>
  ({ type, kind, row: schema, json: schema }) satisfies AnyColumn

export const text = (kind: DataKind) => plain("text", kind, Schema.String)
export const textOf = <S extends Schema.Top>(kind: DataKind, schema: S) => plain("text", kind, schema)
export const integer = (kind: DataKind) => plain("int", kind, Schema.Int)
export const truth = (kind: DataKind) => plain("boolean", kind, Schema.Boolean)

/** A bigint that numbers of JavaScript hold. */
export const count = (kind: DataKind) => ({ ...plain("bigint", kind, Schema.Int), rowCast: "float8" }) as const
/** A bigint of any size. */
export const bigId = (kind: DataKind) =>
  ({ type: "bigint", kind, row: Schema.BigInt, json: Schema.BigIntFromString, jsonCast: "text" }) as const
/** A decimal number as text, exact to the digit. */
export const decimal = (kind: DataKind) =>
  ({ ...plain("numeric", kind, Schema.String), rowCast: "text", jsonCast: "text" }) as const
/** JSON as its text. */
export const jsonText = (kind: DataKind) =>
  ({ ...plain("json", kind, Schema.String), rowCast: "text", jsonCast: "text" }) as const
/** A time in milliseconds. */
export const time = (kind: DataKind) => ({ type: "timestamptz", kind, row: Millis, json: Schema.Number }) as const

/** The column, also with null. */
export const orNull = <Row extends Schema.Top, Json extends Schema.Top, C extends Column<Row, Json>>(
  column: C & Column<Row, Json>
) => ({ ...column, row: Schema.NullOr(column.row), json: Schema.NullOr(column.json) })

interface RowOf extends Struct.Lambda {
  (column: AnyColumn): Schema.Top
  readonly "~lambda.out": this["~lambda.in"] extends { readonly row: infer Row } ? Row : never
}
interface JsonOf extends Struct.Lambda {
  (column: AnyColumn): Schema.Top
  readonly "~lambda.out": this["~lambda.in"] extends { readonly json: infer Json } ? Json : never
}
/** For `Struct.map`: the schemas of rows and of rows as JSON. */
export const rowOf = Struct.lambda<RowOf>((column) => column.row)
export const jsonOf = Struct.lambda<JsonOf>((column) => column.json)

/** The select list of rows of `table`. */
export const rowColumns = (table: string, columns: Columns): string =>
  Object.entries(columns)
    .map(([name, { rowCast }]) => `${table}.${name}${rowCast === undefined ? "" : `::${rowCast}`}`)
    .join(", ")

/** The select list of rows that become JSON. */
export const jsonColumns = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, { type, jsonCast }]) =>
      type === "timestamptz" ? millisOf(name) : jsonCast === undefined ? name : `${name}::${jsonCast}`
    )
    .join(", ")

/** The names of the columns of a type. */
export const namesOfType = (columns: Columns, type: AnyColumn["type"]): ReadonlyArray<string> =>
  Object.entries(columns).flatMap(([name, column]) => (column.type === type ? [name] : []))

/** The names of columns for each kind of personal data, as in the data map. */
export const columnsByKind = (columns: Columns): Readonly<Partial<Record<DataKind, string>>> => {
  const names: Partial<Record<DataKind, string>> = {}
  for (const [name, { kind }] of Object.entries(columns)) {
    names[kind] = names[kind] === undefined ? name : `${names[kind]} ${name}`
  }
  return names
}
