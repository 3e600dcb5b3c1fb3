/** Words that say when a flow starts, and how often for one contact. */
import type { CartStage } from "../../../domain/carts/Cart.ts"
import type { Channel } from "../../../domain/contacts/Consent.ts"
import type { DateRule } from "../../../domain/flows/dateTriggers.ts"
import type { Definition, Entry } from "../../../domain/flows/Definition.ts"
import type { FlowTrigger } from "../../../domain/flows/FlowTrigger.ts"
import { counted, span } from "../common.ts"

const channels: Readonly<Record<Channel, string>> = { email: "e-mail", sms: "SMS" }

const stages: Readonly<Record<CartStage, string>> = { cart: "cart without a checkout", checkout: "checkout" }

const showDate = ({ field, repeat, days, time, zone }: DateRule) => {
  const distance = days === 0 ? "on" : `${counted(Math.abs(days), "day")} ${days < 0 ? "before" : "after"}`
  const where = zone === "contact" ? " in the contact's time zone" : ""
  return `it is ${distance} the date in ${field}${repeat === "yearly" ? ", each year," : ""} at ${time}${where}`
}

type Type = FlowTrigger["type"]

interface TriggerWords<T extends Type> {
  /** The kind, as an option after "Starts when". */
  readonly label: string
  /** One trigger, after "Starts when". `segment` is the name of its segment once that is read. */
  readonly show: (trigger: FlowTrigger & { readonly type: T }, segment?: string) => string
}

/** The kinds of triggers, in the order in which they are offered. */
export const triggerWords: { readonly [T in Type]: TriggerWords<T> } = {
  order_received: { label: "an order is delivered", show: () => "an order is delivered" },
  order_placed: { label: "an order is placed", show: () => "an order is placed" },
  event: { label: "a custom event is received", show: ({ event_type }) => `the event ${event_type} is received` },
  subscribed: {
    label: "a contact subscribes",
    show: ({ channel }) => `a contact subscribes to ${channels[channel]}`
  },
  unsubscribed: {
    label: "a contact unsubscribes",
    show: ({ channel }) => `a contact unsubscribes from ${channels[channel]}`
  },
  tagged: { label: "a contact gets a tag", show: ({ tag }) => `a contact gets the tag ${tag}` },
  no_order_for: {
    label: "a contact has not ordered for a while",
    show: ({ duration }) => `a contact has not ordered for ${span(duration)}`
  },
  cart_abandoned: {
    label: "a cart is left without an order",
    show: ({ duration, stage, least_total }) =>
      `a ${stage === undefined ? "cart" : stages[stage]}${least_total === undefined ? "" : ` of at least ${least_total}`} is left for ${span(duration)}`
  },
  product_viewed: {
    label: "a product is viewed without an order",
    show: ({ times, within, duration }) =>
      `a contact viewed a product ${times === 1 ? "once" : `${times} times within ${span(within)}`}, then not for ${span(duration)}, and ordered nothing`
  },
  back_in_stock: {
    label: "a product is back in stock",
    show: () => "a product that the contact asked for, or has in a cart, is back in stock"
  },
  price_dropped: {
    label: "the price of a product falls",
    show: ({ percent, days }) =>
      `a product that the contact viewed or put in a cart within ${counted(days, "day")} falls in price by ${percent} %`
  },
  date: { label: "a date of the contact comes", show: showDate },
  entered_segment: {
    label: "a contact enters a segment",
    show: (_, segment) =>
      segment === undefined ? "a contact enters a segment" : `a contact enters the segment ${segment}`
  }
}

const wordsOf = <T extends Type>(type: T): TriggerWords<T> => triggerWords[type]

/** When a flow starts: continues "Starts when". */
export const showTrigger = (trigger: FlowTrigger, segment?: string): string =>
  wordsOf(trigger.type).show(trigger, segment)

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
