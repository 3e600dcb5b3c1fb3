import { Schema } from "effect"
import { hasPhoneNumbers } from "../contacts/Country.ts"
import { Email } from "../contacts/Email.ts"
import { madeUpText } from "../json/Leaf.ts"
import { Language } from "../languages/Language.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { isTimezone } from "../zones/zoneData.ts"
import { AccountRole } from "./AccountRole.ts"
import { Password } from "./User.ts"

/** A subaccount in the list of its parent account. */
export const Subaccount = Schema.Struct({ id: Schema.String, name: Schema.String, created_at: Timestamp }).annotate({
  identifier: "Subaccount"
})

/** A business or one of its subaccounts, as the public API shows it (contract §6). `timezone` is an IANA name. */
export const Account = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  default_country: Schema.String,
  timezone: Schema.String,
  created_at: Timestamp,
  subaccounts: Schema.Array(Subaccount)
}).annotate({ identifier: "Account" })
export type Account = typeof Account.Type

const Limits = Schema.Struct({ per_minute: Schema.Int, per_day: Schema.Int, subaccounts: Schema.Int })

/** An account as the dashboard shows it. `parent_id` is null for a business. */
export const ManagedAccount = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  parent_id: Schema.NullOr(Schema.String),
  default_country: Schema.String,
  timezone: Schema.String,
  /** Null: that of the country. */
  language: Schema.NullOr(Language),
  limits: Limits,
  created_at: Timestamp
}).annotate({ identifier: "Account" })
export type ManagedAccount = typeof ManagedAccount.Type

/** An account that a user may act for, with the user's role in it. */
export const AccessibleAccount = Schema.Struct({ ...ManagedAccount.fields, role: AccountRole }).annotate({
  identifier: "AccessibleAccount"
})
export type AccessibleAccount = typeof AccessibleAccount.Type

/** The code of a country with telephone numbers, ISO 3166 alpha-2. */
export const Country = Schema.String.check(
  Schema.makeFilter((value: string) => hasPhoneNumbers(value) || "Must be an ISO 3166 country code, like US", {
    toJsonSchema: () => ({ pattern: "^[A-Z]{2}$" })
  }),
  madeUpText(/^(?:US|DE|GB|JP)$/)
)

/** An IANA time zone. */
export const Timezone = Schema.String.check(
  Schema.makeFilter((value: string) => isTimezone(value) || "Must be an IANA time zone, like Europe/Berlin"),
  madeUpText(/^(?:Europe\/Berlin|UTC|America\/Los_Angeles|Asia\/Kathmandu)$/)
)

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }))

/** A change of an account; omitted fields keep their value. Only the operator may set `limits`. */
export const AccountChange = Schema.Struct({
  name: Schema.optionalKey(Name),
  default_country: Schema.optionalKey(Country),
  timezone: Schema.optionalKey(Timezone),
  language: Schema.optionalKey(Schema.NullOr(Language)).annotate({
    description:
      "Of the words that messages have beside the content, for contacts without a language; null: by the country."
  }),
  limits: Schema.optionalKey(
    Schema.Struct({
      per_minute: Schema.optionalKey(Limit),
      per_day: Schema.optionalKey(Limit),
      subaccounts: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })))
    })
  )
}).annotate({ identifier: "AccountChange" })
export type AccountChange = typeof AccountChange.Type

export const SubaccountInput = Schema.Struct({ name: Name }).annotate({ identifier: "SubaccountInput" })

/** A new business and its owner. An owner without a password sets one through a one-time link. */
export const BusinessInput = Schema.Struct({
  name: Name,
  owner: Schema.Struct({ email: Email, password: Schema.optionalKey(Password) })
}).annotate({ identifier: "BusinessInput" })
export type BusinessInput = typeof BusinessInput.Type
