import type { NewMessage } from "./Message.ts"

/**
 * The frequency cap of a message's account, and the other messages of the contact that count on the same day: `sent`, and `sending`,
 * which were claimed before this one and whose outcome is open.
 */
export interface Frequency {
  readonly cap: number
  readonly sent: number
  readonly sending: number
}

/** Whether a message counts for the frequency cap (contract §12): marketing messages of flows and campaigns do. */
export const isCounted = (message: Pick<NewMessage, "class" | "purpose">): boolean =>
  message.class === "marketing" && (message.purpose === "flow" || message.purpose === "campaign")

/**
 * Whether the cap allows one more message: `wait` where that depends on the outcome of others. Pure; `send` for messages claimed
 * one after another never exceeds the cap.
 */
export const allowedBy = ({ cap, sent, sending }: Frequency): "send" | "wait" | "skip" =>
  sent >= cap ? "skip" : sent + sending >= cap ? "wait" : "send"
