import { instantOfLocal } from "../zones/localTime.ts"

const dayMillis = 86_400_000

/** Days that are remembered: those of ten years. */
const maxDays = 3_660

/**
 * Names the day of a time in a zone, as YYYY-MM-DD, like `localDay`. Finds each midnight once: the offset of a zone is slow to find, and a backtest
 * names days for every message.
 */
export const makeDayNames = (timezone: string): ((at: number) => string) => {
  const days = new Map<number, { readonly begins: number; readonly name: string }>()
  const dayAt = (number: number) => {
    const known = days.get(number)
    if (known !== undefined) return known
    const midnight = number * dayMillis
    const day = { begins: instantOfLocal(midnight, timezone), name: new Date(midnight).toISOString().slice(0, 10) }
    if (days.size >= maxDays) days.clear()
    days.set(number, day)
    return day
  }
  return (at) => {
    let number = Math.floor(at / dayMillis) + 1
    while (dayAt(number).begins > at) number -= 1
    return dayAt(number).name
  }
}
