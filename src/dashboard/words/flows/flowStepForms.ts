/** Words of the forms of a flow's steps. */
import type { MessageClass } from "../../../domain/messages/Message.ts"

// Around the form
export const write = "Write"
export const preview = "Preview"

// A duration
export const howLong = "How long"
export const enterNumber = "Enter a number"
export const unit = "Unit"
/** The units that follow a number. */
export const durationUnits = (isOne: boolean) =>
  isOne
    ? { second: "second", minute: "minute", hour: "hour", day: "day", week: "week" }
    : { second: "seconds", minute: "minutes", hour: "hours", day: "days", week: "weeks" }

// A message
export const subject = "Subject"
export const html = "HTML"
export const aboutHtml =
  "Liquid: {{ contact.first_name | default: 'there' }}, {{ order.total | money }}, {{ order.placed_at | date: '%d %B' }}, {{ event.… }}. Products: {% for product in products.best_sellers limit: 4 %}, or new, recently_viewed, in_cart, bought_together."
export const mailLayout = "Mail layout"
export const aboutMailLayout =
  "Adds logo, colour, postal address and unsubscribe links. HTML that is a whole document is sent as it is."
export const text = "Text"
export const aboutTexts = "Sent between 08:00 and 20:00 in the account's time zone. Links become short."
export const messageType = "Message type"
export const messageClasses: Readonly<Record<MessageClass, { readonly label: string; readonly description: string }>> =
  {
    marketing: { label: "Marketing", description: "Sent to subscribed contacts only." },
    transactional: {
      label: "Transactional",
      description:
        "About the order or event that started the flow. Sent without marketing consent too, but not to suppressed contacts or to phones that unsubscribed. Must not advertise."
    }
  }

// A condition, a tag, a webhook and the end
export const yesIf = "Yes if"
export const tag = "Tag"
export const url = "URL"
export const runEndsHere = "The run ends here."

// A random split
export const shareOf = (branch: string) => `Share of ${branch}`
export const removeBranch = (branch: string) => `Remove ${branch}`
export const sharesComplete = "The shares add up to 100%."
export const sharesIncomplete = (sum: number) => `The shares must add up to 100%; they add up to ${sum}%.`
export const addBranch = "Add a branch"

// A custom field
export const customField = "Custom field"
export const kindOfValue = "Kind of value"
export const valueKinds = {
  string: "Text",
  number: "Number",
  boolean: "Yes or no",
  remove: "Remove the field"
} as const
export const value = "Value"
export const yes = "Yes"
export const no = "No"

// A wait for an order or event
export const waitFor = "Wait for"
export const awaitedKinds = {
  order_placed: "an order that is placed",
  order_received: "an order that is delivered",
  event: "a custom event"
} as const
export const eventType = "Event type"
export const onlyIf = "Only if"
export const atMost = "At most"

// A wait for a time
export const timeOfDay = "Time of day"
export const aboutTimeOfDay = "Without a time the run continues when the day begins."
export const daysOfWeek = "Days of the week"
export const anyDay = "Any day"
export const timeZone = "Time zone"
export const aboutTimeZone =
  "The contact's zone is the custom field timezone, such as Europe/Berlin, else that of the phone's country if it has one, else the account's."
export const zones = { account: "The account's", contact: "The contact's" } as const
