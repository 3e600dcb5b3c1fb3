import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import type { IconName } from "../components/Icon.tsx"
import { contactName } from "../contacts/contactName.ts"
import { showMoney, showStatus } from "../format.ts"
import { placesFor } from "./places.ts"
import * as words from "../words/find/find.ts"

/** A record or page that was found. `path` is within the account. */
export interface Result {
  readonly path: string
  readonly label: string
  readonly details: string
  readonly icon: IconName
}

export interface ResultGroup {
  readonly title: string
  readonly results: ReadonlyArray<Result>
}

const perGroup = 5

/** Contacts, orders, products, flows, campaigns, segments, forms and pages that match a text; for an empty text the pages alone. */
export const useResults = (account: string, input: string) => {
  const [text] = useDebouncedValue(input.trim(), 200)
  const enabled = text !== ""
  const query = { search: text, per_page: perGroup }
  const contacts = useQuery({
    queryKey: ["contacts", account, query],
    queryFn: () => call((api) => api.contacts.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    enabled
  })
  const orders = useQuery({
    queryKey: ["orders", account, query],
    queryFn: () => call((api) => api.orders.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    enabled
  })
  const products = useQuery({
    queryKey: ["products", account, "found", text],
    queryFn: () => call((api) => api.products.list({ params: { account }, query: { q: text, per_page: perGroup } })),
    placeholderData: keepPreviousData,
    enabled
  })
  const flows = useQuery({
    queryKey: ["flows", account, query],
    queryFn: () => call((api) => api.flows.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    enabled
  })
  const campaigns = useQuery({
    queryKey: ["campaigns", account, query],
    queryFn: () => call((api) => api.campaigns.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    enabled
  })
  const segments = useQuery({
    queryKey: ["segments", account, query],
    queryFn: () => call((api) => api.segments.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    enabled
  })
  const forms = useQuery({
    queryKey: ["forms", account],
    queryFn: () => call((api) => api.forms.list({ params: { account } })),
    enabled
  })
  const searches = [contacts, orders, products, flows, campaigns, segments, forms]
  const groups: ReadonlyArray<ResultGroup> = [
    {
      title: words.foundContacts,
      results: (contacts.data?.data ?? []).map((contact) => ({
        path: `/contacts/${contact.id}`,
        label: contactName(contact),
        details: contact.email ?? contact.phone ?? "",
        icon: "contacts"
      }))
    },
    {
      title: words.foundOrders,
      results: (orders.data?.data ?? []).map(({ id, name, email, phone, total_amount, currency_code }) => ({
        path: `/orders/${id}`,
        label: words.order(name ?? id),
        details: [email ?? phone, showMoney(total_amount, currency_code)].filter(Boolean).join(" · "),
        icon: "orders"
      }))
    },
    {
      title: words.foundProducts,
      results: (products.data?.data ?? []).map(({ id, title, vendor }) => ({
        path: `/products/${id}`,
        label: title ?? id,
        details: vendor ?? "",
        icon: "products"
      }))
    },
    {
      title: words.foundFlows,
      results: (flows.data?.data ?? []).map(({ id, name, status }) => ({
        path: `/flows/${id}`,
        label: name,
        details: showStatus(status),
        icon: "flows"
      }))
    },
    {
      title: words.foundCampaigns,
      results: (campaigns.data?.data ?? []).map(({ id, name, status }) => ({
        path: `/campaigns/${id}`,
        label: name,
        details: showStatus(status),
        icon: "campaigns"
      }))
    },
    {
      title: words.foundSegments,
      results: (segments.data?.data ?? []).map(({ id, name }) => ({
        path: `/segments/${id}`,
        label: name,
        details: "",
        icon: "segments"
      }))
    },
    {
      title: words.foundForms,
      results: (forms.data?.data ?? [])
        .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
        .slice(0, perGroup)
        .map(({ id, name }) => ({ path: `/forms/${id}`, label: name, details: "", icon: "forms" }))
    }
  ]
  const pages: ResultGroup = {
    title: words.foundPages,
    results: placesFor(text).map(({ path, label, icon }) => ({ path, label, details: "", icon }))
  }
  const failed = searches.find(({ isError }) => isError)
  return {
    groups: [...(enabled ? groups : []), pages].filter(({ results }) => results.length > 0),
    isSearching: input.trim() !== text || searches.some(({ isFetching }) => isFetching),
    error: failed?.error ?? null
  }
}
