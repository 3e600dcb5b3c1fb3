import { Alert, Button, Modal, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { CustomIntegration } from "../../domain/integrations/CustomIntegration.ts"
import { deliveryReasonText } from "../../domain/integrations/PlatformDelivery.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { EmptyState, ErrorAlert } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsStores.ts"

const DeliveryTable = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const list = useListState("webhooks")
  const query = { per_page: 25, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const deliveries = useQuery({
    queryKey: ["store-deliveries", account, id, query],
    queryFn: () => call((api) => api.integrations.deliveries({ params: { account, id }, query }))
  })
  const retry = useMutation({
    mutationFn: (delivery: string) =>
      call((api) => api.integrations.retryDelivery({ params: { account, id: delivery } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["store-deliveries", account, id] })
  })
  return (
    <Stack>
      {retry.isError && <ErrorAlert error={retry.error} />}
      <Table
        label={words.deliveriesOfShop}
        minWidth={560}
        columns={[
          { title: words.received, nowrap: true, cell: ({ received_at }) => showTime(received_at) },
          { title: words.event, cell: ({ topic }) => topic },
          { title: words.outcome, cell: ({ status }) => <StatusBadge status={status} /> },
          {
            title: words.details,
            cell: ({ reason, order_id, contact_id }) => (
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {reason !== null && words.deliveryReason(deliveryReasonText(reason))}
                {order_id !== null && (
                  <PageLink to="/a/$account/orders/$id" params={{ account, id: order_id }} underline="always">
                    {words.orderLink(order_id)}
                  </PageLink>
                )}
                {order_id === null && contact_id !== null && (
                  <PageLink to="/a/$account/contacts/$id" params={{ account, id: contact_id }} underline="always">
                    {common.contact}
                  </PageLink>
                )}
              </Text>
            )
          },
          {
            title: words.actions,
            alignRight: true,
            cell: ({ id: delivery, retryable }) =>
              retryable && (
                <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate(delivery)}>
                  {words.retryDelivery}
                </Button>
              )
          }
        ]}
        rows={deliveries.data?.data}
        rowKey={(row) => row.id}
        error={deliveries.error}
        retry={() => void deliveries.refetch()}
        empty={
          <EmptyState
            title={words.nothingReceivedYet}
            sample={[
              words.sampleTime,
              "orders/create",
              <StatusBadge key="status" status="applied" />,
              words.sampleOrder
            ]}
          >
            {words.webhooksAppearHere}
          </EmptyState>
        }
      />
      <Pager {...list.pager(deliveries)} />
    </Stack>
  )
}

/** The webhooks of a store with what came of each, and another attempt of those that failed. */
export const PlatformDeliveries = ({ integration }: { readonly integration: CustomIntegration }) => {
  const [opened, { open, close }] = useDisclosure(false)
  const { id, store_name, rejected_at } = integration
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {words.deliveries}
      </Button>
      <Modal opened={opened} onClose={close} title={words.deliveriesTitle(store_name)} size="xl" centered>
        <Stack>
          {rejected_at !== null && (
            <Alert color="yellow" title={words.webhookRejected}>
              {words.signatureMismatch(showTime(rejected_at))}
            </Alert>
          )}
          <DeliveryTable id={id} />
        </Stack>
      </Modal>
    </>
  )
}
