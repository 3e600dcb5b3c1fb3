import { fromText, isObject } from "../json/Json.ts"
import type { BuyerName, Order } from "./Order.ts"

const textMember = (address: object, member: string): string => {
  const value: unknown = Reflect.get(address, member)
  return typeof value === "string" ? value.trim() : ""
}

// `first_name` and `last_name`, or `name` split at white space.
const nameOf = (json: string | null): BuyerName | undefined => {
  const address = json === null ? undefined : fromText(json)
  if (!isObject(address)) return undefined
  const [first, last] = [textMember(address, "first_name"), textMember(address, "last_name")]
  if (first !== "" || last !== "")
    return { first_name: first === "" ? null : first, last_name: last === "" ? null : last }
  const [first_name = "", ...rest] = textMember(address, "name").split(/\s+/)
  return first_name === "" ? undefined : { first_name, last_name: rest.length === 0 ? null : rest.join(" ") }
}

/** The name that an order gives its contact: that of the shipping address, else of the billing address (contract §3). */
export const buyerName = (order: Pick<Order, "shipping_address" | "billing_address">): BuyerName =>
  nameOf(order.shipping_address) ?? nameOf(order.billing_address) ?? { first_name: null, last_name: null }
