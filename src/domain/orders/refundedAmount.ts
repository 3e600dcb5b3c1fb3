import { compareSum, sumOf } from "../values/sumDecimals.ts"

const minus = (amount: string): string => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`)

const orNothing = (amount: string): string => (compareSum([amount], "0") > 0 ? amount : "0")

/** An order's amounts as the store's platform reported them, as decimal text. `total` is without refunds. */
interface ReportedAmounts {
  readonly total: string
  readonly refunds: Readonly<Record<string, { readonly value: string }>>
}

/** The amount paid back of an order that its `total` still contains: some platforms take refunds out of the total, and report them earlier. */
export const refundedAmount = (reported: ReportedAmounts, total: string): string => {
  const takenOut = orNothing(sumOf([reported.total, minus(total)]))
  return orNothing(sumOf([...Object.values(reported.refunds).map(({ value }) => value), minus(takenOut)]))
}
