import { Stack } from "@mantine/core"
import { useState } from "react"
import type { Backtest, BacktestInput } from "../../../domain/backtests/Backtest.ts"
import { joinBacktests } from "../../../domain/backtests/joinBacktests.ts"
import type { Definition } from "../../../domain/flows/Definition.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { BacktestForm } from "../../backtests/BacktestForm.tsx"
import { DayInput } from "../../backtests/DayInput.tsx"
import { dayMillis, dayText, isDay, midnight, nextDay } from "../../backtests/days.ts"
import { useBacktest, type Variant } from "../../backtests/useBacktest.ts"
import { call } from "../../call.ts"
import * as common from "../../words/backtests.ts"
import * as words from "../../words/flows/flowBacktest.ts"
import { BacktestFigures } from "./BacktestFigures.tsx"
import { WhyNotPerson } from "./WhyNotPerson.tsx"

/** Runs the flow over the past: with the unsaved changes, if there are any, beside the saved version. */
export const BacktestView = (props: {
  readonly id: string
  readonly saved: Definition
  /** The definition with changes; undefined without any. */
  readonly changed: Definition | undefined
}) => {
  const account = useAccount()
  const [from, setFrom] = useState(() => dayText(Date.now() - 30 * dayMillis))
  const [until, setUntil] = useState(() => dayText(Date.now()))
  const [imported, setImported] = useState(true)
  const inputOf = (definition: Definition): BacktestInput => ({
    flow_id: props.id,
    definition,
    from: midnight(from),
    to: midnight(nextDay(until)),
    imported
  })
  const variantOf = (label: string, definition: Definition): Variant<Backtest> => [
    label,
    async (cursor) => {
      const input = inputOf(definition)
      const payload: BacktestInput = cursor === undefined ? input : { ...input, cursor }
      const { data } = await call((api) => api.flows.backtest({ params: { account }, payload }))
      const { total, person: _, next_cursor, ...figures } = data
      return { figures, total, next_cursor }
    }
  ]
  const backtest = useBacktest(
    props.changed === undefined
      ? [variantOf(common.result, props.saved)]
      : [variantOf(common.draft, props.changed), variantOf(common.saved, props.saved)],
    joinBacktests
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
      {!backtest.run.isError && <BacktestFigures tested={backtest.tested} />}
      {isValid && <WhyNotPerson input={inputOf(props.changed ?? props.saved)} />}
    </Stack>
  )
}
