import { TextInput, type TextInputProps } from "@mantine/core"
import { useDebouncedCallback } from "@mantine/hooks"
import { useEffect, useRef, useState } from "react"

/** Two filters a row on a phone, below the search. */
export const halfOnPhone = { flex: { base: "1 1 40%", sm: "none" }, miw: 0 }

/** A search that passes on its text a quarter of a second after the last key, and follows the text from outside. */
export const SearchInput = ({
  value,
  onSearch,
  ...input
}: Omit<TextInputProps, "value" | "onChange"> & {
  readonly value: string
  readonly onSearch: (text: string) => void
}) => {
  const [text, setText] = useState(value)
  const passedOn = useRef(value)
  const passOn = useDebouncedCallback((next: string) => {
    passedOn.current = next.trim()
    onSearch(next.trim())
  }, 250)
  useEffect(() => {
    // Text that was passed on comes back while the user may type on.
    if (value !== passedOn.current) setText(value)
    passedOn.current = value
  }, [value])
  return (
    <TextInput
      {...input}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        passOn(currentTarget.value)
      }}
    />
  )
}
