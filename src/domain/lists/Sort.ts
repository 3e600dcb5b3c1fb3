import { Schema } from "effect"
import { leaf } from "../json/Leaf.ts"

/** The order of a list. Rows with equal values of the column are in the order of their ids, in the same direction. */
export interface Sort<Column extends string> {
  readonly column: Column
  readonly descending: boolean
}

/** Undefined for text that names none of the columns. */
export const parseSort = <Column extends string>(
  columns: ReadonlyArray<Column>,
  text: string
): Sort<Column> | undefined => {
  const descending = text.startsWith("-")
  const column = columns.find((name) => name === (descending ? text.slice(1) : text))
  return column === undefined ? undefined : { column, descending }
}

/** `column`, or `-column` from its highest value down. */
export const sortText = ({ column, descending }: Sort<string>): string => (descending ? `-${column}` : column)

/** The parameter `sort` of a list (contract §9). */
export const sortQuery = <const Column extends string>(columns: ReadonlyArray<Column>) => {
  const texts = columns.flatMap((column) => [column, `-${column}`])
  return Schema.optionalKey(
    leaf({
      to: Schema.Struct({ column: Schema.Literals(columns), descending: Schema.Boolean }),
      json: { type: "string", enum: texts },
      message: `Must be one of ${texts.join(", ")}`,
      decode: (value) => (typeof value === "string" ? parseSort(columns, value) : undefined),
      encode: sortText
    })
  )
}
