import { NativeSelect, Select, Stack } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { call } from "../call.ts"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"

/** The data of a preview: a contact, and one of their orders or events. */
export interface PreviewData {
  readonly contact_id: string
  readonly cause_id: string
}

const useContacts = (search: string) => {
  const account = useAccount()
  const addressFilter = search.includes("@") ? { email: search } : /^\+?\d{6,}$/.test(search) ? { phone: search } : {}
  const query = { per_page: 20, ...addressFilter }
  return useQuery({
    queryKey: ["contacts", account, query],
    queryFn: () => call((api) => api.contacts.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
}

const useCauses = (event: boolean, contact_id: string) => {
  const account = useAccount()
  const query = { contact_id, per_page: 10 }
  return useQuery({
    queryKey: [event ? "events" : "orders", account, query],
    enabled: contact_id !== "",
    queryFn: async (): Promise<ReadonlyArray<{ value: string; label: string }>> => {
      if (event) {
        const { data } = await call((api) => api.events.list({ params: { account }, query }))
        return data.map(({ id, event_type, event_time }) => ({
          value: id,
          label: `${event_type}, ${showTime(event_time)}`
        }))
      }
      const { data } = await call((api) => api.orders.list({ params: { account }, query }))
      return data.map(({ id, total_amount, currency_code, placed_at }) => ({
        value: id,
        label: `Order ${id}, ${total_amount} ${currency_code}, ${showTime(placed_at)}`
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

/** Picks a contact, by full address or among the newest, and one of their orders or events. Defaults to the newest of each. */
export const PreviewDataInput = (props: {
  readonly event: boolean
  readonly value: PreviewData
  readonly onChange: (data: PreviewData) => void
}) => {
  const { event, value, onChange } = props
  const [search, setSearch] = useState("")
  const [address] = useDebouncedValue(search.trim(), 250)
  const contacts = useContacts(address)
  const causes = useCauses(event, value.contact_id)
  const newest = useNewestContact(event)
  const listed = (contacts.data?.data ?? []).map(({ id, email, phone }) => ({ value: id, label: email ?? phone ?? id }))
  const options = [
    ...(newest === undefined || address !== "" || listed.some((option) => option.value === newest.value)
      ? []
      : [newest]),
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
        label="Preview with contact"
        description="Type a full address to find contacts that are not listed"
        searchable
        onSearchChange={setSearch}
        filter={({ options }) => options}
        nothingFoundMessage="No matching contacts"
        data={options}
        value={value.contact_id}
        allowDeselect={false}
        onChange={(contact_id) => contact_id !== null && onChange({ contact_id, cause_id: "" })}
      />
      <NativeSelect
        label={event ? "Event" : "Order"}
        data={
          causes.data?.length === 0
            ? [{ value: "", label: "None yet: its fields are empty" }]
            : [...(causes.data ?? [])]
        }
        value={value.cause_id}
        onChange={({ currentTarget }) => onChange({ ...value, cause_id: currentTarget.value })}
      />
    </Stack>
  )
}
