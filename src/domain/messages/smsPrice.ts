import { Schema } from "effect"
import { numberText } from "../json/Json.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { Currency } from "../orders/Currency.ts"
import { plainDecimal } from "../values/Decimal.ts"
import { timesWhole, withoutTrailingZeros } from "../values/sumDecimals.ts"
import { smsParts } from "./smsParts.ts"

// 0 to 100, with at most 6 digits after the point, the last of them no zero.
const amountForm = /^(?:0|[1-9]\d?|100|(?:0|[1-9]\d?)\.\d{0,5}[1-9])$/

/** A price as providers list it: exact text in code (`"0.0725"`), a JSON number on the wire. */
const PartAmount = leaf({
  to: Schema.String.check(madeUpText(amountForm)),
  json: {
    type: "number",
    minimum: 0,
    maximum: 100,
    description: "At most 6 digits after the point.",
    examples: [0.0725]
  },
  message: "Must be a number from 0 to 100 with at most 6 digits after the point",
  decode: (value) => {
    const source = numberText(value)
    const text = source === undefined ? undefined : plainDecimal(source)
    const amount = text === undefined ? "" : withoutTrailingZeros(text)
    return amountForm.test(amount) ? amount : undefined
  },
  // A number of so few digits is written as it was read.
  encode: Number
})

/** What the account's provider charges for one part of a text (contract §12). */
export const SmsPartPrice = Schema.Struct({ amount: PartAmount, currency: Currency }).annotate({
  identifier: "SmsPartPrice"
})
export type SmsPartPrice = typeof SmsPartPrice.Type

/** What texts of so many parts to so many people cost, exactly. Pure. */
export const smsCost = (
  { amount, currency }: SmsPartPrice,
  { parts, people }: { readonly parts: number; readonly people: number }
): { readonly amount: string; readonly currency: string } => ({
  amount: withoutTrailingZeros(timesWhole(timesWhole(amount, parts), people)),
  currency
})

/** The parts of the longest of some texts. Linear in their length. Pure. */
export const maxParts = (texts: ReadonlyArray<string>): number =>
  texts.reduce((most, text) => Math.max(most, smsParts(text).parts), 1)
