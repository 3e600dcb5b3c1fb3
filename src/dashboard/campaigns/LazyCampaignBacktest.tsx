import { Button, Group } from "@mantine/core"
import { lazy, Suspense, useState } from "react"
import type { CampaignBacktestDraft } from "../../domain/backtests/CampaignBacktest.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { Loading } from "../components/Feedback.tsx"
import * as words from "../words/campaigns.ts"

// Its code and words are loaded when it is opened.
const CampaignBacktestView = lazy(() =>
  import("./backtest/CampaignBacktestView.tsx").then((module) => ({ default: module.CampaignBacktestView }))
)

/** The backtest of a campaign, behind a button. */
export const LazyCampaignBacktest = (props: {
  readonly campaign: Campaign
  /** The channel, audience, topic and holdout as they are changed; undefined without changes of the campaign. */
  readonly changed?: CampaignBacktestDraft | undefined
}) => {
  const [isOpen, setOpen] = useState(false)
  if (isOpen)
    return (
      <Suspense fallback={<Loading />}>
        <CampaignBacktestView campaign={props.campaign} changed={props.changed} />
      </Suspense>
    )
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.backtest}
      </Button>
    </Group>
  )
}
