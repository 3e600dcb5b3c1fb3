import { Stack } from "@mantine/core"
import type { SendSms } from "../../../domain/flows/Step.ts"
import { TextLanguagesInput } from "../../content/TextLanguagesInput.tsx"
import * as words from "../../words/flows/flowStepForms.ts"
import { useIssue, useIssuesWithin } from "../editor/flowIssues.ts"
import { MessageClassInput } from "./MessageClassInput.tsx"

/** The text of a step. */
export const TextForm = (props: {
  readonly step: typeof SendSms.Type
  readonly path: string
  readonly onChange: (step: typeof SendSms.Type) => void
}) => {
  const { step, path, onChange } = props
  const { id, type, class: purpose, ...text } = step
  const others = { id, type, ...(purpose === undefined ? {} : { class: purpose }) }
  return (
    <Stack>
      <TextLanguagesInput
        text={text}
        label={words.text}
        hint={words.aboutTexts}
        error={useIssue(`${path}.text`)}
        issues={useIssuesWithin(path).map(({ field, message }) => ({ field: field.slice(path.length + 1), message }))}
        onChange={(changed) => onChange({ ...others, ...changed })}
      />
      <MessageClassInput
        path={path}
        value={step.class}
        onChange={(messageClass) => onChange({ ...step, class: messageClass })}
      />
    </Stack>
  )
}
