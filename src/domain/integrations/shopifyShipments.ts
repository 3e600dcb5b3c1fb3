import type { JsonObject } from "../json/Json.ts"
import { ShipmentStatus } from "../orders/Order.ts"
import type { PlatformReport } from "../orders/PlatformOrder.ts"
import { idOf, objectsOf, textOf, timeOf } from "./platformFields.ts"

/** The value, if it is one of these. */
export const oneOf = <A extends string>(values: ReadonlyArray<A>, value: unknown): A | undefined =>
  values.find((known) => known === value)

// A fulfilment of gift cards and downloads is no parcel.
const isShipped = (fulfillment: JsonObject): boolean => {
  const items = objectsOf(fulfillment["line_items"])
  return items.length === 0 || items.some(({ requires_shipping }) => requires_shipping !== false)
}

/** The carrier status of a parcel by its id; null for one without. */
export const shipmentOf = (fulfillment: JsonObject): PlatformReport["shipments"] => {
  const id = idOf(fulfillment["admin_graphql_api_id"], fulfillment["id"])
  const at = timeOf(fulfillment["updated_at"]) ?? timeOf(fulfillment["created_at"])
  if (id === null || at === null || !isShipped(fulfillment)) return {}
  const isCancelled = ["cancelled", "error", "failure"].includes(textOf(fulfillment["status"]) ?? "")
  // The carrier statuses of Shopify are those of the API.
  const value = isCancelled ? "cancelled" : (oneOf(ShipmentStatus.literals, fulfillment["shipment_status"]) ?? null)
  return { [id]: { at, value } }
}
