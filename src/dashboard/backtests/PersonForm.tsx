import { Alert, Button, Group, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import * as words from "../words/backtests.ts"

/** Asks about one contact, by an address, and shows what `ask` finds. */
export const PersonForm = <Found,>(props: {
  readonly explained: string
  readonly ask: (contact_id: string) => Promise<Found>
  readonly children: (found: Found) => ReactNode
}) => {
  const account = useAccount()
  const [address, setAddress] = useState("")
  const ask = useMutation({
    mutationFn: async () => {
      const text = address.trim()
      const query = text.includes("@") ? { email: text } : { phone: text }
      const found = await call((api) => api.contacts.list({ params: { account }, query: { ...query, per_page: 1 } }))
      const contact = found.data[0]
      return contact === undefined ? undefined : { found: await props.ask(contact.id) }
    }
  })
  return (
    <Section title={words.whyTitle} subtitle={props.explained}>
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
      {ask.isSuccess && ask.data !== undefined && props.children(ask.data.found)}
    </Section>
  )
}
