import { useState } from "react"
import { joinSegmentBacktests } from "../../../domain/backtests/joinSegmentBacktests.ts"
import type { SegmentBacktest, SegmentBacktestInput } from "../../../domain/backtests/SegmentBacktest.ts"
import type { Conditions } from "../../../domain/conditions/Condition.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { BacktestView } from "../../backtests/BacktestView.tsx"
import { keptResults } from "../../backtests/keptResults.ts"
import { useTestedDays } from "../../backtests/useTestedDays.tsx"
import { call } from "../../call.ts"
import * as words from "../../words/segmentBacktest.ts"
import { SegmentBacktestFigures } from "./SegmentBacktestFigures.tsx"
import { SegmentBacktestPerson } from "./SegmentBacktestPerson.tsx"

const results = keptResults<SegmentBacktest>()

/** Tells who would have been in the segment: with the unsaved conditions, if there are any, beside the saved ones. */
export const SegmentBacktestView = (props: {
  readonly id: string
  readonly saved: Conditions
  /** The conditions with changes; undefined without any. */
  readonly changed: Conditions | undefined
}) => {
  const account = useAccount()
  const days = useTestedDays()
  const [imported, setImported] = useState(true)
  return (
    <BacktestView
      explained={words.explained}
      saved={props.saved}
      changed={props.changed}
      inputOf={(conditions): SegmentBacktestInput => ({ segment_id: props.id, conditions, ...days.span(), imported })}
      ask={async (input, cursor) => {
        const payload: SegmentBacktestInput = cursor === undefined ? input : { ...input, cursor }
        const { data } = await call((api) => api.segments.backtest({ params: { account }, payload }))
        return { data, total: data.total, next_cursor: data.next_cursor }
      }}
      join={joinSegmentBacktests}
      span={days.text}
      isValid={days.isValid}
      imported={imported}
      onImported={setImported}
      kept={{ results, key: props.id }}
      figures={(tested) => <SegmentBacktestFigures tested={tested} />}
      person={(input) => <SegmentBacktestPerson input={input} />}
    >
      {days.inputs}
    </BacktestView>
  )
}
