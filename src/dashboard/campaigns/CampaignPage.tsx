import { Button, Group } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { isRunning } from "../../domain/campaigns/CampaignState.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { showChannel } from "../format.ts"
import * as words from "../words/campaigns.ts"
import { CampaignActions } from "./CampaignActions.tsx"
import { CampaignEditor } from "./CampaignEditor.tsx"
import { MailNotice } from "../components/MailNotice.tsx"
import { CampaignResultsView } from "./CampaignResultsView.tsx"
import { CampaignReviewView } from "./CampaignReviewView.tsx"
import { LazyCampaignBacktest } from "./LazyCampaignBacktest.tsx"
import { sendTimeText } from "./campaignText.ts"

const Draft = ({ campaign }: { readonly campaign: Campaign }) => {
  const [view, setView] = useState<"opened" | "reviewed" | "returned">("opened")
  // The button that changes the view is gone with the former view.
  if (view !== "reviewed")
    return (
      <CampaignEditor campaign={campaign} isEditedAgain={view === "returned"} onReview={() => setView("reviewed")} />
    )
  return (
    <>
      <Group>
        <Button variant="default" autoFocus onClick={() => setView("returned")}>
          {words.backToEditing}
        </Button>
      </Group>
      <CampaignReviewView campaign={campaign} />
    </>
  )
}

/** A campaign: the form and the review of a draft, else its progress and results. */
export const CampaignPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const campaign = useQuery<{ readonly data: Campaign }>({
    queryKey: ["campaigns", account, id],
    queryFn: () => call((api) => api.campaigns.get({ params: { account, id } })),
    refetchInterval: ({ state }) => (isRunning(state.data?.data.status ?? "draft") ? 2_000 : false)
  })
  const found = campaign.data?.data
  const back = (
    <PageLink to="/a/$account/campaigns" params={{ account }}>
      {words.backToCampaigns}
    </PageLink>
  )
  if (found === undefined)
    return campaign.isError ? (
      <ErrorAlert error={campaign.error} retry={() => void campaign.refetch()} back={back} />
    ) : (
      <Loading />
    )
  return (
    <Page
      title={found.name}
      subtitle={
        <Group gap="xs">
          <StatusBadge status={found.status} />
          {showChannel(found.channel)} · {sendTimeText(found)}
        </Group>
      }
      back={back}
      actions={
        <>
          {found.begun_at !== null && (
            <LinkButton to="/a/$account/messages" params={{ account }} search={{ campaign: id }}>
              {words.messages}
            </LinkButton>
          )}
          <CampaignActions campaign={found} />
        </>
      }
    >
      <MailNotice
        notice={found.notice}
        isStopped={found.status === "paused"}
        stopped={words.stopped}
        consequence={found.status === "paused" ? words.nothingIsSent : null}
      />
      {found.status === "draft" ? (
        <Draft key={found.id} campaign={found} />
      ) : (
        <>
          <CampaignResultsView campaign={found} />
          <LazyCampaignBacktest campaign={found} />
        </>
      )}
    </Page>
  )
}
