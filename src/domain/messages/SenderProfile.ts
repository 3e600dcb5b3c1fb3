import { Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { madeUpText } from "../json/Leaf.ts"
import { Name, text } from "../values/Text.ts"

const isHttps = (value: string): boolean => {
  const url = URL.parse(value)
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === ""
}

const PostalAddress = text(500).check(
  Schema.makeFilter((value: string) => value.trim() !== "" || "Must not be empty"),
  madeUpText(/^[0-9]{1,3} [A-Z][a-z]{1,12} Street, [A-Z][a-z]{1,12}$/)
)

const LogoUrl = text(2_000).check(
  Schema.makeFilter((value: string) => isHttps(value) || "Must be an https address"),
  madeUpText(/^https:\/\/[a-z0-9]{1,20}\.example\/[a-z0-9]{1,8}\.png$/)
)

const Color = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/, { message: "Must be a colour as # and six hexadecimal digits" })
)

/** The fields of a sender profile; null where the account has not set one. */
export const senderFields = {
  from_name: Schema.NullOr(Name),
  from_email: Schema.NullOr(Email),
  reply_to: Schema.NullOr(Email),
  postal_address: Schema.NullOr(PostalAddress),
  logo_url: Schema.NullOr(LogoUrl),
  color: Schema.NullOr(Color)
} as const

/** Who an account's mail comes from, and what its layout shows (contract §12). */
export interface SenderProfile {
  readonly from_name: string | null
  readonly from_email: string | null
  readonly reply_to: string | null
  readonly postal_address: string | null
  readonly logo_url: string | null
  /** `#` and six hexadecimal digits. */
  readonly color: string | null
}

/** The profile of an account that has set nothing. */
export const emptyProfile: SenderProfile = {
  from_name: null,
  from_email: null,
  reply_to: null,
  postal_address: null,
  logo_url: null,
  color: null
}
