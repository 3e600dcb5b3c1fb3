import { Button } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../call.ts"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/messages/messages.ts"

/** The deliveries of webhook steps, with a button to deliver each again. */
export const WebhookDeliveries = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const list = useListState("deliveries")
  const query = { per_page: 25, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const deliveries = useQuery({
    queryKey: ["deliveries", account, query],
    queryFn: () => call((api) => api.messages.deliveries({ params: { account }, query }))
  })
  const redeliver = useMutation({
    meta: { toast: true },
    mutationFn: (id: string) => call((api) => api.messages.redeliver({ params: { account, id } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["deliveries", account] })
  })
  return (
    <>
      <Table
        label={words.webhookDeliveries}
        columns={[
          { title: common.created, nowrap: true, cell: ({ created_at }) => showTime(created_at) },
          { title: words.url, cell: ({ url }) => url },
          { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { title: words.attempts, alignRight: true, cell: ({ tries }) => tries.length },
          {
            title: words.actions,
            alignRight: true,
            cell: ({ id }) => (
              <Button size="xs" variant="default" onClick={() => redeliver.mutate(id)}>
                {words.deliverAgain}
              </Button>
            )
          }
        ]}
        rows={deliveries.data?.data}
        rowKey={({ id }) => id}
        error={deliveries.error}
        retry={() => void deliveries.refetch()}
        empty={
          <EmptyState
            title={words.noDeliveries}
            sample={[words.sampleUrl, <StatusBadge key="status" status="delivered" />, words.sampleTime]}
            action={
              <LinkButton to="/a/$account/flows" params={{ account }}>
                {words.openFlows}
              </LinkButton>
            }
          >
            {words.noDeliveriesExplained}
          </EmptyState>
        }
      />
      <Pager {...list.pager(deliveries)} />
    </>
  )
}
