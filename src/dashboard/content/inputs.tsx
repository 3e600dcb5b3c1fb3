import { ColorInput, NumberInput, SegmentedControl, Stack, Text, TextInput } from "@mantine/core"
import { Option, Schema } from "effect"
import { useRef, useState } from "react"
import type { Alignment } from "../../domain/content/blockParts.ts"
import { ImageAddress, LinkAddress } from "../../domain/content/ContentAddress.ts"
import { Color } from "../../domain/values/Color.ts"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import * as words from "../words/content/blocks.ts"
import { FieldMenu } from "./FieldMenu.tsx"

/** A line of text that may have merge fields. */
export const MergeTextInput = (props: {
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  readonly maxLength: number
  readonly subject: TriggerSubject
  readonly value: string
  readonly onChange: (text: string) => void
}) => {
  const { subject, onChange, ...input } = props
  const field = useRef<HTMLInputElement>(null)
  const insert = (text: string) => {
    const at = field.current?.selectionEnd ?? input.value.length
    onChange(`${input.value.slice(0, at)}${text}${input.value.slice(at)}`.slice(0, input.maxLength))
    field.current?.focus()
  }
  return (
    <TextInput
      {...input}
      ref={field}
      rightSection={<FieldMenu subject={subject} input={props.label} onInsert={insert} />}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const addresses = { link: Schema.decodeUnknownOption(LinkAddress), image: Schema.decodeUnknownOption(ImageAddress) }

// Shops write addresses without a scheme.
const withScheme = (typed: string): string =>
  /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(typed) ? `https://${typed}` : typed

/** An address. What is none is shown with the reason, and `onChange` does not get it. */
export const AddressInput = (props: {
  readonly label: string
  readonly description?: string
  readonly kind: "link" | "image"
  readonly subject: TriggerSubject
  readonly value: string
  readonly onChange: (address: string) => void
}) => {
  const { kind, subject, value, onChange, ...input } = props
  const [typed, setTyped] = useState(value)
  const read = Option.getOrUndefined(addresses[kind](typed))
  const set = (next: string) => {
    setTyped(next)
    Option.map(addresses[kind](next), onChange)
  }
  const field = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      {...input}
      ref={field}
      inputMode="url"
      maxLength={2_048}
      error={read === undefined ? words.noAddress : undefined}
      // Undo changes the value from elsewhere.
      value={read !== undefined && read !== value ? value : typed}
      rightSection={
        <FieldMenu
          subject={subject}
          isLink
          input={props.label}
          onInsert={(address) => {
            set(address)
            field.current?.focus()
          }}
        />
      }
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => (read === undefined ? set(withScheme(typed.trim())) : undefined)}
    />
  )
}

/** A colour, or none. */
export const OptionalColorInput = (props: {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (color: string | undefined) => void
}) => {
  const { label, value = "", onChange } = props
  const [typed, setTyped] = useState(value)
  const isColor = typed === "" || Schema.is(Color)(typed)
  // Opened by a click alone: a form that begins with a colour would be covered by it otherwise.
  const [opened, setOpened] = useState(false)
  return (
    <ColorInput
      label={label}
      placeholder={words.noColor}
      format="hex"
      withEyeDropper={false}
      popoverProps={{ opened, transitionProps: { duration: 0 } }}
      onClick={() => setOpened(true)}
      onBlur={() => setOpened(false)}
      swatches={["#000000", "#ffffff", "#f4f1ea", "#0b7285", "#2b6a3f", "#b3301f", "#e8a33d", "#5f3dc4"]}
      value={isColor && typed !== value ? value : typed}
      onChange={(next) => {
        setTyped(next)
        if (next === "") onChange(undefined)
        else if (Schema.is(Color)(next)) onChange(next)
      }}
    />
  )
}

/** A whole number within bounds. Emptied, it stays as it was; or none, where `optional`. */
export const BoundedInput = (props: {
  readonly label: string
  readonly placeholder?: string
  readonly min: number
  readonly max: number
  readonly optional?: boolean
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}) => {
  const { optional = false, value, onChange, ...input } = props
  return (
    <NumberInput
      {...input}
      allowDecimal={false}
      clampBehavior="strict"
      value={value ?? ""}
      onChange={(next) => {
        if (typeof next === "number" && next >= input.min && next <= input.max) onChange(next)
        else if (next === "" && optional) onChange(undefined)
      }}
    />
  )
}

/** Where a block stands in its place. */
export const AlignmentInput = (props: {
  readonly value: Alignment | undefined
  readonly onChange: (alignment: Alignment) => void
}) => (
  <Stack gap={4}>
    <Text size="sm" fw={500} aria-hidden>
      {words.alignment}
    </Text>
    <SegmentedControl
      aria-label={words.alignment}
      data={Object.entries(words.alignments).map(([value, label]) => ({ value, label }))}
      value={props.value ?? "left"}
      onChange={(next) => {
        if (next === "left" || next === "center" || next === "right") props.onChange(next)
      }}
    />
  </Stack>
)
