import type { EventTrigger } from "../events/Event.ts"

/** The type of the event that keeps a wish to be told when a product is back. */
export const restockEvent = "restock_requested"

/** A wish to be told once when a product, or one variant of it, is in stock again. */
export interface RestockRequest {
  readonly account_id: string
  readonly contact_id: string
  readonly product_id: string
  /** Empty for any variant. */
  readonly variant_id: string
  /** Milliseconds. */
  readonly asked_at: number
}

/** The id of a product or variant as callers write it: text, or a whole number. Undefined for anything else. Pure. */
export const productIdOf = (value: unknown): string | undefined => {
  const id = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value
  return typeof id === "string" && id.trim() !== "" && id.length <= 128 ? id : undefined
}

/** The wishes among events, each once, as it was asked first. Pure. */
export const restockRequests = (
  events: ReadonlyArray<Pick<EventTrigger, "account_id" | "contact_id" | "event_type" | "data" | "occurred_at">>
): ReadonlyArray<RestockRequest> => {
  const requests = new Map<string, RestockRequest>()
  for (const { account_id, contact_id, event_type, data, occurred_at } of events) {
    const product_id = event_type === restockEvent ? productIdOf(data["product_id"]) : undefined
    if (product_id === undefined) continue
    const variant_id = productIdOf(data["variant_id"]) ?? ""
    const key = JSON.stringify([account_id, contact_id, product_id, variant_id])
    if (!requests.has(key)) requests.set(key, { account_id, contact_id, product_id, variant_id, asked_at: occurred_at })
  }
  return [...requests.values()]
}
