import type { HistoryLookup, HistoryValues } from "../conditions/History.ts"
import { durationMillis } from "../flows/FlowDuration.ts"
import { fromText, isObject, numberText } from "../json/Json.ts"
import type { Order } from "../orders/Order.ts"
import { unsoldStatuses } from "../orders/unsoldStatuses.ts"
import { compareSum, sumOf } from "../values/sumDecimals.ts"
import type { PastItem } from "./Past.ts"
import { makeSortedRows } from "./sortedRows.ts"

/** Counts what conditions look up of a contact's past, item by item. Counts the rows that `src/store/conditions/historyRows.ts` counts in SQL. */
export interface HistoryCounters {
  readonly add: (item: PastItem) => void
  /** The values at a moment, which is never before the one of the last call. */
  readonly values: (now: number) => HistoryValues
}

/** Counters for lookups, of no item yet. */
export const makeHistoryCounters = (lookups: ReadonlyArray<HistoryLookup>): HistoryCounters => {
  const counters = lookups.map((lookup) => ({ lookup, ...makeCounter(lookup) }))
  return {
    add: (item) => counters.forEach(({ add }) => add(item)),
    values: (now) => {
      const values = new Map<string, number | string>()
      for (const { lookup, value } of counters) {
        const found = value(now)
        if (found !== undefined) values.set(lookup.key, found)
      }
      return values
    }
  }
}

interface Counter {
  readonly add: (item: PastItem) => void
  /** Undefined for a contact without such rows. */
  readonly value: (now: number) => number | string | undefined
}

const makeCounter = (lookup: HistoryLookup): Counter => {
  const { measure, where } = lookup
  if (measure.type === "country") return lastCountry()
  const window = makeWindow(where.within)
  const value = (now: number) => {
    const { count, sum } = window.read(now)
    if (count === 0) return undefined
    if (measure.type === "spent") return Number(sum)
    return measure.type === "average_order" ? Number(sum) / count : count
  }
  return {
    value,
    add: (item) => {
      const row = countedRow(lookup, item)
      if (row !== undefined) window.add(row.at, row.amount)
    }
  }
}

const lastCountry = (): Counter => {
  let last: { readonly at: number; readonly order_id: bigint; readonly country: string } | undefined
  return {
    value: () => last?.country,
    add: (item) => {
      if (item.type !== "order" || item.country === null) return
      const { placed_at: at, order_id } = item.order
      if (last === undefined || at > last.at || (at === last.at && order_id > last.order_id))
        last = { at, order_id, country: item.country }
    }
  }
}

/** The row that an item adds to a lookup: its time, and its amount of money. */
const countedRow = (
  { measure, where }: HistoryLookup,
  item: PastItem
): { readonly at: number; readonly amount: string } | undefined => {
  switch (measure.type) {
    case "orders":
      return item.type === "order" && hasItems(where, item.order)
        ? { at: item.order.placed_at, amount: "0" }
        : undefined
    case "spent":
    case "average_order":
      return item.type === "order" && item.order.currency === measure.currency && isSold(item.order)
        ? { at: item.order.placed_at, amount: netAmount(item.order) }
        : undefined
    case "events":
      return item.type === "event" && (where.event_type === undefined || where.event_type === item.event_type)
        ? { at: item.event_time, amount: "0" }
        : undefined
    case "received":
    case "clicked":
      return item.type === measure.type &&
        (where.flow_id === undefined || where.flow_id === item.flow_id) &&
        (where.campaign_id === undefined || where.campaign_id === item.campaign_id) &&
        (where.channel === undefined || where.channel === item.channel)
        ? { at: item.at, amount: "0" }
        : undefined
    default:
      return undefined
  }
}

const unsold: ReadonlySet<string | null> = new Set(unsoldStatuses)

/** Whether an order counts as revenue. */
export const isSold = ({ financial_status }: Pick<Order, "financial_status">): boolean => !unsold.has(financial_status)

/** An order's share in revenue, as `src/store/orders/netAmount.ts` computes it. */
export const netAmount = ({ total, refunded }: Pick<Order, "total" | "refunded">): string => {
  if (refunded === null || compareSum([total], "0") <= 0) return total
  const net = sumOf([total, negated(refunded)])
  return compareSum([net], "0") < 0 ? "0" : net
}

const negated = (amount: string): string => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`)

const hasItems = ({ product_id, sku }: HistoryLookup["where"], order: Order): boolean => {
  if (product_id === undefined && sku === undefined) return true
  const items = order.line_items === null ? undefined : fromText(order.line_items)
  const has = (member: "product_id" | "sku", value: string | undefined) =>
    value === undefined ||
    (Array.isArray(items) && items.some((item) => isObject(item) && scalarText(item[member]) === value))
  return has("product_id", product_id) && has("sku", sku)
}

const scalarText = (value: unknown): string | undefined => (typeof value === "string" ? value : numberText(value))

/** Counts rows and sums their amounts, all of them or those within a duration before now. */
const makeWindow = (within: string | undefined) => {
  const rows = makeSortedRows<string>()
  const length = within === undefined ? undefined : durationMillis(within)
  let count = 0
  let sum = "0"
  let left = -Infinity
  return {
    add: (at: number, amount: string) => {
      if (at <= left) return
      count += 1
      if (amount !== "0") sum = sumOf([sum, amount])
      if (length !== undefined) rows.add(at, amount)
    },
    read: (now: number) => {
      if (length !== undefined) {
        left = now - length
        for (let amount = rows.shift(left); amount !== undefined; amount = rows.shift(left)) {
          count -= 1
          if (amount !== "0") sum = sumOf([sum, negated(amount)])
        }
      }
      return { count, sum }
    }
  }
}
