import { MultiSelect, Select } from "@mantine/core"
import type { ReactNode } from "react"
import * as words from "../words/productPicker.ts"
import { useProductOptions } from "./useProductOptions.tsx"

interface InputProps {
  readonly label?: string
  readonly "aria-label"?: string
  readonly placeholder?: string
  readonly size?: "xs" | "sm"
  readonly maw?: number
  readonly miw?: number
  readonly flex?: number
  readonly error: ReactNode
}

const comboboxProps = { width: "target", middlewares: { flip: true, shift: true } } as const

/** Picks a product by its title and keeps its id. An id that no product has can be typed: orders name such products. */
export const ProductPicker = (
  props: InputProps & {
    /** Empty for none. */
    readonly value: string
    readonly onChange: (product_id: string) => void
  }
) => {
  const { value, onChange, ...input } = props
  const options = useProductOptions(value === "" ? [] : [value])
  return (
    <Select
      {...input}
      searchable
      clearable
      onSearchChange={options.setText}
      filter={({ options: all }) => all}
      data={[...(options.search === "" ? options.chosenOptions : []), ...options.found, ...options.typed]}
      renderOption={options.renderOption}
      comboboxProps={comboboxProps}
      nothingFoundMessage={words.noMatchingProducts}
      value={value === "" ? null : value}
      onChange={(id) => onChange(id ?? "")}
    />
  )
}

/** Picks any number of products by their titles, as `ProductPicker` picks one. */
export const ProductsPicker = (
  props: InputProps & {
    readonly value: ReadonlyArray<string>
    readonly onChange: (product_ids: ReadonlyArray<string>) => void
  }
) => {
  const { value, onChange, placeholder, ...input } = props
  const options = useProductOptions(value)
  return (
    <MultiSelect
      {...input}
      {...(value.length === 0 && placeholder !== undefined ? { placeholder } : {})}
      searchable
      hidePickedOptions
      onSearchChange={options.setText}
      filter={({ options: all }) => all}
      data={[...options.chosenOptions, ...options.found, ...options.typed]}
      renderOption={options.renderOption}
      comboboxProps={comboboxProps}
      nothingFoundMessage={words.noMatchingProducts}
      value={[...value]}
      onChange={onChange}
    />
  )
}
