import { alpha2Of } from "../../domain/contacts/Country.ts"

const names = new Intl.DisplayNames(["en"], { type: "region" })

/** The countries by English name; the value is the ISO 3166-1 alpha-2 code. */
export const countryOptions: ReadonlyArray<{ readonly value: string; readonly label: string }> = [...alpha2Of.values()]
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"))

/** The IANA time zones of the browser, with UTC and the `saved` zone, which may be an alias that the browser does not list. */
export const zoneOptions = (saved: string): ReadonlyArray<string> => [
  ...new Set([saved, "UTC", ...Intl.supportedValuesOf("timeZone")])
]
