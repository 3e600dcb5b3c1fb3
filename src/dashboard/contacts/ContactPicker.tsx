import { Select } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../call.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { contactLabel } from "./contactName.ts"
import * as words from "../words/contacts/contacts.ts"

/** Picks a contact by parts of its e-mail, phone or name. `without` is never offered. */
export const ContactPicker = (props: {
  readonly label: string
  readonly without: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}) => {
  const account = useAccount()
  const [input, setInput] = useState("")
  const [search] = useDebouncedValue(input.trim(), 250)
  const query = { per_page: 20, ...(search === "" ? {} : { search }) }
  const contacts = useQuery({
    queryKey: ["contacts", account, query],
    queryFn: () => call((api) => api.contacts.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const [picked, setPicked] = useState<{ readonly value: string; readonly label: string } | undefined>(undefined)
  const found = (contacts.data?.data ?? [])
    .filter(({ id }) => id !== props.without)
    .map((contact) => ({ value: contact.id, label: contactLabel(contact) }))
  const options = picked === undefined || found.some(({ value }) => value === picked.value) ? found : [picked, ...found]
  return (
    <Select
      label={props.label}
      placeholder={words.emailNameOrPhone}
      required
      searchable
      onSearchChange={setInput}
      filter={({ options: all }) => all}
      nothingFoundMessage={words.noMatchingContacts}
      data={options}
      value={props.value}
      onChange={(id) => {
        setPicked(options.find(({ value }) => value === id))
        props.onChange(id)
      }}
    />
  )
}
