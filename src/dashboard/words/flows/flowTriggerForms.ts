/** Words of the form of a flow's trigger. */
import type { Channel } from "../../../domain/contacts/Consent.ts"
import type { Entry } from "../../../domain/flows/Definition.ts"

export const trigger = "Trigger"
export const startsWhen = "Starts when"
export const eventType = "Event type"
export const channel = "Channel"
export const channels: Readonly<Record<Channel, string>> = { email: "E-mail", sms: "SMS" }
export const tag = "Tag"
export const noOrderFor = "No order for"
export const onlyIf = "Only if"

// Re-entry and exit
export const reEntry = "Re-entry"
export const entryKinds: Readonly<Record<Entry["type"], string>> = {
  always: "always allowed",
  once: "never allowed",
  after: "allowed after a period"
}
export const allowedAfter = "Allowed after"
export const exitOnPurchase = "Exit when the contact buys"

// A date
export const customField = "Custom field"
export const aboutDateField = "Its text begins with the date, such as 1990-05-04."
export const repeats = "Repeats"
export const repetitions = { yearly: "every year", once: "never" } as const
export const days = "Days"
export const beforeOrAfter = "Before or after"
export const directions = { before: "before the date", after: "after the date" } as const
export const timeOfDay = "Time of day"

// A cart
export const leftFor = "Not changed for"
export const stage = "How far the contact came"
export const stages = { any: "any", cart: "items in the cart", checkout: "checkout begun" } as const
export const leastTotal = "Least total"
export const aboutLeastTotal = "In the cart's own currency. Empty: any."
export const aboutCart =
  "An order ends the cart. It is checked again when each message is sent, and a change of the cart starts the flow anew."

// A product
export const viewedTimes = "Viewed at least (times)"
export const viewedWithin = "Within"
export const notViewedFor = "Not viewed again for"
export const aboutViews =
  "Counts the views of one product that the site reports. An order since the first of them starts nothing, and another view starts the flow anew."
export const peoplePerHour = "People per hour"
export const aboutPeoplePerHour = "Of one restocking, in the order of asking. Empty: 200."
export const aboutRestocking =
  "Whoever asked is told once: a transactional e-mail of this flow reaches them without a subscription, the first one only. Who had the product in a cart gets marketing."
export const percent = "Falls by at least (%)"
export const seenWithin = "Viewed or in a cart within (days)"
export const aboutPrice =
  "Who ordered since is not told, nor is anybody when the product is out of stock or the price has risen again."

// A segment
export const segment = "Segment"
export const aboutSegment =
  "Contacts that are already in it when the flow is activated don't start the flow. Tally looks when a contact changes, and every five minutes."
export const chooseSegment = "Choose a segment"
