import { Schema } from "effect"
import { formatAmount } from "../orders/Currency.ts"

/** A contact's spending in one currency. Orders that were voided or refunded do not count, nor what was paid back of others. */
export const Spending = Schema.Struct({
  currency_code: Schema.String,
  orders: Schema.Int,
  total_amount: Schema.String,
  average_amount: Schema.String
}).annotate({ identifier: "Spending" })
export type Spending = typeof Spending.Type

/** `total` is an exact decimal; the average is rounded to the minor digits of the currency. */
export const spendingOf = (row: {
  readonly currency: string
  readonly orders: number
  readonly total: string
}): Spending => ({
  currency_code: row.currency,
  orders: row.orders,
  total_amount: formatAmount(row.total, row.currency),
  average_amount: averageOf(row.total, row.orders, row.currency)
})

// In integers, so that no digit is lost: one digit more than needed, which is rounded half up.
const averageOf = (total: string, orders: number, currency: string): string => {
  const digits = (formatAmount("0", currency).split(".")[1] ?? "").length
  // Returns that pay out more than they take in have negative totals.
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(total) ?? []
  const scale = Math.max(digits, fraction.length)
  const units = BigInt(whole + fraction.padEnd(scale, "0"))
  const unit = 10n ** BigInt(scale - digits)
  const divisor = BigInt(orders) * unit
  const rounded = String((2n * units + divisor) / (2n * divisor)).padStart(digits + 1, "0")
  const text = digits === 0 ? rounded : `${rounded.slice(0, -digits)}.${rounded.slice(-digits)}`
  return sign === "-" && /[1-9]/.test(text) ? `-${text}` : text
}
