import { Result, Schema } from "effect"
import { emailKey } from "../contacts/Email.ts"
import { SmsPartPrice } from "../messages/smsPrice.ts"
import { invalid, type ValidationFailed } from "../ValidationIssue.ts"
import { isServiceDomain, type ProcessMail } from "./MailRoute.ts"
import { type SenderProfile, senderFields } from "./SenderProfile.ts"
import { SmtpUrl } from "./SmtpServer.ts"
import { TrackingHost } from "./TrackingDomain.ts"

/** A change of a sender; omitted fields keep their value and null clears. Only the operator may set `shared_address`. */
export const SenderChange = Schema.Struct({
  from_name: Schema.optionalKey(senderFields.from_name),
  from_email: Schema.optionalKey(senderFields.from_email),
  reply_to: Schema.optionalKey(senderFields.reply_to),
  postal_address: Schema.optionalKey(senderFields.postal_address),
  logo_url: Schema.optionalKey(senderFields.logo_url),
  color: Schema.optionalKey(senderFields.color),
  link_parameters: Schema.optionalKey(senderFields.link_parameters),
  smtp_url: Schema.optionalKey(Schema.NullOr(SmtpUrl)),
  shared_address: Schema.optionalKey(Schema.Boolean),
  tracking_domain: Schema.optionalKey(Schema.NullOr(TrackingHost)),
  sms_part_price: Schema.optionalKey(Schema.NullOr(SmsPartPrice))
}).annotate({ identifier: "SenderChange" })
export type SenderChange = typeof SenderChange.Type

/** The sender that a change is laid over. */
interface Changed {
  readonly profile: SenderProfile
  readonly shared_address: boolean
  readonly has_server: boolean
}

/** The sender after a change, but for its tracking domain and its price of texts, or the fault of a combination that cannot send. Pure. */
export const decideSenderChange = (
  before: Changed,
  {
    smtp_url,
    shared_address = before.shared_address,
    ...fields
  }: Omit<SenderChange, "tracking_domain" | "sms_part_price">,
  server: ProcessMail
): Result.Result<Changed, ValidationFailed> => {
  const profile: SenderProfile = { ...before.profile, ...fields }
  const has_server = smtp_url === undefined ? before.has_server : smtp_url !== null
  const { from_email } = profile
  if (has_server && from_email === null) return Result.fail(needsAddress)
  const isShared = from_email !== null && server.from !== null && emailKey(from_email) === emailKey(server.from)
  if (isShared && !shared_address) return Result.fail(notShared)
  const isChanged = from_email !== before.profile.from_email || has_server !== before.has_server
  if (isChanged && !has_server && !shared_address && from_email !== null && isServiceDomain(from_email, server))
    return Result.fail(serviceDomain)
  return Result.succeed({ profile, shared_address, has_server })
}

const needsAddress = invalid("from_email", "Is required with a mail server of your own")
const serviceDomain = invalid(
  "from_email",
  "Is at the domain of this service; use one of your own, or ask the operator to let the account use it"
)
const notShared = invalid("from_email", "Is the address of this service; only the operator can let an account use it")
