import type { Definition, Entry, FlowTrigger } from "../../domain/flows/Definition.ts"

export const showTrigger = (trigger: FlowTrigger): string =>
  trigger.type === "order_placed"
    ? "an order is placed"
    : trigger.type === "order_received"
      ? "an order is delivered"
      : `the event ${trigger.event_type} is received`

const showEntry = (entry: Entry): string =>
  entry.type === "always"
    ? "Re-entry: always allowed"
    : entry.type === "once"
      ? "Re-entry: never allowed"
      : `Re-entry: allowed after ${entry.duration}`

/** The re-entry rule and the exit condition. */
export const showEntryAndExit = ({ entry, exit }: Definition): string =>
  `${showEntry(entry)}${exit.on_purchase ? "; exit when the contact buys" : ""}`

/** The trigger of a type, with a placeholder event type. */
export const newTrigger = (type: string): FlowTrigger =>
  type === "order_placed" || type === "order_received" ? { type } : { type: "event", event_type: "signed_up" }

/** The re-entry rule of a type, with a default duration. */
export const newEntry = (type: string): Entry =>
  type === "after" ? { type, duration: "30 days" } : type === "once" ? { type } : { type: "always" }
