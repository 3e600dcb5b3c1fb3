import type { JsonObject } from "../json/Json.ts"
import { emailKey } from "../contacts/Email.ts"
import { contactOf, emailOf, idOf, idsOf, objectOf, personName, textOf, timeOf } from "./platformFields.ts"
import {
  ignored,
  type PlatformCommand,
  type ShopConsent,
  type ShopCustomer,
  type ShopPerson
} from "./PlatformCommand.ts"

const stateOf = (consent: JsonObject): string => (textOf(consent["state"]) ?? "").toLowerCase()

const consentOf = (consent: JsonObject, updated_at: number): ShopConsent | null => {
  const state = stateOf(consent)
  if (state !== "subscribed" && state !== "unsubscribed") return null
  return { subscribed: state === "subscribed", at: timeOf(consent["consent_updated_at"]) ?? updated_at }
}

/**
 * Whether the platform's own record of the customer keeps a tick at the checkout from being a yes: `pending` waits for the confirmation of a double
 * opt-in, and an `invalid` or `redacted` address has no consent.
 */
export const blocksTick = (customer: JsonObject): boolean =>
  ["pending", "invalid", "redacted"].includes(stateOf(objectOf(customer["email_marketing_consent"])))

/** A customer with the consents that the platform recorded. Also reads webhooks of one consent alone, which may have no address. */
export const customerCommand = (body: JsonObject): PlatformCommand => {
  const customer_id = idOf(body["admin_graphql_api_id"], body["id"], body["customer_id"])
  const address = objectOf(body["default_address"])
  const email = emailOf(body["email"], body["email_address"])
  const phone = textOf(body["phone"]) ?? textOf(address["phone"])
  const emailConsent = objectOf(body["email_marketing_consent"])
  const smsConsent = objectOf(body["sms_marketing_consent"])
  const times = [body["updated_at"], emailConsent["consent_updated_at"], smsConsent["consent_updated_at"]].flatMap(
    (time) => timeOf(time) ?? []
  )
  const updated_at = times[0]
  if (customer_id === null || updated_at === undefined) return ignored("unreadable")
  const hasAddress = email !== null || phone !== null
  const customer: ShopCustomer = {
    customer_id,
    is_whole: timeOf(body["updated_at"]) !== null,
    updated_at,
    known_since: timeOf(body["created_at"]) ?? updated_at,
    contact: hasAddress ? contactOf({ email, phone, name: personName(body) }) : {},
    // Without any address, a consent is of the address that the customer is known by.
    email_consent: hasAddress && email === null ? null : consentOf(emailConsent, updated_at),
    sms_consent: hasAddress && textOf(body["phone"]) === null ? null : consentOf(smsConsent, updated_at)
  }
  if (!hasAddress && customer.email_consent === null && customer.sms_consent === null) return ignored("no_address")
  return { type: "customer", customer }
}

/** The customer of an order, who is the order's contact: null when the order is for another address than the customer's. */
export const orderCustomer = (
  customer: JsonObject,
  order: { readonly email: string | null; readonly phone: string | null; readonly at: number }
): ShopCustomer | null => {
  const customer_id = idOf(customer["admin_graphql_api_id"], customer["id"])
  const email = emailOf(customer["email"])
  const phone = textOf(customer["phone"])
  const isBuyer =
    order.email === null || email === null
      ? order.email === email && phone === order.phone
      : emailKey(email) === emailKey(order.email)
  if (customer_id === null || !isBuyer) return null
  const updated_at = timeOf(customer["updated_at"]) ?? order.at
  return {
    customer_id,
    is_whole: false,
    updated_at,
    known_since: timeOf(customer["created_at"]) ?? order.at,
    contact: contactOf({ email, phone, name: undefined }),
    email_consent: email === null ? null : consentOf(objectOf(customer["email_marketing_consent"]), updated_at),
    sms_consent: phone === null ? null : consentOf(objectOf(customer["sms_marketing_consent"]), updated_at)
  }
}

/** `customers/merge`: two customers of one person became one. */
export const mergeCommand = (body: JsonObject): PlatformCommand => {
  const customer_id = idOf(body["admin_graphql_api_customer_kept_id"])
  const from = idOf(body["admin_graphql_api_customer_deleted_id"])
  if (customer_id === null || from === null || customer_id === from) return ignored("unreadable")
  return (textOf(body["status"]) ?? "completed") === "completed"
    ? { type: "merge_customers", customer_id, from }
    : ignored("no_effect")
}

/** The person of a privacy request. */
export const personOf = (body: JsonObject): ShopPerson => {
  const customer = objectOf(body["customer"])
  const orders = [body["orders_to_redact"], body["orders_requested"]].find((list) => Array.isArray(list))
  return {
    customer_id: idOf(customer["admin_graphql_api_id"], customer["id"]),
    email: textOf(customer["email"]),
    phone: textOf(customer["phone"]),
    order_ids: idsOf(orders)
  }
}
