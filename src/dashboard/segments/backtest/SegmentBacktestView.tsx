import { Stack } from "@mantine/core"
import { useState } from "react"
import { joinSegmentBacktests } from "../../../domain/backtests/joinSegmentBacktests.ts"
import type { SegmentBacktest, SegmentBacktestInput } from "../../../domain/backtests/SegmentBacktest.ts"
import type { Conditions } from "../../../domain/conditions/Condition.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { BacktestForm } from "../../backtests/BacktestForm.tsx"
import { DayInput } from "../../backtests/DayInput.tsx"
import { dayMillis, dayText, isDay, midnight, nextDay } from "../../backtests/days.ts"
import { useBacktest, type Variant } from "../../backtests/useBacktest.ts"
import { call } from "../../call.ts"
import * as common from "../../words/backtests.ts"
import * as words from "../../words/segmentBacktest.ts"
import { SegmentBacktestFigures } from "./SegmentBacktestFigures.tsx"
import { SegmentBacktestPerson } from "./SegmentBacktestPerson.tsx"

/** Tells who would have been in the segment: with the unsaved conditions, if there are any, beside the saved ones. */
export const SegmentBacktestView = (props: {
  readonly id: string
  readonly saved: Conditions
  /** The conditions with changes; undefined without any. */
  readonly changed: Conditions | undefined
}) => {
  const account = useAccount()
  const [from, setFrom] = useState(() => dayText(Date.now() - 30 * dayMillis))
  const [until, setUntil] = useState(() => dayText(Date.now()))
  const [imported, setImported] = useState(true)
  const inputOf = (conditions: Conditions): SegmentBacktestInput => ({
    segment_id: props.id,
    conditions,
    from: midnight(from),
    to: midnight(nextDay(until)),
    imported
  })
  const variantOf = (label: string, conditions: Conditions): Variant<SegmentBacktest> => [
    label,
    async (cursor) => {
      const input = inputOf(conditions)
      const payload: SegmentBacktestInput = cursor === undefined ? input : { ...input, cursor }
      const { data } = await call((api) => api.segments.backtest({ params: { account }, payload }))
      const { total, person: _, next_cursor, ...figures } = data
      return { figures, total, next_cursor }
    }
  ]
  const backtest = useBacktest(
    props.changed === undefined
      ? [variantOf(common.result, props.saved)]
      : [variantOf(common.draft, props.changed), variantOf(common.saved, props.saved)],
    joinSegmentBacktests
  )
  const isValid = isDay(from) && isDay(until)
  return (
    <Stack>
      <BacktestForm
        explained={words.explained}
        backtest={backtest}
        isValid={isValid}
        imported={imported}
        onImported={setImported}
      >
        <DayInput label={common.from} value={from} onChange={setFrom} />
        <DayInput label={common.until} value={until} onChange={setUntil} />
      </BacktestForm>
      {!backtest.run.isError && <SegmentBacktestFigures tested={backtest.tested} />}
      {isValid && <SegmentBacktestPerson input={inputOf(props.changed ?? props.saved)} />}
    </Stack>
  )
}
