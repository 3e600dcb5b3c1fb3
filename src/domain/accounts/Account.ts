import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"

/** A subaccount as its account lists it. */
export const Subaccount = Schema.Struct({ id: Schema.String, name: Schema.String, created_at: Timestamp }).annotate({
  identifier: "Subaccount"
})

/** A business or one of its subaccounts (contract §6): `default_country` is ISO 3166, `timezone` an IANA name. */
export const Account = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  default_country: Schema.String,
  timezone: Schema.String,
  created_at: Timestamp,
  subaccounts: Schema.Array(Subaccount)
}).annotate({ identifier: "Account" })
export type Account = typeof Account.Type
