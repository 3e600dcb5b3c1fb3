import { Schema } from "effect"
import { Platform } from "../integrations/IntegrationKind.ts"
import { compareSum } from "../values/sumDecimals.ts"
import { FinancialStatus, FulfillmentStatus, type OrderFields, type PlaceOrder, ShipmentStatus } from "./Order.ts"
import { refundedAmount } from "./refundedAmount.ts"

/*
 * A store's platform sends its webhooks late, repeated and in any order. An order therefore keeps the platform's own times: of the order, of
 * each status and of each shipment and refund. Reports merge by the latest time, so that any order of arrival gives the same order.
 */

/** A value with the platform's time, in milliseconds. */
const timed = <S extends Schema.Top>(value: S) => Schema.Struct({ at: Schema.Number, value })

const Shipment = timed(Schema.NullOr(Schema.Union([ShipmentStatus, Schema.Literal("cancelled")])))
const Refund = timed(Schema.String)

const Removal = timed(Schema.Literals(["kept", "removed"]))

const parts = {
  financial: Schema.NullOr(timed(FinancialStatus)),
  fulfillment: Schema.NullOr(timed(FulfillmentStatus)),
  /** By the platform's id. */
  shipments: Schema.Record(Schema.String, Shipment),
  /** Amounts by the platform's id. */
  refunds: Schema.Record(Schema.String, Refund)
}

/**
 * The reports of a store's platform on an order. `at` and `rank` order the reports of the whole order; refunds are compared with
 * `total`. `is_unpaid`: the platform waits for the payment, or waited in vain. `removal`: whether the platform deleted, binned or archived the
 * order. `awaits_payment`: the order was unpaid when it was first reported, so that 'Order Placed' flows wait.
 */
export const PlatformOrder = Schema.Struct({
  platform: Platform,
  /** The order's name for people, such as `#1001`. */
  name: Schema.NullOr(Schema.String),
  at: Schema.Number,
  rank: Schema.String,
  total: Schema.String,
  is_unpaid: Schema.optionalKey(Schema.Boolean),
  removal: Schema.optionalKey(Removal),
  awaits_payment: Schema.optionalKey(Schema.Literal(true)),
  ...parts
})
export type PlatformOrder = typeof PlatformOrder.Type

/** One report. `head` is the whole order; without it, the report is of a shipment, a refund or a removal alone. */
export interface PlatformReport extends Pick<
  PlatformOrder,
  "platform" | "financial" | "fulfillment" | "shipments" | "refunds"
> {
  readonly head: Pick<PlatformOrder, "name" | "at" | "rank" | "total" | "is_unpaid"> | null
  readonly removal: typeof Removal.Type | null
}

const json = Schema.fromJsonString(PlatformOrder)
export const decodePlatformOrder = Schema.decodeUnknownSync(json)

/** Shipment statuses from the one that people must know first to the last: an order of several parcels has the first that any has. */
const bySeverity = [
  "failure",
  "attempted_delivery",
  "delayed",
  "label_purchased",
  "label_printed",
  "confirmed",
  "carrier_picked_up",
  "in_transit",
  "out_for_delivery",
  "ready_for_pickup",
  "picked_up",
  "delivered"
] as const satisfies ReadonlyArray<typeof ShipmentStatus.Type>

const progress: ReadonlyArray<string | null> = [
  null,
  "pending",
  "unfulfilled",
  "open",
  "scheduled",
  "on_hold",
  "pending_fulfillment",
  "in_progress",
  "authorized",
  "partially_paid",
  "partially_fulfilled",
  "paid",
  "fulfilled",
  ...bySeverity,
  "partially_refunded",
  "refunded",
  "restocked",
  "request_declined",
  "expired",
  "voided",
  "cancelled",
  "kept",
  "removed"
]

const progressOf = (value: string | null): number => progress.indexOf(value)

interface Timed {
  readonly at: number
  readonly value: string | null
}

// Equal times: the further progress decides, so that the order of arrival does not.
const later = <A extends Timed>(one: A | null, other: A | null): A | null => {
  if (one === null || other === null) return one ?? other
  if (one.at !== other.at) return one.at > other.at ? one : other
  const [step, otherStep] = [progressOf(one.value), progressOf(other.value)]
  if (step !== otherStep) return step > otherStep ? one : other
  return (one.value ?? "") >= (other.value ?? "") ? one : other
}

/** Shipments and refunds that are kept of an order: the latest. */
const maxParts = 250

const latestOfEach = <A extends Timed>(
  one: Readonly<Record<string, A>>,
  other: Readonly<Record<string, A>>
): Readonly<Record<string, A>> => {
  const merged = new Map(Object.entries(one))
  for (const [id, part] of Object.entries(other)) merged.set(id, later(merged.get(id) ?? null, part) ?? part)
  return Object.fromEntries(
    [...merged]
      .sort(([id, { at }], [otherId, { at: otherAt }]) => otherAt - at || (id < otherId ? -1 : 1))
      .slice(0, maxParts)
      .sort(([id], [otherId]) => (id < otherId ? -1 : 1))
  )
}

type Head = Pick<PlatformOrder, "at" | "rank">

const isLater = (one: Head, other: Head): boolean => one.at > other.at || (one.at === other.at && one.rank > other.rank)

/** The reports of an order after one more. Commutative, associative and idempotent. Undefined while the order itself is unknown. */
export const mergeReport = (before: PlatformOrder | undefined, report: PlatformReport): PlatformOrder | undefined => {
  const { head, platform } = report
  const newest = before !== undefined && (head === null || isLater(before, head)) ? before : head
  if (newest === null) return undefined
  const { name, at, rank, total, is_unpaid } = newest
  const removal = later(before?.removal ?? null, report.removal)
  return {
    platform,
    name,
    at,
    rank,
    total,
    ...(is_unpaid === true ? { is_unpaid } : {}),
    ...(removal === null ? {} : { removal }),
    ...(before?.awaits_payment === true ? { awaits_payment: true } : {}),
    financial: later(before?.financial ?? null, report.financial),
    fulfillment: later(before?.fulfillment ?? null, report.fulfillment),
    shipments: latestOfEach(before?.shipments ?? {}, report.shipments),
    refunds: latestOfEach(before?.refunds ?? {}, report.refunds)
  }
}

/**
 * The one status of all parcels; null when every parcel is cancelled or without a carrier status. An order of which items are still to be sent, or
 * of which a parcel was sent without a carrier status, is at most `in_transit`.
 */
const foldShipments = ({ shipments, fulfillment }: PlatformOrder): typeof ShipmentStatus.Type | null => {
  const statuses = new Set(Object.values(shipments).map(({ value }) => value))
  const first = bySeverity.find((status) => statuses.has(status)) ?? null
  const isPart = fulfillment?.value === "partially_fulfilled" || statuses.has(null)
  return first === "delivered" && isPart ? "in_transit" : first
}

const foldRefunds = ({ financial, refunds, total }: PlatformOrder): typeof FinancialStatus.Type | null => {
  const status = financial?.value ?? null
  const amounts = Object.values(refunds).map(({ value }) => value)
  // Of a return that pays out more than it takes in, the total is negative as it is.
  const isOpen = status !== "refunded" && status !== "voided" && compareSum([total], "0") > 0
  if (!isOpen || compareSum(amounts, "0") <= 0) return status
  return compareSum(amounts, total) >= 0 ? "refunded" : "partially_refunded"
}

const isRemoved = (order: PlatformOrder | undefined): boolean => order?.removal?.value === "removed"

/**
 * The statuses of an order, from all reports on it. An order that the platform removed is `voided`. A status that the platform never reported is left
 * out, which keeps the stored one.
 */
export const statusesOf = (order: PlatformOrder): Partial<OrderFields> => {
  const financial_status = isRemoved(order) ? "voided" : foldRefunds(order)
  return {
    ...(financial_status === null ? {} : { financial_status }),
    ...(order.fulfillment === null ? {} : { fulfillment_status: order.fulfillment.value }),
    ...(Object.keys(order.shipments).length === 0 ? {} : { shipment_status: foldShipments(order) })
  }
}

/** A report as a call carries it. `connected_at` is when the store was connected, in milliseconds. */
export interface ReportedOrder {
  readonly report: PlatformReport
  readonly connected_at: number
}

/** The stored order, as far as a report is applied to it. */
interface StoredOrder extends Pick<OrderFields, "total" | "currency" | "placed_at" | "platform"> {
  readonly contact_id: string | null
}

/** Whether a new order waits for its payment, or a stored one that waited has been paid. */
const placementOf = (merged: PlatformOrder, isNew: boolean): PlaceOrder["placement"] => {
  const isUnpaid = merged.is_unpaid === true || isRemoved(merged)
  if (isNew) return isUnpaid ? "waits" : undefined
  return merged.awaits_payment === true && !isUnpaid ? "paid" : undefined
}

// The status before a removal, of an order whose platform reports none, is unknown.
const restoredStatus = (known: PlatformOrder | undefined, merged: PlatformOrder): Partial<OrderFields> =>
  isRemoved(known) && !isRemoved(merged) ? { financial_status: null } : {}

/**
 * The call as the stored order takes it: an outdated report of the whole order gives its statuses alone. An order from before the store was
 * connected is recorded without flows when it is first reported. `unknown`: the order itself was not reported yet. `erased`: its contact was
 * erased.
 */
export const applyReport = (call: PlaceOrder, before: StoredOrder | undefined): PlaceOrder | "unknown" | "erased" => {
  if (call.reported === undefined) return call
  const { report, connected_at } = call.reported
  const known = before?.platform == null ? undefined : decodePlatformOrder(before.platform)
  const merged = mergeReport(known, report)
  if (merged === undefined) return "unknown"
  const isOld = before === undefined && call.fields.placed_at < connected_at
  const placement = placementOf(merged, before === undefined)
  const { awaits_payment, ...rest } = merged
  const waits = placement === "waits" ? !isOld : awaits_payment === true && placement !== "paid"
  const platform = JSON.stringify(waits ? { ...rest, awaits_payment: true } : rest)
  const fields = { ...restoredStatus(known, merged), ...statusesOf(merged), platform }
  const placed = placement === undefined ? {} : { placement }
  const isNewest = report.head !== null && merged.at === report.head.at && merged.rank === report.head.rank
  if (isNewest) {
    const initial_sync = call.initial_sync || isOld
    const refunded = refundedAmount(merged, call.fields.total)
    return { ...call, ...placed, initial_sync, fields: { ...call.fields, ...fields, refunded } }
  }
  if (before === undefined) return "unknown"
  if (before.contact_id === null) return "erased"
  const { total, currency, placed_at } = before
  const refunded = refundedAmount(merged, total)
  return { ...call, ...placed, fields: { total, currency, placed_at, ...fields, refunded } }
}
