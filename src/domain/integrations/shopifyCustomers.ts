import type { JsonObject } from "../json/Json.ts"
import { contactOf, idOf, objectOf, textOf, timeOf } from "./platformFields.ts"
import { ignored, type StoreCommand, type StoreConsent } from "./StoreCommand.ts"

const consentOf = (consent: JsonObject, updated_at: number): StoreConsent | null => {
  const state = (textOf(consent["state"]) ?? "").toLowerCase()
  if (state !== "subscribed" && state !== "unsubscribed") return null
  return { subscribed: state === "subscribed", at: timeOf(consent["consent_updated_at"]) ?? updated_at }
}

/** A customer with the consents that the platform recorded. Also reads webhooks of one consent alone. */
export const customerCommand = (body: JsonObject): StoreCommand => {
  const customer_id = idOf(body["admin_graphql_api_id"], body["id"], body["customer_id"])
  const address = objectOf(body["default_address"])
  const email = textOf(body["email"]) ?? textOf(body["email_address"])
  const phone = textOf(body["phone"]) ?? textOf(address["phone"])
  const emailConsent = objectOf(body["email_marketing_consent"])
  const smsConsent = objectOf(body["sms_marketing_consent"])
  const times = [body["updated_at"], emailConsent["consent_updated_at"], smsConsent["consent_updated_at"]].flatMap(
    (time) => timeOf(time) ?? []
  )
  const updated_at = times[0]
  if (customer_id === null || updated_at === undefined) return ignored("unreadable")
  if (email === null && phone === null) return ignored("no_address")
  const [first_name, last_name] = [textOf(body["first_name"]), textOf(body["last_name"])]
  return {
    type: "customer",
    customer: {
      customer_id,
      updated_at,
      known_since: timeOf(body["created_at"]) ?? updated_at,
      contact: contactOf({ email, phone, first_name, last_name }),
      email_consent: email === null ? null : consentOf(emailConsent, updated_at),
      sms_consent: textOf(body["phone"]) === null ? null : consentOf(smsConsent, updated_at)
    }
  }
}

/** The person of a privacy request. */
export const personOf = (body: JsonObject) => {
  const customer = objectOf(body["customer"])
  return { email: textOf(customer["email"]), phone: textOf(customer["phone"]) }
}
