import { Autocomplete, TagsInput } from "@mantine/core"
import { comboboxProps, maxShown, type PickerProps, SuggestedOption } from "./SuggestedOption.tsx"
import { type SuggestedKind, useContactValues } from "./useContactValues.ts"

/** Any text, with the values that contacts have as suggestions. */
export const TextPicker = (
  props: PickerProps & {
    readonly kind: SuggestedKind
    readonly value: string
    readonly onChange: (value: string) => void
  }
) => {
  const { kind, ...input } = props
  const { values, countOf } = useContactValues(kind)
  const text = props.value.trim().toLowerCase()
  const found = values.filter((value) => value.toLowerCase().includes(text))
  // A list of the text itself would only cover what is below.
  const isTyped = found.length === 1 && found[0] === props.value
  const suggested = isTyped ? [] : found.slice(0, maxShown).map((value) => ({ value, label: value }))
  return (
    <Autocomplete
      {...input}
      data={[...values]}
      limit={maxShown}
      filter={() => suggested}
      comboboxProps={comboboxProps}
      renderOption={({ option }) => <SuggestedOption label={option.value} count={countOf(option.value)} />}
    />
  )
}

/** Any texts, as `TextPicker` takes one. */
export const TextsPicker = (
  props: PickerProps & {
    readonly kind: SuggestedKind
    readonly value: ReadonlyArray<string>
    readonly onChange: (values: ReadonlyArray<string>) => void
  }
) => {
  const { kind, value, ...input } = props
  const { values, countOf } = useContactValues(kind)
  return (
    <TagsInput
      {...input}
      data={[...values]}
      limit={maxShown}
      splitChars={[","]}
      comboboxProps={comboboxProps}
      renderOption={({ option }) => <SuggestedOption label={option.value} count={countOf(option.value)} />}
      value={[...value]}
    />
  )
}
