import { Progress, Stack, Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Suspense } from "react"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { VariantResults } from "../../domain/campaigns/CampaignResults.ts"
import { isRunning } from "../../domain/campaigns/CampaignState.ts"
import { skippedText } from "../../domain/reports/skippedText.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { type Column, Table } from "../components/Table.tsx"
import { showMoney } from "../format.ts"
import { LazyLiftResult } from "../lift/lazyLift.ts"
import * as words from "../words/campaigns.ts"
import * as optionWords from "../words/campaignOptions.ts"
import { CampaignContentView } from "./CampaignContentView.tsx"
import { AudienceSumsList } from "../reports/AudienceSumsList.tsx"
import { variantName } from "./campaignText.ts"
import { LinksClicked } from "./LinksClicked.tsx"
import { VariantChoiceView } from "./VariantChoiceView.tsx"

const counts = [
  "sent",
  "captured",
  "delivered",
  "bounced",
  "clicked",
  "unsubscribed",
  "complained",
  "held",
  "skipped",
  "failed",
  "cancelled"
] as const

const outcomes: ReadonlySet<string> = new Set(["delivered", "bounced", "clicked", "unsubscribed", "complained"])

/** A count, for what became of messages that went out with its share of them. */
const countText = (results: VariantResults, name: (typeof counts)[number]): string => {
  const count = results[name]
  if (count === null) return words.unknown
  const out = results.sent + results.captured
  if (!outcomes.has(name) || count === 0 || out === 0) return count.toLocaleString()
  const percent = (count / out).toLocaleString(undefined, { style: "percent", maximumFractionDigits: 1 })
  return optionWords.rate(count.toLocaleString(), percent)
}

const columns: ReadonlyArray<Column<VariantResults>> = [
  { title: words.variant, nowrap: true, cell: ({ variant }) => variantName(variant) },
  ...counts.map((name) => ({
    title: words.counts[name],
    alignRight: true,
    cell: (results: VariantResults) => countText(results, name)
  })),
  {
    title: words.revenue,
    alignRight: true,
    nowrap: true,
    cell: ({ revenue }) =>
      revenue.length === 0
        ? "—"
        : revenue.map(({ amount, currency, orders }) => words.ofOrders(showMoney(amount, currency), orders)).join(", ")
  }
]

const awaitsSending = (status: Campaign["status"]) => status === "scheduled" || status === "paused"

/** The progress and the results of a campaign; reloaded while it sends. */
export const CampaignResultsView = ({ campaign }: { readonly campaign: Campaign }) => {
  const account = useAccount()
  const results = useQuery({
    // The last results come after the last change of the status.
    queryKey: ["campaigns", account, campaign.id, "results", campaign.status],
    queryFn: () => call((api) => api.campaigns.results({ params: { account, id: campaign.id } })),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning(campaign.status) ? 2_000 : 60_000
  })
  const lift = useQuery({
    queryKey: ["campaigns", account, campaign.id, "lift"],
    queryFn: () => call((api) => api.campaigns.lift({ params: { account, id: campaign.id } })),
    enabled: campaign.holdout_percent > 0 && campaign.begun_at !== null
  })
  if (results.data === undefined)
    return results.isError ? <ErrorAlert error={results.error} retry={() => void results.refetch()} /> : <Loading />
  const { sums, variants, links, resent_as } = results.data.data
  const open = sums.waiting + sums.held
  const done = sums.audience - open
  const percent = sums.audience === 0 ? 0 : Math.round((100 * done) / sums.audience)
  return (
    <Stack>
      <Section title={words.progress}>
        <Stack gap="xs">
          <Progress value={percent} aria-label={words.percentDone(percent)} />
          <Text size="sm">
            {sums.audience === 0 && awaitsSending(campaign.status)
              ? words.notSentYet
              : words.contactsDone(done, sums.audience, open)}
          </Text>
        </Stack>
      </Section>
      <VariantChoiceView campaign={campaign} waiting={results.data.data.waiting} />
      <Section title={words.results} subtitle={words.resultsHint} flush>
        <Table
          label={words.results}
          columns={columns}
          rows={variants}
          rowKey={({ variant }) => String(variant)}
          error={null}
          retry={() => undefined}
          minWidth={900}
          empty={<EmptyState title={words.noResultsYet} />}
        />
      </Section>
      {sums.audience > 0 && (
        <Section title={words.audienceSums}>
          <AudienceSumsList sums={sums} of={words.audience} />
        </Section>
      )}
      {lift.data?.data != null && (
        <Suspense>
          <LazyLiftResult lift={lift.data.data} />
        </Suspense>
      )}
      {sums.skipped_by.length > 0 && (
        <Section title={words.leftOut}>
          <DescriptionList
            items={sums.skipped_by.map(({ reason, count }) => [skippedText(reason), count.toLocaleString()])}
          />
        </Section>
      )}
      {campaign.begun_at !== null && <LinksClicked links={links} />}
      <CampaignContentView campaign={campaign} resentAs={resent_as} />
    </Stack>
  )
}
