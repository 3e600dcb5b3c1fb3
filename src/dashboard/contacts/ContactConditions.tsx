import { Button, Group, Stack } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issuesOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import { Section } from "../components/Section.tsx"
import { ConditionsInput } from "../conditions/ConditionsInput.tsx"
import { FlowIssues } from "../flows/editor/flowIssues.ts"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

const SaveAsSegment = ({ conditions }: { readonly conditions: Conditions }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const create = async () => {
    const { data } = await call((api) => api.segments.create({ params: { account }, payload: { name, conditions } }))
    await queries.invalidateQueries({ queryKey: ["segments", account] })
    await navigate({ to: "/a/$account/segments/$id", params: { account, id: data.id } })
  }
  return (
    <FormModal
      variant="default"
      label={words.saveAsSegment}
      title={words.saveAsSegment}
      submit={common.create}
      action={create}
    >
      {(error) => <NameInput value={name} error={error} onChange={setName} />}
    </FormModal>
  )
}

/** The conditions that a list of contacts is filtered by, which can be kept as a segment. `error` is that of the list. */
export const ContactConditions = (props: {
  readonly applied: Conditions
  readonly error: unknown
  readonly onApply: (conditions: Conditions) => void
  readonly onClose: () => void
}) => {
  const [draft, setDraft] = useState(props.applied)
  return (
    <Section title={words.conditions} subtitle={words.conditionsSubtitle}>
      <Stack>
        <FlowIssues value={issuesOf(props.error)}>
          <ConditionsInput
            label={words.contactsThatMatch}
            path="conditions"
            groups={["contact", "history"]}
            value={draft}
            onChange={setDraft}
          />
        </FlowIssues>
        <Group>
          <Button onClick={() => props.onApply(draft)}>{words.showContacts}</Button>
          <SaveAsSegment conditions={draft} />
          <Button variant="subtle" onClick={props.onClose}>
            {words.removeConditions}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
