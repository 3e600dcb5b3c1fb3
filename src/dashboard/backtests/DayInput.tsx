import { TextInput } from "@mantine/core"

/** An input of a day. */
export const DayInput = (props: {
  readonly label: string
  readonly value: string
  readonly onChange: (day: string) => void
}) => (
  <TextInput
    type="date"
    label={props.label}
    value={props.value}
    required
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
)
