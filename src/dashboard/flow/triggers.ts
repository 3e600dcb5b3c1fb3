import type { Definition, Entry, FlowTrigger } from "../../domain/flows/Definition.ts"

/** A trigger in words. */
export const showTrigger = (trigger: FlowTrigger): string =>
  trigger.type === "order_placed"
    ? "an order is placed"
    : trigger.type === "order_received"
      ? "an order is delivered"
      : `the event ${trigger.event_type} comes in`

const showEntry = (entry: Entry): string =>
  entry.type === "always"
    ? "Contacts enter every time"
    : entry.type === "once"
      ? "Contacts enter once ever"
      : `Contacts enter again after ${entry.duration}`

/** How often contacts enter, and what ends their runs, in words. */
export const showRules = ({ entry, exit }: Definition): string =>
  `${showEntry(entry)}${exit.on_purchase ? "; a purchase ends it" : ""}`

export const triggerOf = (type: string): FlowTrigger =>
  type === "order_placed" || type === "order_received" ? { type } : { type: "event", event_type: "signed_up" }

export const entryOf = (type: string): Entry =>
  type === "after" ? { type, duration: "30 days" } : type === "once" ? { type } : { type: "always" }
