import { DateTime, Option } from "effect"
import { type Context, type FilterImplOptions, toValue } from "liquidjs"
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
const formatOf = (language: string, currency: string): Intl.NumberFormat => {
  const key = `${language}|${currency}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(language, {
    numberingSystem: "latn",
    ...(currency === "" ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { style: "currency", currency })
  })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, made)
  return made
}

/**
 * `{{ order.total | money }}`: a sum in the currency of the order, or in the one that is named, as it is written in the
 * account's country or in the language that is named: `£30.00`, `30,00 €`. A value that is no number stays as it is.
 */
const money = (locale: TemplateLocale, context: Context, [value, currency, language]: ReadonlyArray<unknown>) => {
  const amount = amountOf(value)
  if (amount === undefined) return value
  const named = textOf(currency).trim()
  const code = (named === "" ? textOf(context.getSync(["order", "currency"])) : named).toUpperCase()
  const tag = textOf(language).trim()
  const format = formatOf(tag === "" ? locale.language : languageOf(tag, locale.language), isCurrency(code) ? code : "")
  return isCurrency(code) ? format.format(amount) : `${format.format(amount)} ${code}`.trim()
}

const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code)

const unzoned = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/

/** A date without an offset is one of the account's time zone, so that a birthday stays on its day. */
const zonedDate = ({ timezone }: TemplateLocale, value: unknown): unknown => {
  const plain: unknown = toValue(value)
  const [, day, time = "00:00"] = (typeof plain === "string" ? unzoned.exec(plain) : null) ?? []
  if (day === undefined) return value
  const zoned = DateTime.makeZoned(`${day}T${time}Z`, { timeZone: timezone, adjustForTimeZone: true })
  return Option.match(zoned, { onNone: () => value, onSome: DateTime.toDateUtc })
}

/** Filters that depend on where a message is read: `dates`, Liquid's filters of dates, and `money`. */
export const localFilters = (
  localeOf: (context: Context) => TemplateLocale,
  dates: ReadonlyArray<readonly [name: string, filter: FilterHandler]>
): ReadonlyArray<readonly [name: string, filter: FilterHandler]> => [
  ...dates.map(([name, filter]): readonly [string, FilterHandler] => [
    name,
    function (value: unknown, ...given: ReadonlyArray<unknown>): unknown {
      return filter.call(this, zonedDate(localeOf(this.context), value), ...given)
    }
  ]),
  [
    "money",
    function (value: unknown, ...given: ReadonlyArray<unknown>): unknown {
      return money(localeOf(this.context), this.context, [value, ...given])
    }
  ]
]
