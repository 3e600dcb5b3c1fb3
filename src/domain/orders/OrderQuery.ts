import { Schema } from "effect"
import { SearchText } from "../lists/SearchText.ts"
import type { SearchTerm } from "../contacts/contactSearch.ts"
import { searchTerms } from "../contacts/contactSearch.ts"
import { CursorQuery } from "../lists/Page.ts"
import { type Sort, sortQuery } from "../lists/Sort.ts"
import { IdText } from "../values/Id.ts"
import { Timestamp } from "../values/Time.ts"
import { FinancialStatus, ShipmentStatus } from "./Order.ts"
import { OrderId } from "./OrderId.ts"

/** The columns that the list of orders can be sorted by. */
export const orderSortColumns = ["placed_at", "id"] as const
export type OrderSort = Sort<(typeof orderSortColumns)[number]>

/** The query of the dashboard's list of orders. `placed_until` is exclusive, `integration_id` the store that sent the order. */
export const OrderQuery = {
  ...CursorQuery,
  contact_id: Schema.optionalKey(IdText),
  search: Schema.optionalKey(SearchText),
  financial_status: Schema.optionalKey(FinancialStatus),
  shipment_status: Schema.optionalKey(ShipmentStatus),
  placed_since: Schema.optionalKey(Timestamp),
  placed_until: Schema.optionalKey(Timestamp),
  integration_id: Schema.optionalKey(IdText),
  sort: sortQuery(orderSortColumns)
}

/** The terms of a search of orders: the order with this id, orders with this name, and orders of the contacts that match the terms. */
export interface OrderSearch {
  readonly order_id: bigint | undefined
  /** A name as a store shows it, without its `#`. */
  readonly name: string
  readonly terms: ReadonlyArray<SearchTerm>
}

const isOrderId = Schema.decodeUnknownOption(OrderId)

/** Reads a search: a number, also after `#`, is an order's id or name. Undefined for text without any word. */
export const readOrderSearch = (text: string): OrderSearch | undefined => {
  const number = /^\s*#?(\d{1,19})\s*$/.exec(text)?.[1]
  const found = number === undefined ? undefined : isOrderId(number)
  const order_id = found?._tag === "Some" ? found.value : undefined
  const name = text.trim().replace(/^#+/, "")
  const terms = searchTerms(name)
  return terms.length === 0 && order_id === undefined ? undefined : { order_id, name, terms }
}
