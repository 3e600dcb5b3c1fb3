import type { Entry, FlowTrigger } from "../../domain/flows/Definition.ts"

/** The trigger of a type, with a placeholder event type, channel, tag, duration or date. */
export const newTrigger = (type: string): FlowTrigger => {
  if (type === "order_placed" || type === "order_received") return { type }
  if (type === "tagged") return { type, tag: "vip" }
  if (type === "entered_segment") return { type, segment_id: "" }
  if (type === "date") return { type, field: "birthday", repeat: "yearly", days: 0, time: "09:00" }
  if (type === "no_order_for") return { type, duration: "60 days" }
  return type === "subscribed" || type === "unsubscribed"
    ? { type, channel: "email" }
    : { type: "event", event_type: "signed_up" }
}

/** The re-entry rule of a type, with a default duration. */
export const newEntry = (type: string): Entry =>
  type === "after" ? { type, duration: "30 days" } : type === "once" ? { type } : { type: "always" }
