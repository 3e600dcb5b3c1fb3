import { Alert, Button, Group, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { BacktestInput } from "../../../domain/backtests/Backtest.ts"
import { reasonText } from "../../../domain/reasons.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { call } from "../../call.ts"
import { ErrorAlert, EmptyState } from "../../components/Feedback.tsx"
import { Section } from "../../components/Section.tsx"
import { Table } from "../../components/Table.tsx"
import { showTime } from "../../format.ts"
import * as words from "../../words/flows/flowBacktest.ts"

/** Each decision of the backtest about one contact, asked for by an address. */
export const WhyNotPerson = ({ input }: { readonly input: BacktestInput }) => {
  const account = useAccount()
  const [address, setAddress] = useState("")
  const ask = useMutation({
    mutationFn: async () => {
      const text = address.trim()
      const query = text.includes("@") ? { email: text } : { phone: text }
      const found = await call((api) => api.contacts.list({ params: { account }, query: { ...query, per_page: 1 } }))
      const contact = found.data[0]
      if (contact === undefined) return undefined
      const payload = { ...input, contact_id: contact.id }
      const { data } = await call((api) => api.flows.backtest({ params: { account }, payload }))
      const { triggers = [], messages = [] } = data.person ?? {}
      return [
        ...triggers.map(({ at, refused }) => ({ at, text: refused === null ? words.enters : reasonText(refused) })),
        ...messages.map(({ at, step_id, skipped }) => ({
          at,
          text: `${words.message(step_id)}: ${skipped === null ? words.sent : reasonText(skipped)}`
        }))
      ].toSorted((one, other) => one.at.epochMilliseconds - other.at.epochMilliseconds)
    }
  })
  return (
    <Section title={words.whyTitle} subtitle={words.whyExplained}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        <Group align="end" mb="sm">
          <TextInput
            label={words.address}
            value={address}
            maxLength={320}
            required
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={ask.isPending}>
            {words.ask}
          </Button>
        </Group>
      </form>
      {ask.isError && <ErrorAlert error={ask.error} />}
      {ask.isSuccess && ask.data === undefined && <Alert color="gray">{words.noContact}</Alert>}
      {ask.isSuccess && ask.data !== undefined && (
        <Table
          label={words.whyTitle}
          minWidth={320}
          columns={[
            { title: words.when, nowrap: true, cell: ({ at }) => showTime(at) },
            { title: words.outcome, cell: ({ text }) => text }
          ]}
          rows={ask.data}
          rowKey={({ at, text }) => `${at.epochMilliseconds} ${text}`}
          empty={<EmptyState title={words.noTrigger} />}
          error={null}
          retry={() => ask.mutate()}
        />
      )}
    </Section>
  )
}
