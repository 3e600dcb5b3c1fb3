import { List, Text } from "@mantine/core"
import { useState } from "react"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { ContactPicker } from "./ContactPicker.tsx"
import * as words from "../words/contacts/contacts.ts"

/** Merges another contact into this one. The dialog is the confirmation. */
export const MergeContact = (props: {
  readonly contact_id: string
  readonly name: string
  readonly onDone: () => Promise<unknown>
}) => {
  const { contact_id: id, name } = props
  const account = useAccount()
  const [from, setFrom] = useState<string | null>(null)
  return (
    <FormModal
      variant="default"
      label={words.merge}
      title={words.mergeTitle(name)}
      submit={words.merge}
      ready={from !== null}
      action={() =>
        call((api) => api.contacts.merge({ params: { account, id }, headers: {}, payload: { from: from ?? "" } })).then(
          props.onDone
        )
      }
    >
      {() => (
        <>
          <ContactPicker label={words.contactToMerge} without={id} value={from} onChange={setFrom} />
          <Text size="sm">{words.mergeTwoOfOnePerson}</Text>
          <List size="sm">
            <List.Item>{words.mergeMoves(name)}</List.Item>
            <List.Item>{words.mergeFills(name)}</List.Item>
            <List.Item>{words.mergeConsent}</List.Item>
          </List>
          <Text size="sm">{words.mergeRemoves}</Text>
        </>
      )}
    </FormModal>
  )
}
