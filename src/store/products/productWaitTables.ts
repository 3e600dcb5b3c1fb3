import type { TableData } from "../personalData/DataMap.ts"

/** The tables of contacts who wait for a product, or whose turn it is to be told of a change, in the data map. */
export const productWaitTables = {
  restock_requests: {
    found: "contact",
    erase: "rows",
    kept: "400 days",
    columns: {
      none: "account_id asked_at answered_at",
      identifier: "product_id variant_id contact_id run_id message_key"
    }
  },
  product_turns: {
    found: "contact",
    erase: "rows",
    kept: "until the turn",
    columns: {
      none: "account_id flow_id old_price asked since happened_at place due_at",
      identifier: "product_id contact_id variant_id"
    }
  }
} satisfies Readonly<Record<string, TableData>>
