import { MultiSelect, Select } from "@mantine/core"
import { useState } from "react"
import type { ValueKind } from "../../domain/contacts/ContactValues.ts"
import { countryOptions } from "../settings/placeOptions.ts"
import { languageOptions } from "./languageOptions.ts"
import * as words from "../words/pickers.ts"
import { comboboxProps, maxShown, type PickerProps, SuggestedOption } from "./SuggestedOption.tsx"
import { useContactValues } from "./useContactValues.ts"

export type NamedKind = Extract<ValueKind, "countries" | "languages">

interface NamedProps extends PickerProps {
  readonly kind: NamedKind
}

const named = {
  countries: { options: countryOptions, nothingFound: words.noMatchingCountries },
  languages: { options: languageOptions, nothingFound: words.noMatchingLanguages }
}

const labels = {
  countries: new Map(countryOptions.map(({ value, label }) => [value, label])),
  languages: new Map(languageOptions.map(({ value, label }) => [value, label]))
}

/** The options by name: those in use first, then all others, those that are chosen, and a code that is typed. */
const useNames = (kind: NamedKind, chosen: ReadonlyArray<string>) => {
  const [text, setText] = useState("")
  const { values, countOf } = useContactValues(kind)
  const labelOf = (value: string) => labels[kind].get(value) ?? value
  const known = [...new Set([...values, ...named[kind].options.map(({ value }) => value), ...chosen])]
  const typed = text.trim()
  const search = chosen.some((value) => labelOf(value) === typed) ? "" : typed.toLowerCase()
  const found = known.filter(
    (value) => value.toLowerCase() === search || labelOf(value).toLowerCase().includes(search) || chosen.includes(value)
  )
  const isNew =
    search !== "" && !known.some((value) => value.toLowerCase() === search || labelOf(value).toLowerCase() === search)
  return {
    setText,
    data: [
      ...found.slice(0, maxShown).map((value) => ({ value, label: labelOf(value) })),
      ...found.slice(maxShown).flatMap((value) => (chosen.includes(value) ? [{ value, label: labelOf(value) }] : [])),
      ...(isNew ? [{ value: typed, label: words.asTyped(typed) }] : [])
    ],
    renderOption: ({ option }: { readonly option: { readonly value: string; readonly label: string } }) => (
      <SuggestedOption label={option.label} count={countOf(option.value)} />
    )
  }
}

/** Picks a country or a language by its name and keeps its code. Another code can be typed. */
export const NamePicker = (
  props: NamedProps & { readonly value: string; readonly onChange: (code: string) => void }
) => {
  const { kind, value, onChange, ...input } = props
  const { setText, data, renderOption } = useNames(kind, value === "" ? [] : [value])
  return (
    <Select
      {...input}
      searchable
      clearable
      onSearchChange={setText}
      filter={({ options }) => options}
      data={data}
      renderOption={renderOption}
      comboboxProps={comboboxProps}
      nothingFoundMessage={named[kind].nothingFound}
      value={value === "" ? null : value}
      onChange={(code) => onChange(code ?? "")}
    />
  )
}

/** Picks any number of countries or languages, as `NamePicker` picks one. */
export const NamesPicker = (
  props: NamedProps & {
    readonly value: ReadonlyArray<string>
    readonly onChange: (codes: ReadonlyArray<string>) => void
  }
) => {
  const { kind, value, onChange, placeholder, ...input } = props
  const { setText, data, renderOption } = useNames(kind, value)
  return (
    <MultiSelect
      {...input}
      {...(value.length === 0 && placeholder !== undefined ? { placeholder } : {})}
      searchable
      hidePickedOptions
      onSearchChange={setText}
      filter={({ options }) => options}
      data={data}
      renderOption={renderOption}
      comboboxProps={comboboxProps}
      nothingFoundMessage={named[kind].nothingFound}
      value={[...value]}
      onChange={onChange}
    />
  )
}
