import { Button, Group, NativeSelect, Stack, Tabs, Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { reasonText } from "../../domain/reasons.ts"
import { messageSortColumns } from "../../domain/messages/ListedMessage.ts"
import { MessageStatus } from "../../domain/messages/Message.ts"
import { call } from "../call.ts"
import { ExportButton } from "../components/ExportButton.tsx"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { shortened, showChannel, showMoney, showStatus, showTime } from "../format.ts"
import { messageTitle } from "./messageTitle.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/messages/messages.ts"

const MessageTable = () => {
  const account = useAccount()
  const list = useListState()
  const status = MessageStatus.literals.find((literal) => literal === list.filter("status"))
  const campaign_id = list.filter("campaign")
  const filter = {
    ...(campaign_id === "" ? {} : { campaign_id }),
    ...(status === undefined ? {} : { status })
  }
  const sort = list.sorted(messageSortColumns, { column: "created_at", descending: true })
  const query = {
    per_page: 25,
    ...filter,
    ...sort.query,
    ...(list.cursor === undefined ? {} : { cursor: list.cursor })
  }
  const messages = useQuery({
    queryKey: ["messages", account, query],
    queryFn: () => call((api) => api.messages.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    refetchInterval: list.cursor === undefined ? 5_000 : false
  })
  return (
    <Stack>
      {campaign_id !== "" && (
        <Group gap="xs">
          <Text size="sm">{words.ofOneCampaign}</Text>
          <Button size="xs" variant="default" onClick={() => list.setFilters({ campaign: "" })}>
            {words.showAll}
          </Button>
        </Group>
      )}
      <Group justify="space-between" align="end">
        <NativeSelect
          label={common.status}
          w={220}
          data={[
            { value: "", label: words.anyStatus },
            ...MessageStatus.literals.map((value) => ({ value, label: showStatus(value) }))
          ]}
          value={status ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ status: currentTarget.value })}
        />
        <ExportButton path="message-export" file="messages" filter={filter} />
      </Group>
      <Table
        label={words.messages}
        minWidth={760}
        columns={[
          {
            title: words.message,
            fills: true,
            cell: ({ id, channel, purpose, flow_name, campaign_name, subject, body }) => (
              <>
                <div>
                  <PageLink to="/a/$account/messages/$id" params={{ account, id }} fw={500}>
                    {shortened(messageTitle(subject ?? body), 70) || showChannel(channel)}
                  </PageLink>
                </div>
                <Text size="xs" c="dimmed">
                  {showChannel(channel)} · {flow_name ?? campaign_name ?? showStatus(purpose)}
                </Text>
              </>
            )
          },
          {
            title: common.contact,
            fills: true,
            cell: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact} />
          },
          {
            title: common.status,
            fills: true,
            cell: ({ status, reason }) => (
              <>
                <StatusBadge status={status} />
                {reason !== null && (
                  <Text size="xs" c="dimmed">
                    {reasonText(reason)}
                  </Text>
                )}
              </>
            )
          },
          {
            title: words.revenue,
            alignRight: true,
            nowrap: true,
            cell: ({ revenue }) => revenue.map(({ amount, currency }) => showMoney(amount, currency)).join(", ") || "—"
          },
          { title: common.created, nowrap: true, sort: "created_at", cell: ({ created_at }) => showTime(created_at) }
        ]}
        sort={sort.table}
        rows={messages.data?.data}
        rowKey={({ id }) => id}
        error={messages.error}
        retry={() => void messages.refetch()}
        empty={
          <EmptyState
            title={words.noMessages}
            sample={[words.sampleTitle, words.sampleContact, <StatusBadge key="status" status="sent" />]}
            action={
              <LinkButton to="/a/$account/flows" params={{ account }}>
                {words.activateFlow}
              </LinkButton>
            }
          >
            {words.noMessagesExplained}
          </EmptyState>
        }
      />
      <Pager {...list.pager(messages)} />
    </Stack>
  )
}

/** The messages and webhook deliveries of an account. */
export const MessagesPage = () => {
  const list = useListState()
  return (
    <Page title={words.messages} subtitle={words.messagesExplained}>
      <Tabs
        value={list.filter("tab") || "messages"}
        onChange={(tab) => list.setFilters({ tab: tab === "deliveries" ? tab : "" })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="messages">{words.messages}</Tabs.Tab>
          <Tabs.Tab value="deliveries">{words.webhookDeliveries}</Tabs.Tab>
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
}
