import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { namedSortColumns } from "../../domain/lists/Page.ts"
import { call } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showConditions } from "../conditions/conditionText.ts"
import { productsInConditions, useProductTitles } from "../products/useProductTitles.ts"
import { showTime } from "../format.ts"
import { useListState } from "../useListState.ts"
import { NewSegment } from "./NewSegment.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/segments.ts"

/** The segments of an account. */
export const SegmentsPage = () => {
  const account = useAccount()
  const list = useListState()
  const sort = list.sorted(namedSortColumns, { column: "name", descending: false })
  const query = { page: list.page, ...sort.query }
  const segments = useQuery({
    queryKey: ["segments", account, "list", query],
    queryFn: () => call((api) => api.segments.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const titleOf = useProductTitles(
    segments.data?.data.flatMap(({ conditions }) => productsInConditions(conditions)) ?? []
  )
  return (
    <Page title={words.segments} subtitle={words.segmentsSubtitle} actions={<NewSegment />}>
      <Table
        label={words.segments}
        columns={[
          {
            title: words.segment,
            fills: true,
            sort: "name",
            descendingFirst: false,
            cell: ({ id, name }) => (
              <PageLink to="/a/$account/segments/$id" params={{ account, id }} fw={500}>
                {name}
              </PageLink>
            )
          },
          {
            title: words.contactsThatMatch,
            fills: true,
            cell: ({ conditions }) =>
              conditions.length === 0 ? words.everyContact : showConditions(conditions, titleOf)
          },
          { title: common.created, nowrap: true, sort: "created_at", cell: ({ created_at }) => showTime(created_at) },
          { title: common.updated, nowrap: true, sort: "updated_at", cell: ({ updated_at }) => showTime(updated_at) }
        ]}
        sort={sort.table}
        rows={segments.data?.data}
        rowKey={({ id }) => id}
        error={segments.error}
        retry={() => void segments.refetch()}
        empty={
          <EmptyState
            title={words.noSegmentsYet}
            sample={[words.sampleName, words.sampleCount]}
            action={<NewSegment />}
          >
            {words.whatSegmentFinds}
          </EmptyState>
        }
      />
      <Pager {...list.numbered(segments)} />
    </Page>
  )
}
