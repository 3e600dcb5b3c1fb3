import { type BacktestPlan } from "../../../src/domain/backtests/BacktestPlan.ts"
import { makeDayNames } from "../../../src/domain/backtests/dayNames.ts"
import { inOrder, type PastItem, type PastPerson } from "../../../src/domain/backtests/Past.ts"
import { decideOrders } from "../../../src/domain/orders/decideOrders.ts"
import type { Definition } from "../../../src/domain/flows/Definition.ts"
import { definitionOf } from "../flows/definitions.ts"
import { mailStep } from "../flows/flowRuns.ts"
import { call, contact, emptyState, integration } from "./orders.ts"

/** Milliseconds. */
export const day = 86_400_000
/** The beginning of the span. */
export const start = Date.parse("2026-03-01T12:00:00Z")

/** An order as it is stored. */
export const orderOf = (order_id: number, placed_at: number, total: string) => {
  const calls = [call({ order_id: BigInt(order_id), fields: { total, placed_at } })]
  const [order] = decideOrders(placed_at, calls, {
    orders: [],
    contacts: [],
    integrations: [integration()],
    suppressions: [emptyState.suppressions]
  }).orders
  if (order === undefined) throw new Error("No order")
  return order
}

/** An order that was reported when it was placed. */
export const placed = (order_id: number, at: number, total = "60"): ReadonlyArray<PastItem> => {
  const order = orderOf(order_id, at, total)
  return [
    { type: "order", at, order, country: null },
    { type: "order_placed", at, order, occurrence: 0 }
  ]
}

/** A change of the consent to e-mail. */
export const consent = (
  at: number,
  from_state: "subscribed" | "never_subscribed",
  to_state: "subscribed" | "unsubscribed"
) =>
  ({
    type: "consent",
    at,
    starts: true,
    entry: {
      channel: "email",
      from_state,
      to_state,
      refused: false,
      cause: "api",
      rule: "contact_write",
      source_id: String(at)
    }
  }) as const satisfies PastItem

/** A subscribed contact with this past. */
export const personOf = (items: ReadonlyArray<PastItem>, more: Partial<PastPerson> = {}): PastPerson => ({
  contact: {
    ...contact({ email: "ada@example.com", email_consent: "subscribed", created_at: start - 100 * day }),
    tags: [],
    custom_fields: {},
    left_topics: []
  },
  last_started_at: null,
  places: { account: 9_999, own: 9_999 },
  items: inOrder(items),
  ...more
})

/** A backtest of 30 days, of a flow that mails at each order. */
export const planOf = (definition: Partial<Definition>, more: Partial<BacktestPlan> = {}): BacktestPlan => ({
  account_id: "acc_test",
  flow_id: "flo_test",
  definition: { ...definitionOf([mailStep("only")], "order_placed"), ...definition },
  segment: null,
  from: start,
  to: start + 30 * day,
  until: start + 60 * day,
  imported: true,
  timezone: "UTC",
  dayOf: makeDayNames("UTC"),
  frequency_cap: null,
  holdouts: { account: 0, own: 0 },
  dates: null,
  ...more
})
