import { type JsonObject, numberText } from "../json/Json.ts"
import { contactOf, emailOf, idOf, objectOf, personName, textOf, timeOf } from "./platformFields.ts"
import { ignored, type PlatformCommand } from "./PlatformCommand.ts"

/** A customer, or a subscriber as one. */
export const customerCommand = (body: JsonObject): PlatformCommand => {
  const customer_id = idOf(body["id"])
  const updated_at = timeOf(body["date_modified"]) ?? timeOf(body["date_created"])
  const [email, phone] = [emailOf(body["email"]), textOf(body["phone"])]
  if (customer_id === null || updated_at === null) return ignored("unreadable")
  if (email === null && phone === null) return ignored("no_address")
  return {
    type: "customer",
    customer: {
      customer_id,
      is_whole: true,
      updated_at,
      known_since: timeOf(body["date_created"]) ?? updated_at,
      contact: contactOf({ email, phone, name: personName(body) }),
      email_consent: null,
      sms_consent: null
    }
  }
}

// The id of a subscriber is not that of a customer.
const subscriberId = (id: string): string => `subscriber ${id}`

/** A subscriber of the newsletter is a consent. */
export const subscriberCommand = (body: JsonObject): PlatformCommand => {
  const command = customerCommand(body)
  if (command.type !== "customer") return command
  const { customer } = command
  return {
    type: "customer",
    customer: {
      ...customer,
      customer_id: subscriberId(customer.customer_id),
      email_consent: { subscribed: true, at: customer.updated_at }
    }
  }
}

/** A person who leaves the newsletter stops being a subscriber. `body` is the webhook, which has the id alone and its time in seconds. */
export const subscriberLeft = (body: JsonObject): PlatformCommand => {
  const id = idOf(objectOf(body["data"])["id"])
  const at = Number(numberText(body["created_at"]) ?? 0) * 1_000
  if (id === null || !(at > 0)) return ignored("unreadable")
  return {
    type: "customer",
    customer: {
      customer_id: subscriberId(id),
      is_whole: false,
      updated_at: at,
      known_since: at,
      contact: {},
      email_consent: { subscribed: false, at },
      sms_consent: null
    }
  }
}
