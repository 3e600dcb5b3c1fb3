import { Schema } from "effect"
import { emailDomain, emailKey } from "../contacts/Email.ts"
import type { MessageReason } from "../reasons.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { isFreeMail } from "./freeMail.ts"
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
  /** The account's business has proven the domain of `from_email` by DNS. */
  readonly domain_proven: boolean
}

/**
 * The route of an account's mail. `unproven`: through the process's server nothing but a test to oneself goes out from the address.
 * `captured`: it is kept and not sent.
 */
export type RouteDecision =
  | { readonly _tag: "send"; readonly server: "own" | "process"; readonly from: string }
  | { readonly _tag: "unproven"; readonly from: string; readonly reason: MessageReason }
  | { readonly _tag: "captured" }
  | { readonly _tag: "none"; readonly reason: MessageReason }

/** The address that the account may send from: its own, or `EMAIL_FROM` where the operator lets it; null without one. */
const addressOf = ({ from_email, shared_address }: SenderSettings, { from }: ProcessMail): string | null => {
  if (from_email === null) return shared_address ? from : null
  // An account cannot take EMAIL_FROM for itself.
  const isShared = from !== null && emailKey(from_email) === emailKey(from)
  return isShared && !shared_address ? null : from_email
}

/** Whether an address is at the domain of `EMAIL_FROM`, which nobody proves: the operator lets accounts use it. */
export const isServiceDomain = (address: string, { from }: ProcessMail): boolean =>
  from !== null && emailDomain(address) === emailDomain(from)

/**
 * Chooses server and address of an account's mail (contract §12): its own server, else the process's; its own address, else
 * `EMAIL_FROM` where the operator lets it. Without an address nothing is sent, so that no two accounts share one by accident.
 */
export const decideRoute = (settings: SenderSettings, server: ProcessMail): RouteDecision => {
  if (!settings.has_server && !server.sends) return { _tag: "captured" }
  const from = addressOf(settings, server)
  if (from === null) return { _tag: "none", reason: "the account has no sender address" }
  if (settings.has_server) return { _tag: "send", server: "own", from }
  const isOwn = isServiceDomain(from, server) ? settings.shared_address : settings.domain_proven
  return isOwn ? { _tag: "send", server: "process", from } : { _tag: "unproven", from, reason: domainUnproven }
}

const domainUnproven = "the sender's domain is not proven" satisfies MessageReason

/**
 * Why marketing e-mail from an address does not go out, by what is judged at each send: the sender may have been emptied since a flow was
 * activated or a campaign scheduled. Undefined for a complete sender. Pure.
 */
export const marketingFault = (
  { from_name, postal_address }: Pick<SenderProfile, "from_name" | "postal_address">,
  from: string
): MessageReason | undefined => {
  if (postal_address === null) return "the sender has no postal address"
  if (from_name === null) return "the sender has no name"
  return isFreeMail(emailDomain(from)) ? "the sender's address is of a free mail service" : undefined
}

/** The requirements on a sender of marketing e-mail (contract §12): fields, an address of no free mail service, and the proof of its domain. */
export const RequiredField = Schema.Literals([
  "from_name",
  "from_email",
  "postal_address",
  "own_domain",
  "domain_proof"
])
export type RequiredField = typeof RequiredField.Type

/** The required fields that a sender does not have. The address may be `EMAIL_FROM`. */
export const missingFields = (
  profile: SenderProfile,
  settings: SenderSettings,
  server: ProcessMail
): ReadonlyArray<RequiredField> => [
  ...(profile.from_name === null ? (["from_name"] as const) : []),
  ...missingOfAddress(settings, server),
  ...(profile.postal_address === null ? (["postal_address"] as const) : [])
]

const missingOfAddress = (settings: SenderSettings, server: ProcessMail): ReadonlyArray<RequiredField> => {
  const from = addressOf(settings, server)
  if (from === null) return ["from_email"]
  if (isFreeMail(emailDomain(from))) return ["own_domain"]
  return decideRoute(settings, server)._tag === "unproven" ? ["domain_proof"] : []
}

const faults: Readonly<Record<RequiredField, string>> = {
  from_name: "The sender's name is missing; set it",
  from_email: "The sender's address is missing; set it",
  postal_address: "The sender's postal address is missing; set it",
  own_domain:
    "The sender's address is of a free mail service, whose mail from elsewhere receivers refuse; set one at your own domain",
  domain_proof: "The sender's domain is not proven to be yours; add its DNS record and check it"
}

const fields: Readonly<Record<RequiredField, string>> = {
  from_name: "from_name",
  from_email: "from_email",
  postal_address: "postal_address",
  own_domain: "from_email",
  domain_proof: "from_email"
}

/** The issues of a flow or campaign that sends marketing e-mail without a complete sender. */
export const senderIssues = (
  missing: ReadonlyArray<RequiredField>,
  sending: "flow" | "campaign"
): ReadonlyArray<ValidationIssue> =>
  missing.map((field) => ({
    field: `sender.${fields[field]}`,
    message: `${faults[field]} in Settings → Sending before this ${sending} sends e-mail`
  }))

/** What a further sender lacks, as issues of the member that names it: `sender_id` of a campaign or a step. It has no postal address of its own. */
export const furtherSenderIssues = (
  missing: ReadonlyArray<RequiredField>,
  { field, sending }: { readonly field: string; readonly sending: "flow" | "campaign" }
): ReadonlyArray<ValidationIssue> =>
  missing.flatMap((one) =>
    one === "postal_address"
      ? senderIssues([one], sending)
      : [{ field, message: `${faults[one]} in Settings → Senders before this ${sending} sends e-mail` }]
  )
