import { type DateTime, Schema } from "effect"
import type { DkimKey } from "../../domain/messages/dns/dkim.ts"
import { emptyProfile, type SenderProfile } from "../../domain/messages/SenderProfile.ts"

const text = Schema.NullOr(Schema.String)

/** The columns of a `SenderProfile`. */
export const ProfileRow = Schema.Struct({
  from_name: text,
  from_email: text,
  reply_to: text,
  postal_address: text,
  logo_url: text,
  color: text
})

/** A row of `senders` without its secrets. */
export const SenderRow = Schema.Struct({
  ...ProfileRow.fields,
  shared_address: Schema.Boolean,
  smtp_host: text,
  dkim_domain: text,
  dkim_selector: text,
  dkim_public_key: text,
  dkim_seen_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  version: Schema.Int
})

/** The sender of an account without its secrets. */
export interface StoredSender {
  readonly profile: SenderProfile
  /** The operator lets the account send from `EMAIL_FROM`. */
  readonly shared_address: boolean
  /** The host of the account's own mail server. */
  readonly smtp_host: string | null
  /** `seen_at`: since when DNS has the key; null while it has not. */
  readonly dkim: (DkimKey & { readonly seen_at: DateTime.Utc | null }) | null
}

/** The sender of an account that has set nothing. */
export const unsetSender: StoredSender = { profile: emptyProfile, shared_address: false, smtp_host: null, dkim: null }

export const storedSender = ({
  shared_address,
  smtp_host,
  dkim_domain: domain,
  dkim_selector: selector,
  dkim_public_key: public_key,
  dkim_seen_at: seen_at,
  ...row
}: typeof SenderRow.Type): StoredSender => ({
  profile: {
    from_name: row.from_name,
    from_email: row.from_email,
    reply_to: row.reply_to,
    postal_address: row.postal_address,
    logo_url: row.logo_url,
    color: row.color
  },
  shared_address,
  smtp_host,
  dkim: domain === null || selector === null || public_key === null ? null : { domain, selector, public_key, seen_at }
})
