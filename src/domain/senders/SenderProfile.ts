import { Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { isText } from "../json/Json.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { LinkParameters } from "../messages/LinkParameters.ts"
import { fits, isBlank, Name } from "../values/Text.ts"
import { Color } from "../values/Color.ts"

/** The ASCII form of an https address, as mail clients ask for it; undefined for other text. */
const httpsUrl = (value: string): string | undefined => {
  const url = URL.parse(value)
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "" ? url.href : undefined
}

const PostalAddress = leaf({
  to: Schema.String.check(madeUpText(/^[0-9]{1,3} [A-Z][a-z]{1,12} Street, [A-Z][a-z]{1,12}$/)),
  json: { type: "string", minLength: 1, maxLength: 500, examples: ["1 Tea Street, London"] },
  message: "Must be text of 1 to 500 characters",
  decode: (value) =>
    typeof value === "string" && isText(value) && fits(value, 500) && !isBlank(value) ? value.trim() : undefined,
  encode: (address) => address
})

const LogoUrl = leaf({
  to: Schema.String.check(madeUpText(/^https:\/\/[a-z0-9]{1,20}\.example\/[a-z0-9]{1,8}\.png$/)),
  json: { type: "string", format: "iri", pattern: "^https://", maxLength: 2_000 },
  message: "Must be an https address",
  decode: (value) => {
    const url = typeof value === "string" && isText(value) && fits(value, 2_000) ? httpsUrl(value) : undefined
    return url !== undefined && fits(url, 2_000) ? url : undefined
  },
  encode: (url) => url
})

/** The fields of a sender profile; null where the account has not set one. */
export const senderFields = {
  from_name: Schema.NullOr(Name),
  from_email: Schema.NullOr(Email),
  reply_to: Schema.NullOr(Email),
  postal_address: Schema.NullOr(PostalAddress),
  logo_url: Schema.NullOr(LogoUrl),
  color: Schema.NullOr(Color),
  link_parameters: Schema.NullOr(LinkParameters)
} as const

/** The sender of an account's mail: its name and addresses, and the logo and colour of the layout (contract §12). */
export interface SenderProfile {
  readonly from_name: string | null
  readonly from_email: string | null
  readonly reply_to: string | null
  readonly postal_address: string | null
  readonly logo_url: string | null
  /** `#` and six hexadecimal digits. */
  readonly color: string | null
  /** Parameters that links get, in the form of `LinkParameters`. */
  readonly link_parameters: string | null
  /** The host of links of mail: the account's tracking domain while it works, else null (contract §19). */
  readonly tracking_host: string | null
}

/** The profile of an account that has set nothing. */
export const emptyProfile: SenderProfile = {
  from_name: null,
  from_email: null,
  reply_to: null,
  postal_address: null,
  logo_url: null,
  color: null,
  link_parameters: null,
  tracking_host: null
}
