import { NativeSelect, Stack, Tabs, Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { reasonText } from "../../domain/reasons.ts"
import { MessageStatus } from "../../domain/messages/Message.ts"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { shortened, showChannel, showMoney, showState, showTime } from "../format.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useCursor } from "../useCursor.ts"

const MessageTable = () => {
  const account = useAccount()
  const { cursor, first, next, reset } = useCursor()
  const [status, setStatus] = useState<MessageStatus | undefined>(undefined)
  const query = {
    per_page: 25,
    ...(cursor === undefined ? {} : { cursor }),
    ...(status === undefined ? {} : { status })
  }
  const messages = useQuery({
    queryKey: ["messages", account, query],
    queryFn: () => call((api) => api.messages.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? 5_000 : false
  })
  return (
    <Stack>
      <NativeSelect
        label="Status"
        w={220}
        data={[
          { value: "", label: "Any" },
          ...MessageStatus.literals.map((value) => ({ value, label: showState(value) }))
        ]}
        value={status ?? ""}
        onChange={({ currentTarget }) => {
          setStatus(MessageStatus.literals.find((literal) => literal === currentTarget.value))
          reset()
        }}
      />
      <Table
        label="Messages"
        columns={[
          {
            title: "Message",
            cell: ({ id, channel, purpose, flow_name, subject, body }) => (
              <div style={{ minWidth: 200 }}>
                <PageLink to="/a/$account/messages/$id" params={{ account, id }} fw={500}>
                  {shortened(subject ?? body, 70) || showChannel(channel)}
                </PageLink>
                <Text size="xs" c="dimmed">
                  {showChannel(channel)} · {flow_name ?? showState(purpose)}
                </Text>
              </div>
            )
          },
          {
            title: "Contact",
            cell: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact} />
          },
          {
            title: "Status",
            cell: ({ status, reason }) => (
              <div style={{ minWidth: 160 }}>
                <StatusBadge status={status} />
                {reason !== null && (
                  <Text size="xs" c="dimmed">
                    {reasonText(reason)}
                  </Text>
                )}
              </div>
            )
          },
          {
            title: "Revenue",
            alignRight: true,
            nowrap: true,
            cell: ({ revenue }) => revenue.map(({ amount, currency }) => showMoney(amount, currency)).join(", ") || "—"
          },
          { title: "Created", nowrap: true, cell: ({ created_at }) => showTime(created_at) }
        ]}
        rows={messages.data?.data}
        rowKey={({ id }) => id}
        error={messages.error}
        retry={() => void messages.refetch()}
        empty={
          <EmptyState title="No messages">
            Messages from your flows appear here, including skipped ones and why.
          </EmptyState>
        }
      />
      <Pager
        total={messages.data?.pagination.total_count}
        onFirst={first}
        onNext={next(messages.data?.pagination.next_cursor)}
      />
    </Stack>
  )
}

/** The messages and webhook deliveries of an account. */
export const MessagesPage = () => (
  <Page title="Messages" subtitle="Every message from your flows, including skipped ones and why.">
    <Tabs defaultValue="messages" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="messages">Messages</Tabs.Tab>
        <Tabs.Tab value="deliveries">Webhook deliveries</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="messages">
        <MessageTable />
      </Tabs.Panel>
      <Tabs.Panel value="deliveries">
        <WebhookDeliveries />
      </Tabs.Panel>
    </Tabs>
  </Page>
)
