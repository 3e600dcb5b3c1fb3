import { Schema, Struct } from "effect"
import { CartSource, CartStage } from "../../domain/carts/Cart.ts"
import {
  bigId,
  decimal,
  integer,
  jsonText,
  orNull,
  rowColumns,
  rowOf,
  text,
  textOf,
  time,
  truth
} from "../sql/column.ts"

/** The columns of `carts`. */
export const cartColumns = {
  account_id: text("none"),
  cart_id: text("identifier"),
  cart_key: text("identifier"),
  source: textOf("none", CartSource),
  contact_id: orNull(text("identifier")),
  visitor_id: orNull(text("identifier")),
  stage: textOf("none", CartStage),
  item_count: integer("none"),
  currency: orNull(text("none")),
  total: orNull(decimal("none")),
  line_items: orNull(jsonText("free text")),
  url: orNull(text("free text")),
  token: orNull(text("identifier")),
  completed: truth("none"),
  completed_order_id: orNull(bigId("identifier")),
  changed_at: time("none"),
  changed_rank: text("none"),
  owned_at: orNull(time("none")),
  owned_rank: orNull(text("none")),
  created_at: time("none"),
  written_at: time("none")
}

/** A row of `carts` as `cartRowColumns` reads it. */
export const CartRow = Schema.Struct(Struct.map(cartColumns, rowOf))

/** The select list of a `CartRow`. */
export const cartRowColumns = rowColumns("carts", cartColumns)

const { line_items: _, ...listedColumns } = cartColumns

/** The select list of a `CartRow` without its items. */
export const listedCartColumns = `${rowColumns("carts", listedColumns)}, NULL AS line_items`
