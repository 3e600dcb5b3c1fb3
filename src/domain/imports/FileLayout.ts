import { Schema } from "effect"
import { Timezone } from "../accounts/Account.ts"
import { WritableEmailConsent, WritableSmsConsent } from "../contacts/consentOnWrite.ts"
import { Currency } from "../orders/Currency.ts"
import { text } from "../values/Text.ts"

/** Characters and columns of a header row: one row of a file fits into memory many times over. */
export const layoutLimits = { columns: 500, header: 500 } as const

export const FileType = Schema.Literals(["csv", "ndjson"])
export type FileType = typeof FileType.Type

export const FileEncoding = Schema.Literals(["utf-8", "utf-16le", "utf-16be", "windows-1252"])
export type FileEncoding = typeof FileEncoding.Type

export const Separator = Schema.Literals([",", ";", "\t", "|"])
export type Separator = typeof Separator.Type

export const DecimalMark = Schema.Literals([".", ","])
export type DecimalMark = typeof DecimalMark.Type

/** The type of a column's cells. */
export const ColumnType = Schema.Literals(["text", "number", "boolean", "date"])
export type ColumnType = typeof ColumnType.Type

/** Digits without a plus sign as a phone: a national number, or one that begins with its country code. */
export const PhoneDigits = Schema.Literals(["national", "international"])
export type PhoneDigits = typeof PhoneDigits.Type

/** The order of day and month where a date is written in numbers and does not begin with its year. */
export const DateOrder = Schema.Literals(["dmy", "mdy"])
export type DateOrder = typeof DateOrder.Type

/** How text, numbers and times of a file are to be read. `newline` ends a row. Times without an offset are of `timezone`. */
export const FileFormat = Schema.Struct({
  type: FileType,
  encoding: FileEncoding,
  separator: Separator,
  newline: Schema.Literals(["\n", "\r\n", "\r"]),
  decimal: DecimalMark,
  dates: DateOrder,
  timezone: Timezone
}).annotate({ identifier: "FileFormat" })
export type FileFormat = typeof FileFormat.Type

/**
 * The layout of a file (contract §4.10). `targets` has the field that each column is imported as, "" for none; both lists are empty for NDJSON,
 * whose lines are bodies of the API. The other members are values for rows that have none.
 */
export const FileLayout = Schema.Struct({
  format: FileFormat,
  headers: Schema.Array(text(layoutLimits.header)).check(Schema.isMaxLength(layoutLimits.columns)),
  targets: Schema.Array(text(100)).check(Schema.isMaxLength(layoutLimits.columns)),
  currency: Schema.NullOr(Currency),
  email_consent: Schema.NullOr(WritableEmailConsent),
  sms_consent: Schema.NullOr(WritableSmsConsent),
  /** How each column is read as a custom field; as text where it is left out. */
  types: Schema.optionalKey(Schema.Array(ColumnType).check(Schema.isMaxLength(layoutLimits.columns))),
  /** How phones without a plus sign are read in rows without a country; until the user chooses, they give no opt-in to a new phone. */
  phones: Schema.optionalKey(PhoneDigits),
  /** Whether tags and custom fields replace those of contacts that exist; else they join them. */
  replaces: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "FileLayout" })
export type FileLayout = typeof FileLayout.Type

/** The layout of a file of bodies of the API. */
export const ndjsonLayout: FileLayout = {
  format: {
    type: "ndjson",
    encoding: "utf-8",
    separator: ",",
    newline: "\n",
    decimal: ".",
    dates: "dmy",
    timezone: "UTC"
  },
  headers: [],
  targets: [],
  currency: null,
  email_consent: null,
  sms_consent: null
}
