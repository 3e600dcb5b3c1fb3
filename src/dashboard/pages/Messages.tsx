import { Button, Modal, NativeSelect, Stack, Tabs, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { MessageStatus } from "../../domain/Message.ts"
import { call } from "../call.ts"
import { Copyable } from "../components/Secret.tsx"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showState, showTime } from "../format.ts"
import { Deliveries } from "../messages/Deliveries.tsx"
import { useAccount } from "../useAccount.ts"
import { useCursor } from "../useCursor.ts"

const Shown = ({ subject, body }: { readonly subject: string | null; readonly body: string }) => {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={open}>
        Read
      </Button>
      <Modal opened={opened} onClose={close} title={subject ?? "Text"} size="xl">
        <Stack>
          <Text size="sm" c="dimmed">
            As it went out; kept as text, nothing in it is loaded.
          </Text>
          <Copyable label="message" text={body} />
        </Stack>
      </Modal>
    </>
  )
}

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
          { title: "Written", of: ({ created_at }) => showTime(created_at) },
          {
            title: "Contact",
            of: ({ contact_id, recipient }) => (
              <Link to="/a/$account/contacts/$id" params={{ account, id: contact_id }}>
                {recipient ?? contact_id}
              </Link>
            )
          },
          { title: "Channel", of: ({ channel }) => (channel === "sms" ? "SMS" : "E-mail") },
          { title: "Purpose", of: ({ purpose }) => showState(purpose) },
          { title: "Subject", of: ({ subject }) => subject ?? "—" },
          { title: "Status", of: (message) => <State state={message.status} /> },
          { title: "Why", of: ({ reason }) => (reason === null ? "—" : showState(reason)) },
          {
            title: "Revenue",
            right: true,
            of: ({ revenue }) => revenue.map(({ amount, currency }) => `${amount} ${currency}`).join(", ") || "—"
          },
          { title: "Body", of: ({ subject, body }) => <Shown subject={subject} body={body} /> }
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
  <Page title="Messages">
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
