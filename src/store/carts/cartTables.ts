import type { TableData } from "../personalData/DataMap.ts"
import { columnsByKind } from "../sql/column.ts"
import { cartColumns } from "./cartColumns.ts"

/** The tables of carts in the data map. */
export const cartTables = {
  carts: {
    found: "contact",
    erase: "rows",
    kept: "90 days after the last change, without a contact 30",
    columns: columnsByKind(cartColumns)
  },
  // An order keeps its id when its contact is erased.
  cart_orders: {
    found: "none",
    erase: "stays",
    kept: "90 days",
    columns: { none: "account_id written_at", identifier: "token order_id" }
  }
} satisfies Readonly<Record<string, TableData>>
