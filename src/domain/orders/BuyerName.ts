import { contactLimits } from "../capacity/quotas.ts"
import { fromText, isObject } from "../json/Json.ts"
import { firstCharacters } from "../values/Text.ts"
import type { BuyerName, Order, PlaceOrder } from "./Order.ts"

const textMember = (source: object, members: ReadonlyArray<string>): string => {
  const texts = members.map((member): unknown => Reflect.get(source, member))
  return texts.flatMap((value) => (typeof value === "string" && value.trim() !== "" ? [value.trim()] : []))[0] ?? ""
}

/**
 * The name of an address or of a customer: `first_name` and `last_name`, or `name` split at white space, also as other platforms spell them
 * (`firstName`, `fullName`). Undefined without one.
 */
export const nameOf = (source: unknown): BuyerName | undefined => {
  if (!isObject(source)) return undefined
  const first = textMember(source, ["first_name", "firstName", "firstname"])
  const last = textMember(source, ["last_name", "lastName", "lastname"])
  if (first !== "" || last !== "")
    return { first_name: first === "" ? null : first, last_name: last === "" ? null : last }
  const [first_name = "", ...rest] = textMember(source, ["name", "full_name", "fullName"]).split(/\s+/)
  return first_name === "" ? undefined : { first_name, last_name: rest.length === 0 ? null : rest.join(" ") }
}

const nameIn = (json: string | null) => (json === null ? undefined : nameOf(fromText(json)))

const noName: BuyerName = { first_name: null, last_name: null }

/**
 * The name that an order gives its contact (contract §3): that of the shipping address, else of the billing address, else of the customer. An
 * order of a store's platform gives that of the buyer: it may be shipped to somebody else.
 */
export const buyerName = (
  { shipping_address, billing_address, platform }: Pick<Order, "shipping_address" | "billing_address" | "platform">,
  { buyer, customer_name }: Pick<PlaceOrder, "buyer" | "customer_name">
): BuyerName => {
  if (buyer !== undefined) return buyer ?? noName
  if (platform !== null) return nameIn(billing_address) ?? noName
  return nameIn(shipping_address) ?? nameIn(billing_address) ?? customer_name ?? noName
}

// Trimmed first: a part that is not empty stays so.
const keptPart = (part: string | null) => part && firstCharacters(part.trim(), contactLimits.name).trimEnd()

/** The beginning of a name, as long as a contact's may be: orders and stores state names of any length. */
export const keptName = ({ first_name, last_name }: BuyerName): BuyerName => ({
  first_name: keptPart(first_name),
  last_name: keptPart(last_name)
})
