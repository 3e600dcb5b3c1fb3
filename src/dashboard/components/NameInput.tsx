import { TextInput, type TextInputProps } from "@mantine/core"
import { issueOf } from "../call.ts"
import * as common from "../words/common.ts"

/** The input for the name of something new. `error` is that of the call that creates it. */
export const NameInput = ({
  error,
  onChange,
  ...props
}: Omit<TextInputProps, "error" | "onChange" | "label"> & {
  readonly error: unknown
  readonly onChange: (name: string) => void
}) => (
  <TextInput
    label={common.name}
    required
    maxLength={255}
    error={issueOf(error, "name")}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...props}
  />
)
