import * as words from "../words/home/periods.ts"

/** The periods that reports offer, in days. */
export const periods = [
  ["7", words.periods["7"]],
  ["30", words.periods["30"]],
  ["90", words.periods["90"]],
  ["365", words.periods["365"]]
] as const
export type PeriodDays = (typeof periods)[number][0]

/** The `days` of an address; absent where they are none of the periods. */
export const readPeriod = ({ days }: Readonly<Record<string, unknown>>): { readonly days?: PeriodDays } => {
  const found = periods.find(([value]) => value === String(days))
  return found === undefined ? {} : { days: found[0] }
}
