import { type Context, type FilterImplOptions, toValue } from "liquidjs"
import { currencyDigits } from "../../domain/orders/Currency.ts"
import { isTimezone } from "../../domain/zones/zoneData.ts"
import { readDate } from "./readDate.ts"
import { strftime } from "./strftime.ts"
import type { TemplateLocale } from "./TemplateLocale.ts"
import { textOf } from "./TemplateOutput.ts"

/** A filter as a function; Liquid gives it the context of the rendering as `this`. */
export type FilterHandler = Exclude<FilterImplOptions, { readonly handler: unknown }>

const amountOf = (value: unknown): Intl.StringNumericLiteral | number | undefined => {
  const plain: unknown = toValue(value)
  if (typeof plain === "number") return Number.isFinite(plain) ? plain : undefined
  const text = typeof plain === "string" ? plain.trim() : ""
  return isDecimal(text) ? text : undefined
}

const isDecimal = (text: string): text is Intl.StringNumericLiteral => /^-?\d{1,30}(?:\.\d{1,30})?$/.test(text)

/** Digits of an amount after the point, but for zeros at its end: what it has is never rounded away. */
const fractionOf = (amount: Intl.StringNumericLiteral | number): number => {
  const [, fraction = ""] = String(amount).split(/[.e]/, 2)
  return String(amount).includes("e") ? 0 : Math.min(fraction.replace(/0{1,30}$/, "").length, 20)
}

const languageOf = (tag: string, fallback: string): string => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? fallback
  } catch {
    return fallback
  }
}

const maxFormats = 200
const formats = new Map<string, Intl.NumberFormat>()

/** Formats are slow to make, so the latest are kept. */
const formatOf = (language: string, currency: string, digits: number): Intl.NumberFormat => {
  const key = `${language}|${currency}|${digits}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(language, {
    numberingSystem: "latn",
    // CLDR rounds some currencies to the coins that are in use: 1691.50 HUF is no 1692.
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...(currency === "" ? {} : { style: "currency", currency })
  })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, made)
  return made
}

/**
 * `{{ order.total | money }}`: a sum in the currency of the order, or in the one that is named, as it is written in the
 * language of the message or in the one that is named: `£30.00`, `30,00 €`. A value that is no number stays as it is.
 */
const money = (locale: TemplateLocale, context: Context, [value, currency, language]: ReadonlyArray<unknown>) => {
  const amount = amountOf(value)
  if (amount === undefined) return value
  const named = textOf(currency).trim()
  const code = (named === "" ? textOf(context.getSync(["order", "currency"])) : named).toUpperCase()
  const tag = textOf(language).trim()
  const written = tag === "" ? locale.language : languageOf(tag, locale.language)
  const digits = isCurrency(code) ? currencyDigits(code) : 2
  const format = formatOf(
    written,
    isCurrency(code) ? code : "",
    Math.max(digits, isCurrency(code) ? fractionOf(amount) : 0)
  )
  return isCurrency(code) ? format.format(amount) : `${format.format(amount)} ${code}`.trim()
}

const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code)

/** The zone that a template names beside a format, else the account's. */
const zoneOf = (locale: TemplateLocale, named: unknown): string => {
  const name = textOf(named).trim()
  return isTimezone(name) ? name : locale.timezone
}

/** A filter that writes a date by a format. Anything that names no date stays as it is, as in Ruby. */
const dateFilter = (
  localeOf: (context: Context) => TemplateLocale,
  formatOf: (given: ReadonlyArray<unknown>) => readonly [format: string, zone?: unknown]
): FilterHandler =>
  function (value: unknown, ...given: ReadonlyArray<unknown>): unknown {
    const [format, zone] = formatOf(given)
    const moment = readDate(toValue(value), zoneOf(localeOf(this.context), zone), Date.now())
    return format === "" || moment === undefined ? value : strftime(moment, format)
  }

const ordinalOf = (day: number): string => {
  const ending = day % 100 > 10 && day % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th")
  return `${day}${ending}`
}

const dayFilter = (localeOf: (context: Context) => TemplateLocale, month: string): FilterHandler =>
  function (value: unknown, style: unknown, region: unknown): unknown {
    const moment = readDate(toValue(value), localeOf(this.context).timezone, Date.now())
    if (moment === undefined) return value
    const isOrdinal = textOf(style) === "ordinal"
    const day = isOrdinal ? ordinalOf(new Date(moment.local).getUTCDate()) : "%d"
    return strftime(moment, textOf(region) === "US" && isOrdinal ? `${month} ${day}, %Y` : `${day} ${month} %Y`)
  }

/** Filters that depend on where a message is read: those of dates, and `money`. */
export const localFilters = (
  localeOf: (context: Context) => TemplateLocale
): ReadonlyArray<readonly [name: string, filter: FilterHandler]> => [
  ["date", dateFilter(localeOf, ([format, zone]) => [textOf(format), zone])],
  ["date_to_xmlschema", dateFilter(localeOf, () => ["%Y-%m-%dT%H:%M:%S%:z"])],
  ["date_to_rfc822", dateFilter(localeOf, () => ["%a, %d %b %Y %H:%M:%S %z"])],
  ["date_to_string", dayFilter(localeOf, "%b")],
  ["date_to_long_string", dayFilter(localeOf, "%B")],
  [
    "money",
    function (value: unknown, ...given: ReadonlyArray<unknown>): unknown {
      return money(localeOf(this.context), this.context, [value, ...given])
    }
  ]
]
