import { NativeSelect, Select, Stack } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { call } from "../call.ts"
import { showTime } from "../format.ts"
import { contactLabel } from "../contacts/contactName.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as common from "../words/common.ts"
import * as words from "../words/flowPreview.ts"

/** The data of a preview: a contact, and one of their orders or events. */
export interface PreviewData {
  readonly contact_id: string
  readonly cause_id: string
}

const useContacts = (search: string) => {
  const account = useAccount()
  const query = { per_page: 20, ...(search === "" ? {} : { search }) }
  return useQuery({
    queryKey: ["contacts", account, query],
    queryFn: () => call((api) => api.contacts.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
}

const useCauses = (event: boolean, contact_id: string, enabled: boolean) => {
  const account = useAccount()
  const query = { contact_id, per_page: 10 }
  return useQuery({
    queryKey: [event ? "events" : "orders", account, query],
    enabled: enabled && contact_id !== "",
    queryFn: async (): Promise<ReadonlyArray<{ value: string; label: string }>> => {
      if (event) {
        const { data } = await call((api) => api.events.list({ params: { account }, query }))
        return data.map(({ id, event_type, event_time }) => ({
          value: id,
          label: `${event_type}, ${showTime(event_time)}`
        }))
      }
      const { data } = await call((api) => api.orders.list({ params: { account }, query }))
      return data.map(({ id, name, total_amount, currency_code, placed_at }) => ({
        value: id,
        label: words.orderChoice(name ?? id, `${total_amount} ${currency_code}`, showTime(placed_at))
      }))
    }
  })
}

// The contact of the newest order or event, as the default of the preview.
const useNewestContact = (event: boolean): { readonly value: string; readonly label: string } | undefined => {
  const account = useAccount()
  const query = { per_page: 1 }
  const newest = useQuery({
    queryKey: [event ? "events" : "orders", account, query],
    queryFn: async () => {
      if (!event) return (await call((api) => api.orders.list({ params: { account }, query }))).data
      const { data } = await call((api) => api.events.list({ params: { account }, query }))
      return data.map(({ contact_id, contact }) => ({ contact_id, email: contact, phone: null }))
    }
  })
  const [first] = newest.data ?? []
  if (first?.contact_id === undefined || first.contact_id === null) return undefined
  return { value: first.contact_id, label: first.email ?? first.phone ?? first.contact_id }
}

/** Picks a contact, by parts of its e-mail, name or phone, and one of their orders or events. Defaults to the newest of each. */
export const PreviewDataInput = (props: {
  /** What the message is about, besides the contact. */
  readonly cause: "event" | "order" | "none"
  readonly value: PreviewData
  readonly onChange: (data: PreviewData) => void
}) => {
  const { cause, value, onChange } = props
  const event = cause === "event"
  const [input, setInput] = useState("")
  const [picked, setPicked] = useState<{ readonly value: string; readonly label: string } | undefined>(undefined)
  const newest = useNewestContact(event)
  const chosen = picked ?? newest
  const [settled] = useDebouncedValue(input.trim(), 250)
  // The input shows the label of the chosen contact, which is not a search.
  const search = settled === chosen?.label ? "" : settled
  const contacts = useContacts(search)
  const causes = useCauses(event, value.contact_id, cause !== "none")
  const listed = (contacts.data?.data ?? []).map((contact) => ({ value: contact.id, label: contactLabel(contact) }))
  const options = [
    ...(chosen === undefined || search !== "" || listed.some((option) => option.value === chosen.value)
      ? []
      : [chosen]),
    ...listed
  ]
  const newestCause = causes.data?.[0]?.value
  const defaultContact = newest?.value ?? (contacts.data === undefined ? undefined : listed[0]?.value)
  useEffect(() => {
    if (value.contact_id === "" && defaultContact !== undefined) onChange({ contact_id: defaultContact, cause_id: "" })
    else if (value.contact_id !== "" && value.cause_id === "" && newestCause !== undefined) {
      onChange({ contact_id: value.contact_id, cause_id: newestCause })
    }
  }, [value, defaultContact, newestCause, onChange])
  return (
    <Stack gap="xs">
      <Select
        label={words.previewWithContact}
        placeholder={words.searchContacts}
        searchable
        onSearchChange={setInput}
        filter={({ options }) => options}
        nothingFoundMessage={words.noMatchingContacts}
        data={options}
        value={value.contact_id}
        allowDeselect={false}
        onChange={(contact_id) => {
          if (contact_id === null) return
          setPicked(options.find((option) => option.value === contact_id))
          onChange({ contact_id, cause_id: "" })
        }}
      />
      {cause !== "none" && (
        <NativeSelect
          label={event ? words.event : common.order}
          data={causes.data?.length === 0 ? [{ value: "", label: words.noCauseYet }] : [...(causes.data ?? [])]}
          value={value.cause_id}
          onChange={({ currentTarget }) => onChange({ ...value, cause_id: currentTarget.value })}
        />
      )}
    </Stack>
  )
}
