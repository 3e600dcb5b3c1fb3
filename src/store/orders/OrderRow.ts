import { Schema, Struct } from "effect"
import { jsonColumns, jsonOf, rowColumns, rowOf } from "../sql/column.ts"
import { orderColumns } from "./orderColumns.ts"

/** A row of `orders` as `orderRowColumns` reads it. Numbers and free-form members are text, exact to the digit. */
export const OrderRow = Schema.Struct(Struct.map(orderColumns, rowOf))

/** The select list of an `OrderRow`. */
export const orderRowColumns = rowColumns("orders", orderColumns)

/** An `OrderRow` as `orderJsonColumns` gives it inside a JSON row. */
export const OrderJson = Schema.Struct(Struct.map(orderColumns, jsonOf))

export const orderJsonColumns = jsonColumns(orderColumns)
