import { Schema } from "effect"
import { SmsPartPrice } from "../messages/smsPrice.ts"
import { Timestamp } from "../values/Time.ts"
import { DnsRecord, RecordCheck, RecordStatus } from "./dns/RecordCheck.ts"
import { RequiredField } from "./MailRoute.ts"
import { senderFields } from "./SenderProfile.ts"
import { TrackingDomain } from "./TrackingDomain.ts"

/**
 * The result of the last check of each record of the sender's domain, and its time; `proof` is null where none is needed. It is kept until the
 * address, the mail server or the DKIM key changes, for which it was made.
 */
export const SenderCheck = Schema.Struct({
  domain: Schema.String,
  proof: Schema.NullOr(RecordStatus),
  spf: RecordStatus,
  dkim: RecordStatus,
  dmarc: RecordStatus,
  checked_at: Timestamp
}).annotate({ identifier: "SenderCheck" })
export type SenderCheck = typeof SenderCheck.Type

/**
 * The sender of an account as the dashboard shows it (contract §12), without secrets.
 * `smtp_host`: the host of the account's own mail server, `smtp_server` the rest of its settings but the password. `shared_address`: the operator lets it send from `EMAIL_FROM`.
 * `sending`: whether mail goes out (`none`: there is no address to send from), from which address and by which server.
 * `unproven`: only test mail to oneself goes out until the domain is proven by the record of `domain_proof`, null where none is needed.
 * `missing`: what marketing e-mail still needs. `dkim`: the key of the address's domain, and since when DNS has it.
 * `last_check`: what the last check of the domain found, null if there was none. `tracking_domain`: the host of links of mail, used while it works.
 * `sms_part_price`: what the provider charges for one part of a text, null if it is not set.
 */
export const SenderState = Schema.Struct({
  ...senderFields,
  // Addresses with letters beyond ASCII are no "email" of JSON Schema.
  from_email: Schema.NullOr(Schema.String),
  reply_to: Schema.NullOr(Schema.String),
  smtp_host: Schema.NullOr(Schema.String),
  smtp_server: Schema.NullOr(
    Schema.Struct({
      port: Schema.Int,
      security: Schema.Literals(["starttls", "tls"]),
      user: Schema.NullOr(Schema.String)
    })
  ),
  shared_address: Schema.Boolean,
  sending: Schema.Struct({
    status: Schema.Literals(["sending", "unproven", "captured", "none"]),
    from: Schema.NullOr(Schema.String),
    server: Schema.NullOr(Schema.Literals(["own", "process"]))
  }),
  missing: Schema.Array(RequiredField),
  domain_proof: Schema.NullOr(Schema.Struct({ domain: Schema.String, proven: Schema.Boolean, record: DnsRecord })),
  dkim: Schema.NullOr(Schema.Struct({ record: DnsRecord, seen_at: Schema.NullOr(Timestamp) })),
  last_check: Schema.NullOr(SenderCheck),
  tracking_domain: Schema.NullOr(TrackingDomain),
  sms_part_price: Schema.NullOr(SmsPartPrice)
}).annotate({ identifier: "Sender" })
export type SenderState = typeof SenderState.Type

/** The DNS records found for the domain of an account's address. */
export const DomainCheck = Schema.Struct({
  domain: Schema.String,
  proof: Schema.NullOr(RecordCheck),
  spf: RecordCheck,
  dkim: RecordCheck,
  dmarc: RecordCheck
}).annotate({ identifier: "DomainCheck" })
export type DomainCheck = typeof DomainCheck.Type
