import { recordAddress, type RecordAddress } from "../contacts/erasureMatching.ts"
import { type JsonObject, textOf } from "../json/Json.ts"
import { objectsOf } from "./platformFields.ts"
import type { PlatformCommand } from "./PlatformCommand.ts"

/** Characters of a body that is kept for a retry. */
const maxKept = 512 * 1024

const partMembers = ["id", "admin_graphql_api_id", "order_id", "status", "shipment_status", "created_at", "updated_at"]

// A shipment, refund or removal without the data of the person that it carries.
const plainPart = (body: JsonObject): string => {
  const parts = {
    transactions: objectsOf(body["transactions"]).map(({ kind, status, amount, currency }) => ({
      kind,
      status,
      amount,
      currency
    })),
    line_items: objectsOf(body["line_items"]).map(({ requires_shipping }) => ({ requires_shipping })),
    refund_line_items: objectsOf(body["refund_line_items"]).map(({ subtotal_set }) => ({ subtotal_set })),
    order_adjustments: objectsOf(body["order_adjustments"]).map(({ amount_set }) => ({ amount_set }))
  }
  const members = partMembers
    .filter((name) => name in body)
    .map((name) => `${JSON.stringify(name)}:${textOf(body[name])}`)
  return `{${[...members, JSON.stringify(parts).slice(1, -1)].join()}}`
}

/** The body that a retry needs, with the addresses by which an erasure finds it. Null for one that is too large. */
export const keptBody = (
  command: PlatformCommand,
  body: JsonObject,
  text: string
): { readonly body: string | null } & RecordAddress => {
  const address = (members: JsonObject) =>
    recordAddress(JSON.stringify({ email: members["email"], phone: members["phone"] }))
  if (command.type === "order_part" || command.type === "order_removed") {
    const isAnonymised = command.type === "order_part" && command.isAnonymised === true
    return { body: isAnonymised ? null : plainPart(body), ...address({}) }
  }
  const kept = { body: text.length <= maxKept ? text : null }
  if (command.type === "order") return { ...kept, ...address(command.order) }
  if (command.type === "cart") return { ...kept, ...address(command.cart) }
  if (command.type === "cart_ended" || command.type === "product" || command.type === "stock_level")
    return { ...kept, ...address({}) }
  if (command.type === "merge_customers") return { ...kept, ...address({}) }
  if (command.type === "customer") {
    const { contact } = command.customer
    // By the platform's id alone, an erasure would not find it.
    return "email" in contact || "phone" in contact ? { ...kept, ...address(contact) } : { body: null, ...address({}) }
  }
  if (command.type === "erase_person" || command.type === "data_request") return { ...kept, ...address({ ...command }) }
  return { body: null, ...address({}) }
}
