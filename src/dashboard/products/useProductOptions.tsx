import { Group, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import * as words from "../words/productPicker.ts"
import { showPrice } from "./showPrice.ts"
import { useProductTitles } from "./useProductTitles.ts"

/** The products whose title, vendor, type, id or SKU has a text, with their lowest price. */
const useProducts = (search: string) => {
  const account = useAccount()
  const query = { per_page: 20, ...(search === "" ? {} : { q: search }) }
  return useQuery({
    queryKey: ["products", account, query],
    queryFn: () => call((api) => api.products.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  }).data?.data
}

/**
 * The options of an input that picks products by their titles and keeps their ids: those that were found by the text that is typed, those that are chosen,
 * and an id that no product has, since orders name such products.
 */
export const useProductOptions = (chosen: ReadonlyArray<string>) => {
  const [text, setText] = useState("")
  const titleOf = useProductTitles(chosen)
  const [settled] = useDebouncedValue(text.trim(), 250)
  // An input shows the title of the chosen product, which is not a search.
  const search = chosen.some((id) => titleOf(id) === settled) ? "" : settled
  const products = useProducts(search)
  const found = (products ?? []).map(({ id, title }) => ({ value: id, label: title ?? id }))
  const has = (id: string) => found.some((option) => option.value === id)
  const details = new Map(
    products?.map((product) => [product.id, `${showPrice(product.price_from, product.currency)} · ${product.id}`])
  )
  const isTyped = search !== "" && !chosen.includes(search) && !has(search)
  return {
    search,
    found,
    chosenOptions: chosen.flatMap((id) => (has(id) ? [] : [{ value: id, label: titleOf(id) }])),
    typed: isTyped ? [{ value: search, label: words.withId(search) }] : [],
    setText,
    renderOption: ({ option }: { readonly option: { readonly value: string; readonly label: string } }) => (
      <Group justify="space-between" wrap="nowrap" gap="xs" w="100%">
        <Text span fz="sm" style={{ overflowWrap: "anywhere" }}>
          {option.label}
        </Text>
        <Text span fz="xs" c="dimmed" style={{ flexShrink: 0, maxWidth: "50%", overflowWrap: "anywhere" }}>
          {details.get(option.value)}
        </Text>
      </Group>
    )
  }
}
