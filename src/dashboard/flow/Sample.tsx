import { NativeSelect, Select, Stack } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { call } from "../call.ts"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"

/** Whose data a preview shows: a contact, and one of their orders or events. */
export interface SampleOf {
  readonly contact_id: string
  readonly cause_id: string
}

const useContacts = (search: string) => {
  const account = useAccount()
  const named = search.includes("@") ? { email: search } : /^\+?\d{6,}$/.test(search) ? { phone: search } : {}
  const query = { per_page: 20, ...named }
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

// Who did last what starts the flow: most previews want no other.
const useNewest = (event: boolean): { readonly value: string; readonly label: string } | undefined => {
  const account = useAccount()
  const query = { per_page: 1 }
  const found = useQuery({
    queryKey: [event ? "events" : "orders", account, query],
    queryFn: async () => {
      if (!event) return (await call((api) => api.orders.list({ params: { account }, query }))).data
      const { data } = await call((api) => api.events.list({ params: { account }, query }))
      return data.map(({ contact_id, contact }) => ({ contact_id, email: contact, phone: null }))
    }
  })
  const [last] = found.data ?? []
  if (last?.contact_id === undefined || last.contact_id === null) return undefined
  return { value: last.contact_id, label: last.email ?? last.phone ?? last.contact_id }
}

/** Picks a contact, by a whole address or among the newest, and what the message speaks of. Starts with the newest of each. */
export const Sample = (props: {
  readonly event: boolean
  readonly value: SampleOf
  readonly onChange: (sample: SampleOf) => void
}) => {
  const { event, value, onChange } = props
  const [search, setSearch] = useState("")
  const [wanted] = useDebouncedValue(search.trim(), 250)
  const contacts = useContacts(wanted)
  const causes = useCauses(event, value.contact_id)
  const newest = useNewest(event)
  const listed = (contacts.data?.data ?? []).map(({ id, email, phone }) => ({ value: id, label: email ?? phone ?? id }))
  const options = [
    ...(newest === undefined || wanted !== "" || listed.some((one) => one.value === newest.value) ? [] : [newest]),
    ...listed
  ]
  const latest = causes.data?.[0]?.value
  const first = newest?.value ?? (contacts.data === undefined ? undefined : listed[0]?.value)
  useEffect(() => {
    if (value.contact_id === "" && first !== undefined) onChange({ contact_id: first, cause_id: "" })
    else if (value.contact_id !== "" && value.cause_id === "" && latest !== undefined) {
      onChange({ contact_id: value.contact_id, cause_id: latest })
    }
  }, [value, first, latest, onChange])
  return (
    <Stack gap="xs">
      <Select
        label="With the data of"
        description="Type a whole address for any contact that is not listed"
        searchable
        onSearchChange={setSearch}
        filter={({ options }) => options}
        nothingFoundMessage="Nobody has this address"
        data={options}
        value={value.contact_id}
        allowDeselect={false}
        onChange={(contact_id) => contact_id !== null && onChange({ contact_id, cause_id: "" })}
      />
      <NativeSelect
        label={event ? "Event" : "Order"}
        data={
          causes.data?.length === 0
            ? [{ value: "", label: "None yet: what it would show is left empty" }]
            : [...(causes.data ?? [])]
        }
        value={value.cause_id}
        onChange={({ currentTarget }) => onChange({ ...value, cause_id: currentTarget.value })}
      />
    </Stack>
  )
}
