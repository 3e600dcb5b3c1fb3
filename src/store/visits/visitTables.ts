import type { TableData } from "../personalData/DataMap.ts"
import { columnsByKind } from "../sql/column.ts"
import { viewColumns, visitorColumns } from "./visitColumns.ts"

/** The tables of visitors in the data map. Visitors come before their views: a call that writes views has locked its visitor. */
export const visitTables = {
  visitors: {
    found: "contact",
    erase: "rows",
    kept: "90 days after the last call, without a contact 30",
    columns: columnsByKind(visitorColumns)
  },
  product_views: {
    found: "contact",
    erase: "rows",
    kept: "90 days, without a contact 30",
    columns: columnsByKind(viewColumns)
  }
} satisfies Readonly<Record<string, TableData>>
