import { Stack, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"
import { showState, showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"

/** The latest messages to a contact, sent or not, with the reason. */
export const MessagesOf = ({ contact_id }: { readonly contact_id: string }) => {
  const account = useAccount()
  const messages = useQuery({
    queryKey: ["messages", account, { contact_id }],
    queryFn: () => call((api) => api.messages.list({ params: { account }, query: { contact_id, per_page: 10 } }))
  })
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Messages
      </Title>
      <Table
        label="Messages"
        columns={[
          { title: "Written", of: ({ created_at }) => showTime(created_at) },
          { title: "Channel", of: ({ channel }) => (channel === "sms" ? "SMS" : "E-mail") },
          { title: "Subject", of: ({ subject }) => subject ?? "—" },
          { title: "Status", of: ({ status }) => <State state={status} /> },
          { title: "Why", of: ({ reason }) => (reason === null ? "—" : showState(reason)) }
        ]}
        rows={messages.data?.data}
        keyOf={({ id }) => id}
        error={messages.error}
        retry={() => void messages.refetch()}
        empty={<Empty title="No messages yet">What flows write to this contact is shown here.</Empty>}
      />
    </Stack>
  )
}
