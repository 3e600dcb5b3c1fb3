import { NativeSelect } from "@mantine/core"
import type { MessageClass } from "../../domain/messages/Message.ts"
import { useIssue } from "./flowIssues.ts"

const classes: ReadonlyArray<{ readonly value: MessageClass; readonly label: string; readonly description: string }> = [
  { value: "marketing", label: "Marketing", description: "Sent to subscribed contacts only." },
  {
    value: "transactional",
    label: "Transactional",
    description:
      "About the order or event that started the flow. Sent whatever the marketing consent, but not to suppressed or stopped contacts. Must not advertise."
  }
]

/** The class of a message: a new one is marketing. */
export const MessageClassInput = (props: {
  readonly path: string
  readonly value: MessageClass | undefined
  readonly onChange: (messageClass: MessageClass) => void
}) => {
  const issue = useIssue(`${props.path}.class`)
  const value = props.value ?? "marketing"
  return (
    <NativeSelect
      label="Message type"
      description={classes.find((one) => one.value === value)?.description}
      error={issue}
      data={classes.map(({ value, label }) => ({ value, label }))}
      value={value}
      onChange={({ currentTarget }) =>
        props.onChange(currentTarget.value === "transactional" ? "transactional" : "marketing")
      }
    />
  )
}
