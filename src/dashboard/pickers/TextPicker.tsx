import { Autocomplete, Box, Button, TagsInput } from "@mantine/core"
import { useRef } from "react"
import { nearestName } from "../../domain/values/nearestName.ts"
import * as words from "../words/pickers.ts"
import { comboboxProps, maxShown, type PickerProps, SuggestedOption } from "./SuggestedOption.tsx"
import { isAskedAbout, type Suggested } from "./suggestions.ts"
import { useContactValues } from "./useContactValues.ts"

/** Asks whether another value was meant; nothing where none is near. */
const DidYouMean = (props: {
  readonly suggested: Suggested
  readonly typed: string
  readonly values: ReadonlyArray<string>
  readonly onChoose: (value: string) => void
}) => {
  const { suggested, typed, values, onChoose } = props
  const meant = !isAskedAbout(suggested) || values.includes(typed) ? undefined : nearestName(typed, values)
  return meant === undefined ? null : (
    <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onChoose(meant)}>
      {words.didYouMean(meant)}
    </Button>
  )
}

/** Any text, with the values in use as suggestions. A text that is near to one of them is asked about. */
export const TextPicker = (
  props: PickerProps & {
    readonly kind: Suggested
    readonly value: string
    readonly maxLength?: number
    readonly required?: boolean
    readonly disabled?: boolean
    readonly onChange: (value: string) => void
  }
) => {
  const { kind, flex, miw, maw, ...input } = props
  const field = useRef<HTMLInputElement>(null)
  const { values, countOf } = useContactValues(kind)
  const text = props.value.trim().toLowerCase()
  const found = values.filter((value) => value.toLowerCase().includes(text))
  // A list of the text itself would only cover what is below.
  const isTyped = found.length === 1 && found[0] === props.value
  const suggested = isTyped ? [] : found.slice(0, maxShown).map((value) => ({ value, label: value }))
  return (
    <Box {...{ flex, miw, maw }}>
      <Autocomplete
        {...input}
        ref={field}
        data={[...values]}
        limit={maxShown}
        filter={() => suggested}
        comboboxProps={comboboxProps}
        renderOption={({ option }) => <SuggestedOption label={option.value} count={countOf(option.value)} />}
      />
      <DidYouMean
        suggested={kind}
        typed={props.value}
        values={values}
        onChoose={(meant) => {
          props.onChange(meant)
          // The question goes with its answer.
          field.current?.focus()
        }}
      />
    </Box>
  )
}

/** Any texts, as `TextPicker` takes one. */
export const TextsPicker = (
  props: PickerProps & {
    readonly kind: Suggested
    readonly value: ReadonlyArray<string>
    readonly onChange: (values: ReadonlyArray<string>) => void
  }
) => {
  const { kind, value, flex, miw, maw, ...input } = props
  const field = useRef<HTMLInputElement>(null)
  const { values, countOf } = useContactValues(kind)
  const replace = (at: number, meant: string) => {
    props.onChange([...new Set(value.map((each, index) => (index === at ? meant : each)))])
    field.current?.focus()
  }
  return (
    <Box {...{ flex, miw, maw }}>
      <TagsInput
        {...input}
        ref={field}
        data={[...values]}
        limit={maxShown}
        splitChars={[","]}
        comboboxProps={comboboxProps}
        renderOption={({ option }) => <SuggestedOption label={option.value} count={countOf(option.value)} />}
        value={[...value]}
      />
      {value.map((each, at) => (
        <DidYouMean key={each} suggested={kind} typed={each} values={values} onChoose={(meant) => replace(at, meant)} />
      ))}
    </Box>
  )
}
