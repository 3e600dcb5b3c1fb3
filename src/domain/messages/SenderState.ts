import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"
import { DnsRecord, RecordCheck } from "./dns/RecordCheck.ts"
import { RequiredField } from "./MailRoute.ts"
import { senderFields } from "./SenderProfile.ts"

/**
 * The sender of an account as the dashboard shows it (contract §12), without secrets.
 * `smtp_host`: the host of the account's own mail server. `shared_address`: the operator lets it send from `EMAIL_FROM`.
 * `sending`: whether mail goes out (`none`: there is no address to send from), from which address and by which server.
 * `missing`: what marketing e-mail still needs. `dkim`: the key of the address's domain, and since when DNS has it.
 */
export const SenderState = Schema.Struct({
  ...senderFields,
  // Addresses with letters beyond ASCII are no "email" of JSON Schema.
  from_email: Schema.NullOr(Schema.String),
  reply_to: Schema.NullOr(Schema.String),
  smtp_host: Schema.NullOr(Schema.String),
  shared_address: Schema.Boolean,
  sending: Schema.Struct({
    status: Schema.Literals(["sending", "captured", "none"]),
    from: Schema.NullOr(Schema.String),
    server: Schema.NullOr(Schema.Literals(["own", "process"]))
  }),
  missing: Schema.Array(RequiredField),
  dkim: Schema.NullOr(Schema.Struct({ record: DnsRecord, seen_at: Schema.NullOr(Timestamp) }))
}).annotate({ identifier: "Sender" })
export type SenderState = typeof SenderState.Type

/** The DNS records found for the domain of an account's address. */
export const DomainCheck = Schema.Struct({
  domain: Schema.String,
  spf: RecordCheck,
  dkim: RecordCheck,
  dmarc: RecordCheck
}).annotate({ identifier: "DomainCheck" })
export type DomainCheck = typeof DomainCheck.Type
