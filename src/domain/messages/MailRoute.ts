import { Schema } from "effect"
import { emailKey } from "../contacts/Email.ts"
import type { MessageReason } from "../reasons.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { SenderProfile } from "./SenderProfile.ts"

/** The process's mail server. `from` is `EMAIL_FROM`, null where neither it nor a mail server is set. */
export interface ProcessMail {
  readonly sends: boolean
  readonly from: string | null
}

/** The facts by which the route of an account's mail is decided. */
export interface SenderSettings extends Pick<SenderProfile, "from_email"> {
  /** The operator lets the account send from `EMAIL_FROM`. */
  readonly shared_address: boolean
  /** The account has a mail server of its own. */
  readonly has_server: boolean
}

/** The route of an account's mail. `captured`: it is kept and not sent. */
export type RouteDecision =
  | { readonly _tag: "send"; readonly server: "own" | "process"; readonly from: string }
  | { readonly _tag: "captured" }
  | { readonly _tag: "none"; readonly reason: MessageReason }

/** The address that the account may send from: its own, or `EMAIL_FROM` where the operator lets it; null without one. */
const addressOf = ({ from_email, shared_address }: SenderSettings, { from }: ProcessMail): string | null => {
  if (from_email === null) return shared_address ? from : null
  // An account cannot take EMAIL_FROM for itself.
  const isShared = from !== null && emailKey(from_email) === emailKey(from)
  return isShared && !shared_address ? null : from_email
}

/**
 * Chooses server and address of an account's mail (contract §12): its own server, else the process's; its own address, else
 * `EMAIL_FROM` where the operator lets it. Without an address nothing is sent, so that no two accounts share one by accident.
 */
export const decideRoute = (settings: SenderSettings, server: ProcessMail): RouteDecision => {
  if (!settings.has_server && !server.sends) return { _tag: "captured" }
  const from = addressOf(settings, server)
  if (from === null) return { _tag: "none", reason: "the account has no sender address" }
  return { _tag: "send", server: settings.has_server ? "own" : "process", from }
}

/** The fields of a sender that marketing e-mail requires (contract §12). */
export const RequiredField = Schema.Literals(["from_name", "from_email", "postal_address"])
export type RequiredField = typeof RequiredField.Type

/** The required fields that a sender does not have. The address may be `EMAIL_FROM`. */
export const missingFields = (
  profile: SenderProfile,
  settings: SenderSettings,
  server: ProcessMail
): ReadonlyArray<RequiredField> => [
  ...(profile.from_name === null ? (["from_name"] as const) : []),
  ...(addressOf(settings, server) === null ? (["from_email"] as const) : []),
  ...(profile.postal_address === null ? (["postal_address"] as const) : [])
]

const names: Readonly<Record<RequiredField, string>> = {
  from_name: "The sender's name",
  from_email: "The sender's address",
  postal_address: "The sender's postal address"
}

/** The issues of a flow or campaign that sends marketing e-mail without a complete sender. */
export const senderIssues = (
  missing: ReadonlyArray<RequiredField>,
  sending: "flow" | "campaign"
): ReadonlyArray<ValidationIssue> =>
  missing.map((field) => ({
    field: `sender.${field}`,
    message: `${names[field]} is missing; set it in Settings → Sending before this ${sending} sends e-mail`
  }))
