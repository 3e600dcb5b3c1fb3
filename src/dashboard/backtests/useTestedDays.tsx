import { useState } from "react"
import * as words from "../words/backtests.ts"
import { DayInput } from "./DayInput.tsx"
import { dayMillis, dayText, isDay, midnight, nextDay } from "./days.ts"

/** The first and the last day of a backtest, with their inputs: at first the last 30 days. */
export const useTestedDays = () => {
  const [from, setFrom] = useState(() => dayText(Date.now() - 30 * dayMillis))
  const [until, setUntil] = useState(() => dayText(Date.now()))
  return {
    text: words.days(from, until),
    isValid: isDay(from) && isDay(until),
    /** The span as the API takes it. Requires that it is valid. */
    span: () => ({ from: midnight(from), to: midnight(nextDay(until)) }),
    inputs: (
      <>
        <DayInput label={words.from} value={from} onChange={setFrom} />
        <DayInput label={words.until} value={until} onChange={setUntil} />
      </>
    )
  }
}
