import { useState } from "react"
import type { Backtest, BacktestInput } from "../../../domain/backtests/Backtest.ts"
import { joinBacktests } from "../../../domain/backtests/joinBacktests.ts"
import type { Definition } from "../../../domain/flows/Definition.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { BacktestView } from "../../backtests/BacktestView.tsx"
import { keptResults } from "../../backtests/keptResults.ts"
import { useTestedDays } from "../../backtests/useTestedDays.tsx"
import { call } from "../../call.ts"
import * as words from "../../words/flows/flowBacktest.ts"
import { BacktestFigures } from "./BacktestFigures.tsx"
import { WhyNotPerson } from "./WhyNotPerson.tsx"

const results = keptResults<Backtest>()

/** Runs the flow over the past: with the unsaved changes, if there are any, beside the saved version. */
export const FlowBacktestView = (props: {
  readonly id: string
  readonly saved: Definition
  /** The definition with changes; undefined without any. */
  readonly changed: Definition | undefined
}) => {
  const account = useAccount()
  const days = useTestedDays()
  const [imported, setImported] = useState(true)
  return (
    <BacktestView
      explained={words.explained}
      saved={props.saved}
      changed={props.changed}
      inputOf={(definition): BacktestInput => ({ flow_id: props.id, definition, ...days.span(), imported })}
      ask={async (input, cursor) => {
        const payload: BacktestInput = cursor === undefined ? input : { ...input, cursor }
        const { data } = await call((api) => api.flows.backtest({ params: { account }, payload }))
        return { data, total: data.total, next_cursor: data.next_cursor }
      }}
      join={joinBacktests}
      span={days.text}
      isValid={days.isValid}
      imported={imported}
      onImported={setImported}
      kept={{ results, key: props.id }}
      figures={(tested) => <BacktestFigures tested={tested} />}
      person={(input) => <WhyNotPerson input={input} />}
    >
      {days.inputs}
    </BacktestView>
  )
}
