import type { Channel } from "../../domain/contacts/Consent.ts"

/** The conditions of a channel's messages that wait, as SQL. That of texts is the condition of an index of its own. */
export const waitingMessages: Readonly<Record<Channel, string>> = {
  email: "channel = 'email' AND status IN ('queued', 'held')",
  sms: "channel = 'sms' AND status IN ('queued', 'held')"
}
