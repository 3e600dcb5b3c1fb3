import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { namedSortColumns } from "../../domain/lists/Page.ts"
import { call } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showChannel, showTime } from "../format.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/campaigns.ts"
import { sendTimeText } from "./campaignText.ts"
import { NewCampaign } from "./NewCampaign.tsx"

/** The campaigns of an account. */
export const CampaignsPage = () => {
  const account = useAccount()
  const list = useListState()
  const sort = list.sorted(namedSortColumns, { column: "created_at", descending: true })
  const query = { page: list.page, ...sort.query }
  const campaigns = useQuery({
    queryKey: ["campaigns", account, "list", query],
    queryFn: () => call((api) => api.campaigns.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  return (
    <Page title={words.campaigns} subtitle={words.listSubtitle} actions={<NewCampaign />}>
      <Table
        label={words.campaigns}
        columns={[
          {
            title: words.campaign,
            fills: true,
            sort: "name",
            descendingFirst: false,
            cell: ({ id, name }) => (
              <PageLink to="/a/$account/campaigns/$id" params={{ account, id }} fw={500}>
                {name}
              </PageLink>
            )
          },
          { title: words.channel, nowrap: true, cell: ({ channel }) => showChannel(channel) },
          { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { title: words.sends, fills: true, cell: (campaign) => sendTimeText(campaign) },
          { title: words.ended, nowrap: true, cell: ({ ended_at }) => showTime(ended_at) },
          { title: common.created, nowrap: true, sort: "created_at", cell: ({ created_at }) => showTime(created_at) },
          { title: common.updated, nowrap: true, sort: "updated_at", cell: ({ updated_at }) => showTime(updated_at) }
        ]}
        sort={sort.table}
        rows={campaigns.data?.data}
        rowKey={({ id }) => id}
        error={campaigns.error}
        retry={() => void campaigns.refetch()}
        empty={
          <EmptyState
            title={words.noCampaignsYet}
            sample={[
              words.sampleName,
              showChannel("email"),
              <StatusBadge key="status" status="sent" />,
              words.sampleTime
            ]}
            action={<NewCampaign />}
          >
            {words.whatIsCampaign}
          </EmptyState>
        }
      />
      <Pager {...list.numbered(campaigns)} />
    </Page>
  )
}
