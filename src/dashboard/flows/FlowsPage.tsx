import { Button } from "@mantine/core"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { namedSortColumns } from "../../domain/lists/Page.ts"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { NewFlow } from "./NewFlow.tsx"
import { ActivationError } from "./ActivationError.tsx"
import { TriggerText } from "./triggers/TriggerText.tsx"
import { showCount, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/flows/flows.ts"

/** The flows of an account. */
export const FlowsPage = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const list = useListState()
  const sort = list.sorted(namedSortColumns, { column: "created_at", descending: false })
  const query = { per_page: 100, page: list.page, ...sort.query }
  const flows = useQuery({
    queryKey: ["flows", account, "list", query],
    queryFn: () => call((api) => api.flows.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const toggleStatus = useMutation({
    mutationFn: ({ id, status }: { readonly id: string; readonly status: string }) => {
      const params = { account, id }
      return call((api) => (status === "active" ? api.flows.pause({ params }) : api.flows.activate({ params })))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["flows", account] })
  })
  return (
    <Page title={words.flows} subtitle={words.flowsSubtitle} actions={<NewFlow />}>
      {toggleStatus.isError && <ActivationError error={toggleStatus.error} />}
      <Table
        label={words.flows}
        columns={[
          {
            title: words.flow,
            fills: true,
            sort: "name",
            descendingFirst: false,
            cell: (flow) => (
              <PageLink to="/a/$account/flows/$id" params={{ account, id: flow.id }} fw={500}>
                {flow.name}
              </PageLink>
            )
          },
          {
            title: words.startsWhen,
            fills: true,
            cell: ({ definition }) => <TriggerText trigger={definition.trigger} />
          },
          { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
          {
            title: words.inProgress,
            alignRight: true,
            cell: ({ counts }) => showCount(counts.under_way, counts.at_least)
          },
          {
            title: words.ended,
            alignRight: true,
            cell: ({ counts }) => showCount(counts.finished, counts.at_least)
          },
          {
            title: words.sent,
            alignRight: true,
            nowrap: true,
            cell: ({ counts }) =>
              showCount(counts.messages, counts.at_least) +
              (counts.captured > 0 ? ` ${words.notSent(showCount(counts.captured, counts.at_least))}` : "")
          },
          { title: common.created, nowrap: true, sort: "created_at", cell: ({ created_at }) => showTime(created_at) },
          { title: common.updated, nowrap: true, sort: "updated_at", cell: ({ updated_at }) => showTime(updated_at) },
          {
            title: words.actions,
            alignRight: true,
            cell: (flow) => (
              <Button
                size="xs"
                variant="default"
                loading={toggleStatus.isPending && toggleStatus.variables.id === flow.id}
                onClick={() => toggleStatus.mutate(flow)}
              >
                {flow.status === "active" ? words.pause : words.activate}
              </Button>
            )
          }
        ]}
        sort={sort.table}
        rows={flows.data?.data}
        rowKey={({ id }) => id}
        error={flows.error}
        retry={() => void flows.refetch()}
        empty={
          <EmptyState title={words.noFlowsYet}>
            {words.aboutFlows}
            <div style={{ marginTop: 12 }}>
              <NewFlow />
            </div>
          </EmptyState>
        }
      />
      <Pager {...list.numbered(flows)} />
    </Page>
  )
}
