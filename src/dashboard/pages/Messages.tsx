import { NativeSelect, Stack, Tabs, Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { MessageStatus } from "../../domain/messages/Message.ts"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { To } from "../components/To.tsx"
import { ContactLink } from "../contact/ContactLink.tsx"
import { shortened, showMoney, showState, showTime } from "../format.ts"
import { Deliveries } from "../messages/Deliveries.tsx"
import { showChannel, showReason } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"
import { useCursor } from "../useCursor.ts"

const Sent = () => {
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
          setStatus(MessageStatus.literals.find((each) => each === currentTarget.value))
          reset()
        }}
      />
      <Table
        label="Messages"
        columns={[
          {
            title: "Message",
            of: ({ id, channel, purpose, flow_name, subject, body }) => (
              <div style={{ minWidth: 200 }}>
                <To to="/a/$account/messages/$id" params={{ account, id }} fw={500}>
                  {shortened(subject ?? body, 70) || showChannel(channel)}
                </To>
                <Text size="xs" c="dimmed">
                  {showChannel(channel)} · {flow_name ?? showState(purpose)}
                </Text>
              </div>
            )
          },
          {
            title: "Contact",
            of: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact} />
          },
          {
            title: "Status",
            of: ({ status, reason }) => (
              <div style={{ minWidth: 160 }}>
                <State state={status} />
                {reason !== null && (
                  <Text size="xs" c="dimmed">
                    {showReason(reason)}
                  </Text>
                )}
              </div>
            )
          },
          {
            title: "Revenue",
            right: true,
            once: true,
            of: ({ revenue }) => revenue.map(({ amount, currency }) => showMoney(amount, currency)).join(", ") || "—"
          },
          { title: "Written", once: true, of: ({ created_at }) => showTime(created_at) }
        ]}
        rows={messages.data?.data}
        keyOf={({ id }) => id}
        error={messages.error}
        retry={() => void messages.refetch()}
        empty={<Empty title="No messages">What flows write is shown here, sent or not, with the reason.</Empty>}
      />
      <Pager
        total={messages.data?.pagination.total_count}
        onFirst={first}
        onNext={next(messages.data?.pagination.next_cursor)}
      />
    </Stack>
  )
}

/** What was sent, captured, held, skipped or failed, and what webhooks were told. */
export const Messages = () => (
  <Page title="Messages" note="All that flows wrote, sent or not, with the reason.">
    <Tabs defaultValue="messages" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="messages">Messages</Tabs.Tab>
        <Tabs.Tab value="deliveries">Webhook deliveries</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="messages">
        <Sent />
      </Tabs.Panel>
      <Tabs.Panel value="deliveries">
        <Deliveries />
      </Tabs.Panel>
    </Tabs>
  </Page>
)
