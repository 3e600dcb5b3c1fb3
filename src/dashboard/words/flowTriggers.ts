/** Words that say when a flow starts, and how often for one contact. */
import type { Channel } from "../../domain/contacts/Consent.ts"
import type { DateRule } from "../../domain/flows/dateTriggers.ts"
import type { Definition, Entry, FlowTrigger } from "../../domain/flows/Definition.ts"
import { counted, span } from "./common.ts"

const channels: Readonly<Record<Channel, string>> = { email: "e-mail", sms: "SMS" }

const showDate = ({ field, repeat, days, time, zone }: DateRule) => {
  const distance = days === 0 ? "on" : `${counted(Math.abs(days), "day")} ${days < 0 ? "before" : "after"}`
  const where = zone === "contact" ? " in the contact's time zone" : ""
  return `it is ${distance} the date in ${field}${repeat === "yearly" ? ", each year," : ""} at ${time}${where}`
}

/** When a flow starts: continues "Starts when". */
export const showTrigger = (trigger: Exclude<FlowTrigger, { readonly type: "entered_segment" }>): string => {
  switch (trigger.type) {
    case "order_placed":
      return "an order is placed"
    case "order_received":
      return "an order is delivered"
    case "event":
      return `the event ${trigger.event_type} is received`
    case "subscribed":
      return `a contact subscribes to ${channels[trigger.channel]}`
    case "unsubscribed":
      return `a contact unsubscribes from ${channels[trigger.channel]}`
    case "tagged":
      return `a contact gets the tag ${trigger.tag}`
    case "no_order_for":
      return `a contact has not ordered for ${span(trigger.duration)}`
    case "date":
      return showDate(trigger)
  }
}

/** When a flow of a segment starts; the name is undefined until it is read. */
export const entersSegment = (name: string | undefined) =>
  name === undefined ? "a contact enters a segment" : `a contact enters the segment ${name}`

const showEntry = (entry: Entry) => {
  switch (entry.type) {
    case "always":
      return "Re-entry: always allowed"
    case "once":
      return "Re-entry: never allowed"
    case "after":
      return `Re-entry: allowed after ${span(entry.duration)}`
  }
}

/** The re-entry rule and the exit condition. */
export const showEntryAndExit = ({ entry, exit }: Definition) =>
  `${showEntry(entry)}${exit.on_purchase ? "; exit when the contact buys" : ""}`
