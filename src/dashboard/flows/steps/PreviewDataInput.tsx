import { NativeSelect, Select, Stack } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { TriggerSubject } from "../../../domain/flows/triggerKinds.ts"
import { call } from "../../call.ts"
import { showTime } from "../../format.ts"
import { contactLabel } from "../../contacts/contactName.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import * as common from "../../words/common.ts"
import * as words from "../../words/flows/flowPreview.ts"

/** The data of a preview: a contact, and one of their orders, events or carts, or a product. */
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

type Cause = Exclude<TriggerSubject, "none">

const useCauses = (cause: TriggerSubject, contact_id: string) => {
  const account = useAccount()
  const query = { contact_id, per_page: 10 }
  return useQuery({
    queryKey: [cause, account, query],
    enabled: cause !== "none" && contact_id !== "",
    queryFn: () => (cause === "none" ? [] : listed[cause](account, query))
  })
}

const listed: Readonly<
  Record<
    Cause,
    (
      account: string,
      query: { readonly contact_id: string; readonly per_page: number }
    ) => Promise<ReadonlyArray<{ readonly value: string; readonly label: string }>>
  >
> = {
  event: async (account, query) => {
    const { data } = await call((api) => api.events.list({ params: { account }, query }))
    return data.map(({ id, event_type, event_time }) => ({
      value: id,
      label: `${event_type}, ${showTime(event_time)}`
    }))
  },
  order: async (account, query) => {
    const { data } = await call((api) => api.orders.list({ params: { account }, query }))
    return data.map(({ id, name, total_amount, currency_code, placed_at }) => ({
      value: id,
      label: words.orderChoice(name ?? id, `${total_amount} ${currency_code}`, showTime(placed_at))
    }))
  },
  cart: async (account, query) => {
    const { data } = await call((api) => api.carts.list({ params: { account }, query }))
    return data.map(({ id, total_amount, currency, updated_at }) => ({
      value: id,
      label: words.cartChoice(`${total_amount ?? ""} ${currency ?? ""}`, showTime(updated_at))
    }))
  },
  product: async (account, { per_page }) => {
    const { data } = await call((api) => api.products.list({ params: { account }, query: { per_page } }))
    return data.map(({ id, title }) => ({ value: id, label: title ?? id }))
  }
}

// The contact of the newest order, event or cart, as the default of the preview.
const useNewestContact = (cause: TriggerSubject): { readonly value: string; readonly label: string } | undefined => {
  const account = useAccount()
  const query = { per_page: 1 }
  const newest = useQuery({
    queryKey: [cause, account, query],
    queryFn: async () => {
      const request = { params: { account }, query }
      if (cause === "event")
        return (await call((api) => api.events.list(request))).data.map(({ contact_id, contact }) => ({
          contact_id,
          email: contact,
          phone: null
        }))
      if (cause === "cart")
        return (await call((api) => api.carts.list(request))).data.map(({ contact_id, contact }) => ({
          contact_id,
          email: contact,
          phone: null
        }))
      return (await call((api) => api.orders.list(request))).data
    }
  })
  const [first] = newest.data ?? []
  if (first?.contact_id === undefined || first.contact_id === null) return undefined
  return { value: first.contact_id, label: first.email ?? first.phone ?? first.contact_id }
}

const labels: Readonly<Record<Cause, string>> = {
  event: words.event,
  order: common.order,
  cart: words.cart,
  product: words.product
}

/** Picks a contact, by parts of its e-mail, name or phone, and one of their orders, events or carts, or a product. Defaults to the newest of each. */
export const PreviewDataInput = (props: {
  /** The kind of record that the message is about, besides the contact. */
  readonly cause: TriggerSubject
  readonly value: PreviewData
  readonly onChange: (data: PreviewData) => void
}) => {
  const { cause, value, onChange } = props
  const [input, setInput] = useState("")
  const [picked, setPicked] = useState<{ readonly value: string; readonly label: string } | undefined>(undefined)
  const newest = useNewestContact(cause)
  const chosen = picked ?? newest
  const [settled] = useDebouncedValue(input.trim(), 250)
  // The input shows the label of the chosen contact, which is not a search.
  const search = settled === chosen?.label ? "" : settled
  const contacts = useContacts(search)
  const causes = useCauses(cause, value.contact_id)
  const found = (contacts.data?.data ?? []).map((contact) => ({ value: contact.id, label: contactLabel(contact) }))
  const options = [
    ...(chosen === undefined || search !== "" || found.some((option) => option.value === chosen.value) ? [] : [chosen]),
    ...found
  ]
  const newestCause = causes.data?.[0]?.value
  const defaultContact = newest?.value ?? (contacts.data === undefined ? undefined : found[0]?.value)
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
          label={labels[cause]}
          data={causes.data?.length === 0 ? [{ value: "", label: words.noCauseYet }] : [...(causes.data ?? [])]}
          value={value.cause_id}
          onChange={({ currentTarget }) => onChange({ ...value, cause_id: currentTarget.value })}
        />
      )}
    </Stack>
  )
}
