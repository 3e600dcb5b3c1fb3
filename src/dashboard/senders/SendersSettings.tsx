import { Badge, Group } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import type { FurtherSender } from "../../domain/senders/FurtherSender.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { Table } from "../components/Table.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/senders.ts"
import { SenderDomain } from "./SenderDomain.tsx"
import { EditSender, NewSender } from "./SenderFormModal.tsx"
import { useSenders } from "./useSenders.ts"

const State = ({ sending: { status }, missing }: FurtherSender) => {
  const isFree = missing.includes("own_domain")
  return (
    <Badge
      variant="light"
      color={status === "sending" && !isFree ? "teal" : "yellow"}
      c="var(--mantine-color-text)"
      tt="none"
      miw="max-content"
    >
      {isFree ? words.ownDomainNeeded : words.states[status]}
    </Badge>
  )
}

/** The senders beside that of the account (contract §19). */
export const SendersSettings = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const senders = useSenders()
  const mayChange = useMay("senders", "create")
  const create = mayChange ? <NewSender key={account} /> : undefined
  const remove = async (id: string) => {
    await call((api) => api.senders.remove({ params: { account, id } }))
    await queries.invalidateQueries({ queryKey: ["senders", account] })
  }
  const isEmpty = senders.data?.data.length === 0
  return (
    <Section title={words.senders} subtitle={words.sendersExplained} actions={isEmpty ? undefined : create} flush>
      <Table
        label={words.senders}
        columns={[
          {
            title: words.sender,
            fills: true,
            cell: ({ from_name, from_email }) => words.named(from_name, from_email)
          },
          { title: words.replies, cell: ({ reply_to }) => reply_to ?? words.fromSender },
          { title: words.state, nowrap: true, cell: State },
          {
            title: words.actions,
            alignRight: true,
            nowrap: true,
            cell: (sender) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <SenderDomain sender={sender} />
                {mayChange && (
                  <>
                    <EditSender key={sender.updated_at.epochMilliseconds} sender={sender} />
                    <ConfirmButton
                      size="xs"
                      label={common.deleting}
                      title={words.deleteTitle(sender.from_name)}
                      action={() => remove(sender.id)}
                    >
                      {words.deleteText}
                    </ConfirmButton>
                  </>
                )}
              </Group>
            )
          }
        ]}
        rows={senders.data?.data}
        rowKey={({ id }) => id}
        error={senders.error}
        retry={() => void senders.refetch()}
        empty={
          <EmptyState
            title={words.noSendersYet}
            sample={[words.sampleName, words.sampleAddress, words.sampleState]}
            action={create}
          >
            {words.whatSenderIs}
          </EmptyState>
        }
      />
    </Section>
  )
}
