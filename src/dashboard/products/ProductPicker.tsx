import { Group, Select, Text } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
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

/** Picks a product by its title and keeps its id. An id that no product has can be typed: orders name such products. */
export const ProductPicker = (props: {
  readonly label?: string
  readonly "aria-label"?: string
  readonly placeholder?: string
  readonly size?: "xs" | "sm"
  readonly maw?: number
  readonly miw?: number
  readonly flex?: number
  readonly error: ReactNode
  /** Empty for none. */
  readonly value: string
  readonly onChange: (product_id: string) => void
}) => {
  const { value, onChange, ...input } = props
  const [text, setText] = useState("")
  const title = useProductTitles(value === "" ? [] : [value])(value)
  const [settled] = useDebouncedValue(text.trim(), 250)
  // The input shows the title of the chosen product, which is not a search.
  const search = settled === title ? "" : settled
  const products = useProducts(search)
  const found = (products ?? []).map(({ id, title: name }) => ({ value: id, label: name ?? id }))
  const has = (id: string) => found.some((option) => option.value === id)
  const options = [
    ...(value === "" || search !== "" || has(value) ? [] : [{ value, label: title }]),
    ...found,
    ...(search === "" || search === value || has(search) ? [] : [{ value: search, label: words.withId(search) }])
  ]
  const details = new Map(
    products?.map((product) => [product.id, `${showPrice(product.price_from, product.currency)} · ${product.id}`])
  )
  return (
    <Select
      {...input}
      searchable
      clearable
      onSearchChange={setText}
      filter={({ options: all }) => all}
      data={options}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" gap="xs" w="100%">
          <Text span fz="sm" style={{ overflowWrap: "anywhere" }}>
            {option.label}
          </Text>
          <Text span fz="xs" c="dimmed" style={{ flexShrink: 0, maxWidth: "50%", overflowWrap: "anywhere" }}>
            {details.get(option.value)}
          </Text>
        </Group>
      )}
      comboboxProps={{ width: "target", middlewares: { flip: true, shift: true } }}
      nothingFoundMessage={words.noMatchingProducts}
      value={value === "" ? null : value}
      onChange={(id) => onChange(id ?? "")}
    />
  )
}
