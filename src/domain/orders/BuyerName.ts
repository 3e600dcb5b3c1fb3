import { fromText, isObject } from "../json/Json.ts"
import type { BuyerName, Order } from "./Order.ts"

const textIn = (address: object, member: string): string => {
  const value: unknown = Reflect.get(address, member)
  return typeof value === "string" ? value.trim() : ""
}

// First and last name, or a single name split on white space.
const nameIn = (json: string | null): BuyerName | undefined => {
  const address = json === null ? undefined : fromText(json)
  if (!isObject(address)) return undefined
  const [first, last] = [textIn(address, "first_name"), textIn(address, "last_name")]
  if (first !== "" || last !== "")
    return { first_name: first === "" ? null : first, last_name: last === "" ? null : last }
  const [head = "", ...tail] = textIn(address, "name").split(/\s+/)
  return head === "" ? undefined : { first_name: head, last_name: tail.length === 0 ? null : tail.join(" ") }
}

/** The name an order gives its contact: of the shipping address, else of the billing address (specification §2.3). */
export const buyerName = (order: Pick<Order, "shipping_address" | "billing_address">): BuyerName =>
  nameIn(order.shipping_address) ?? nameIn(order.billing_address) ?? { first_name: null, last_name: null }
