import { monthsBefore } from "../../../src/domain/values/Time.ts"
import { numberText, parseObject, textOf } from "../../../src/domain/json/Json.ts"
import { normalizePhone } from "../../../src/domain/contacts/Phone.ts"
import { plainDecimal } from "../../../src/domain/values/Decimal.ts"
import { FinancialStatus, FulfillmentStatus, ShipmentStatus } from "../../../src/domain/orders/Order.ts"

/** The fields of a valid call by column, without omitted ones. `issues` is empty for a valid call. */
export interface Checked {
  readonly issues: ReadonlyArray<{ readonly field: string; readonly message: string }>
  readonly fields: Record<string, string | number | boolean | Date | null>
  readonly orderId: string
  readonly initialSync: boolean
  readonly name: readonly [first: string | null, last: string | null]
  readonly recent: boolean
}

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const email =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]*$/u
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/
const currencies = new Set(Intl.supportedValuesOf("currency"))

const enums: Record<string, ReadonlySet<unknown>> = {
  financial_status: new Set(FinancialStatus.literals),
  fulfillment_status: new Set(FulfillmentStatus.literals),
  shipment_status: new Set(ShipmentStatus.literals)
}

const lists: Record<string, Record<string, "string" | "number">> = {
  discounts: { code: "string", amount: "number" },
  tax_lines: { title: "string", amount: "number" },
  line_items: {
    product_id: "number",
    variant_id: "number",
    sku: "string",
    title: "string",
    quantity: "number",
    price: "number"
  }
}

const addressMembers = [
  "first_name",
  "last_name",
  "name",
  "address1",
  "address2",
  "city",
  "state_code",
  "country_code",
  "postal_code"
]

const minorDigits = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().minimumFractionDigits ?? 2
const digitsOf = new Map([...currencies].map((code) => [code, minorDigits(code)]))

/** The amount with at least the currency's decimals. */
export const amountText = (amount: string, currency: string): string => {
  const [whole = "", fraction = ""] = amount.split(".")
  const digits = Math.max(fraction.length, digitsOf.get(currency) ?? 2)
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, "0")}`
}

/** The checks of the service's body schema, written by hand. JSON parser and phone rules are the service's own. */
export const checkBody = (bytes: Uint8Array, country: string, now: number): Checked => {
  const parsed = parseObject(bytes)
  const issues: Array<{ field: string; message: string }> = []
  const body: Members = parsed._tag === "Success" ? parsed.success : {}
  if (parsed._tag === "Failure") issues.push(parsed.failure)
  const issue = (field: string, message: string) => void issues.push({ field, message })
  const fields: Checked["fields"] = {}

  const id = typeof body["order_id"] === "string" ? body["order_id"] : numberText(body["order_id"])
  const orderId = id !== undefined && /^\d{1,64}$/.test(id) ? BigInt(id) : 0n
  if (orderId < 1n || orderId > 9223372036854775807n)
    issue("order_id", "Must be a whole number from 1 to 9223372036854775807")

  for (const field of ["total", "subtotal"]) {
    if (field === "subtotal" && body[field] == null) {
      if (body[field] === null) fields[field] = null
      continue
    }
    const source = numberText(body[field])
    const decimal = source === undefined ? undefined : plainDecimal(source)
    if (decimal === undefined || (field === "total" && decimal.startsWith("-"))) issue(field, "Must be a number")
    else fields[field] = decimal
  }

  const currency = typeof body["currency"] === "string" ? body["currency"].toUpperCase() : ""
  if (!currencies.has(currency)) issue("currency", "Must be an ISO 4217 currency code")
  fields["currency"] = currency

  const sent = body["order_date"]
  const placed = typeof sent === "string" && time.test(sent) ? new Date(sent) : new Date(Number.NaN)
  if (
    Number.isNaN(placed.getTime()) ||
    (typeof sent === "string" && Number(sent.slice(8, 10)) !== placed.getUTCDate())
  ) {
    issue("order_date", "Must be an RFC 3339 date and time in UTC, ending in Z")
  }
  fields["placed_at"] = placed

  for (const field of ["email", "customer_id", "phone"]) {
    const value = body[field]
    if (value === undefined) continue
    if (value === null) fields[field] = null
    else if (typeof value !== "string" || value.length > 5000) issue(field, "Must be text")
    else if (field === "email") {
      const address = value.trim()
      if (address.length <= 254 && email.test(address) && !address.includes("..")) fields[field] = address
      else issue(field, "Must be an e-mail address")
    } else if (field === "customer_id") fields[field] = value === "" ? null : value
  }

  for (const [field, addressSchema] of Object.entries(enums)) {
    const value = body[field]
    if (value === undefined) continue
    if (value !== null && !addressSchema.has(value)) issue(field, "Must be one of the listed values")
    else fields[field] = value === null ? null : String(value)
  }
  for (const field of ["accepts_email_marketing", "accepts_sms_marketing", "initial_sync"]) {
    const value = body[field]
    if (value === undefined) continue
    if (value !== null && typeof value !== "boolean") issue(field, "Must be a boolean")
    else if (field !== "initial_sync") fields[field] = value
  }
  if (body["total_items"] !== undefined) {
    if (body["total_items"] !== null && !Number.isSafeInteger(body["total_items"]))
      issue("total_items", "Must be a whole number")
    else fields["total_items"] = body["total_items"] === null ? null : Number(body["total_items"])
  }

  const members = (value: Members, addressSchema: Record<string, string>, path: string) => {
    for (const [name, type] of Object.entries(addressSchema)) {
      const member = value[name]
      if (member != null && typeof member !== type) issue(`${path}.${name}`, `Must be a ${type}`)
      else if (name === "quantity" && member != null && !Number.isSafeInteger(member))
        issue(`${path}.${name}`, "Must be whole")
    }
  }
  for (const [field, addressSchema] of Object.entries(lists)) {
    const value = body[field]
    if (value === undefined) continue
    if (value !== null && !Array.isArray(value)) issue(field, "Must be an array")
    else {
      for (const [at, item] of (value ?? []).entries()) {
        if (isMembers(item)) members(item, addressSchema, `${field}.${at}`)
        else issue(`${field}.${at}`, "Must be an object")
      }
      fields[field] = value === null ? null : textOf(value)
    }
  }
  const addressSchema = Object.fromEntries(addressMembers.map((name) => [name, "string"]))
  for (const field of ["billing_address", "shipping_address"]) {
    const value = body[field]
    if (value === undefined) continue
    if (value !== null && !isMembers(value)) issue(field, "Must be an object")
    else {
      if (value !== null) members(value, addressSchema, field)
      fields[field] = value === null ? null : textOf(value)
    }
  }

  const addresses = [body["shipping_address"], body["billing_address"]].filter(isMembers)
  if (body["phone"] == null) {
    if (body["accepts_sms_marketing"] === true) issue("phone", "Is required when accepts_sms_marketing is true")
    else if (body["email"] == null) issue("email", "Either email or phone is required")
  } else if (typeof body["phone"] === "string") {
    const countries = addresses.map(({ country_code }) => (typeof country_code === "string" ? country_code : undefined))
    const number = normalizePhone(body["phone"], [...countries, country])
    if (number === undefined) issue("phone", "Must be a phone number without letters or extension")
    else fields["phone"] = number
  }
  return {
    issues,
    fields,
    orderId: String(orderId),
    initialSync: body["initial_sync"] === true,
    name: addresses.map(nameIn).find(([first, last]) => first !== null || last !== null) ?? [null, null],
    recent: placed.getTime() >= monthsBefore(now, 6)
  }
}

const nameIn = ({ first_name, last_name, name }: Members): readonly [string | null, string | null] => {
  const trimmed = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null)
  const [first, last] = [trimmed(first_name), trimmed(last_name)]
  if (first !== null || last !== null) return [first, last]
  const [head = "", ...tail] = (trimmed(name) ?? "").split(/\s+/)
  return [head === "" ? null : head, tail.length === 0 ? null : tail.join(" ")]
}
