import { type DateTime, Schema } from "effect"
import type { DkimKey } from "../../domain/senders/dns/dkim.ts"
import type { SmsPartPrice } from "../../domain/messages/smsPrice.ts"
import { SenderCheck } from "../../domain/senders/SenderState.ts"
import { emptyProfile, type SenderProfile } from "../../domain/senders/SenderProfile.ts"

const text = Schema.NullOr(Schema.String)

/** The columns of a `SenderProfile`. */
export const ProfileRow = Schema.Struct({
  from_name: text,
  from_email: text,
  reply_to: text,
  postal_address: text,
  logo_url: text,
  color: text,
  link_parameters: text,
  tracking_host: text
})

/** A row of `senders` without its secrets. */
export const SenderRow = Schema.Struct({
  ...ProfileRow.fields,
  shared_address: Schema.Boolean,
  smtp_host: text,
  dns_check: Schema.NullOr(Schema.fromJsonString(SenderCheck)),
  sms_part_amount: text,
  sms_part_currency: text,
  version: Schema.Int
})

/** A DKIM key. `seen_at`: since when DNS has it; null while it has not. */
export interface KnownKey extends DkimKey {
  readonly seen_at: DateTime.Utc | null
}

/** A sender without its secrets: of the account, or a further one with what it shares. */
export interface StoredSender {
  readonly profile: SenderProfile
  /** The operator lets the account send from `EMAIL_FROM`. */
  readonly shared_address: boolean
  /** The host of the account's own mail server. */
  readonly smtp_host: string | null
  /** The account's business has proven the domain of the address by DNS. */
  readonly domain_proven: boolean
  /** The DKIM keys of the account, one a domain. */
  readonly keys: ReadonlyArray<KnownKey>
  /** The result of the last check of the domain, for this address, server and key. */
  readonly last_check: SenderCheck | null
  /** What the provider charges for one part of a text. */
  readonly sms_part_price: SmsPartPrice | null
}

/** The sender of an account that has set nothing. */
export const unsetSender: StoredSender = {
  profile: emptyProfile,
  shared_address: false,
  smtp_host: null,
  domain_proven: false,
  keys: [],
  last_check: null,
  sms_part_price: null
}

export const storedSender = ({
  domain_proven,
  keys,
  shared_address,
  smtp_host,
  dns_check: last_check,
  sms_part_amount: amount,
  sms_part_currency: currency,
  ...row
}: typeof SenderRow.Type & Pick<StoredSender, "domain_proven" | "keys">): StoredSender => ({
  profile: {
    from_name: row.from_name,
    from_email: row.from_email,
    reply_to: row.reply_to,
    postal_address: row.postal_address,
    logo_url: row.logo_url,
    color: row.color,
    link_parameters: row.link_parameters,
    tracking_host: row.tracking_host
  },
  shared_address,
  smtp_host,
  domain_proven,
  keys,
  last_check,
  sms_part_price: amount === null || currency === null ? null : { amount, currency }
})
