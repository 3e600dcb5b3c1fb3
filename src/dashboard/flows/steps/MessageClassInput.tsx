import { NativeSelect } from "@mantine/core"
import type { MessageClass } from "../../../domain/messages/Message.ts"
import { useIssue } from "../editor/flowIssues.ts"
import * as words from "../../words/flows/flowStepForms.ts"

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
      label={words.messageType}
      description={words.messageClasses[value].description}
      error={issue}
      data={Object.entries(words.messageClasses).map(([value, { label }]) => ({ value, label }))}
      value={value}
      onChange={({ currentTarget }) =>
        props.onChange(currentTarget.value === "transactional" ? "transactional" : "marketing")
      }
    />
  )
}
