import { Schema } from "effect"
import { Country } from "../accounts/Account.ts"

/** The most texts an hour that an account can allow its forms. */
const maxPerHour = 10_000

/**
 * The texts that sign-up forms and the preference page of an account may ask people with. `countries` null: the account's default country
 * alone.
 */
export const FormTextLimits = Schema.Struct({
  texts_per_hour: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxPerHour })),
  countries: Schema.NullOr(Schema.Array(Country).check(Schema.isMaxLength(250)))
}).annotate({ identifier: "FormTextLimits" })
export type FormTextLimits = typeof FormTextLimits.Type

/** The limits of an account that has set none. */
export const defaultFormTextLimits: FormTextLimits = { texts_per_hour: 50, countries: null }

/** The countries that an account's forms may text. Pure. */
export const textedCountries = ({ countries }: FormTextLimits, default_country: string): ReadonlyArray<string> =>
  countries ?? [default_country]
