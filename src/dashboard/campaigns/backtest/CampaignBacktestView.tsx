import { NativeSelect, TextInput } from "@mantine/core"
import { DateTime } from "effect"
import { useState } from "react"
import type {
  CampaignBacktest,
  CampaignBacktestDraft,
  CampaignBacktestInput
} from "../../../domain/backtests/CampaignBacktest.ts"
import { joinCampaignBacktests } from "../../../domain/backtests/joinCampaignBacktests.ts"
import type { Campaign } from "../../../domain/campaigns/Campaign.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { BacktestView } from "../../backtests/BacktestView.tsx"
import { DayInput } from "../../backtests/DayInput.tsx"
import { dayMillis, dayText, isDay, midnight, nextDay } from "../../backtests/days.ts"
import { keptResults } from "../../backtests/keptResults.ts"
import { call } from "../../call.ts"
import * as common from "../../words/backtests.ts"
import * as words from "../../words/campaignBacktest.ts"
import { CampaignBacktestFigures } from "./CampaignBacktestFigures.tsx"
import { CampaignBacktestPerson } from "./CampaignBacktestPerson.tsx"

const results = keptResults<CampaignBacktest>()
const modes: ReadonlyArray<words.Mode> = ["own", "once", "day", "week"]
const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/

/** Tells what the campaign would have done: with the unsaved changes, if there are any, beside the saved campaign. */
export const CampaignBacktestView = (props: {
  readonly campaign: Campaign
  /** The channel, audience, topic and holdout as they are changed; undefined without changes of the campaign. */
  readonly changed: CampaignBacktestDraft | undefined
}) => {
  const account = useAccount()
  const { id, begun_at } = props.campaign
  const offered = begun_at === null ? modes.filter((one) => one !== "own") : modes
  const [mode, setMode] = useState<words.Mode>(begun_at === null ? "once" : "own")
  const [day, setDay] = useState(() => dayText(Date.now() - 8 * dayMillis))
  const [time, setTime] = useState("10:00")
  const [until, setUntil] = useState(() => dayText(Date.now()))
  // Live, imports start nothing: a campaign is compared with its own results so.
  const [imported, setImported] = useState(begun_at === null)
  const isRepeated = mode === "day" || mode === "week"
  const isValid = mode === "own" || (isDay(day) && timeForm.test(time) && (!isRepeated || isDay(until)))
  return (
    <BacktestView
      explained={words.explained}
      saved={undefined}
      changed={props.changed}
      inputOf={(draft: CampaignBacktestDraft | undefined): CampaignBacktestInput => ({
        campaign_id: id,
        ...(draft === undefined ? {} : { draft }),
        ...(mode === "own" ? {} : { at: DateTime.makeUnsafe(`${day}T${time}:00Z`) }),
        ...(isRepeated ? { every: mode, to: midnight(nextDay(until)) } : {}),
        imported
      })}
      ask={async (input, cursor) => {
        const payload: CampaignBacktestInput = cursor === undefined ? input : { ...input, cursor }
        const { data } = await call((api) => api.campaigns.backtest({ params: { account }, payload }))
        return { data, total: data.total, next_cursor: data.next_cursor }
      }}
      join={joinCampaignBacktests}
      span={mode === "own" ? words.modes.own : isRepeated ? common.days(day, until) : day}
      isValid={isValid}
      imported={imported}
      onImported={setImported}
      kept={{ results, key: id }}
      figures={(tested) => <CampaignBacktestFigures tested={tested} />}
      person={(input) => <CampaignBacktestPerson input={input} />}
    >
      <NativeSelect
        label={words.mode}
        value={mode}
        data={offered.map((value) => ({ value, label: words.modes[value] }))}
        onChange={(event) => setMode(offered.find((one) => one === event.currentTarget.value) ?? "once")}
      />
      {mode !== "own" && (
        <>
          <DayInput label={isRepeated ? common.from : words.on} value={day} onChange={setDay} />
          <TextInput
            type="time"
            label={words.time}
            value={time}
            required
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        </>
      )}
      {isRepeated && <DayInput label={common.until} value={until} onChange={setUntil} />}
    </BacktestView>
  )
}
