import { NativeSelect, Stack, TextInput } from "@mantine/core"
import type { Step } from "../../../domain/flows/Step.ts"
import { TextPicker } from "../../pickers/TextPicker.tsx"
import { useIssue } from "../editor/flowIssues.ts"
import * as words from "../../words/flows/flowStepForms.ts"

type SetField = Extract<Step, { readonly type: "set_field" }>
type Value = SetField["value"]

const kindOf = (value: Value): string => (value === null ? "remove" : typeof value)

const valueOf = (kind: string, text: string): Value => {
  if (kind === "remove") return null
  if (kind === "boolean") return text === "true"
  return kind === "number" ? Number(text) || 0 : text
}

/** The custom field that a step sets, and its new value. */
export const SetFieldForm = (props: {
  readonly step: SetField
  readonly path: string
  readonly onChange: (step: SetField) => void
}) => {
  const { step, path, onChange } = props
  const kind = kindOf(step.value)
  const issue = useIssue(`${path}.value`)
  const set = (text: string) => onChange({ ...step, value: valueOf(kind, text) })
  return (
    <Stack>
      <TextPicker
        label={words.customField}
        kind="custom_fields"
        error={useIssue(`${path}.field`)}
        value={step.field}
        onChange={(field) => onChange({ ...step, field })}
      />
      <NativeSelect
        label={words.kindOfValue}
        value={kind}
        data={Object.entries(words.valueKinds).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) =>
          onChange({ ...step, value: valueOf(currentTarget.value, step.value === null ? "" : String(step.value)) })
        }
      />
      {kind === "boolean" && (
        <NativeSelect
          label={words.value}
          error={issue}
          value={String(step.value)}
          data={[
            { value: "true", label: words.yes },
            { value: "false", label: words.no }
          ]}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
      {kind === "string" && (
        <TextPicker
          label={words.value}
          kind={{ kind: "custom_field_values", name: step.field }}
          error={issue}
          value={String(step.value)}
          onChange={set}
        />
      )}
      {kind === "number" && (
        <TextInput
          label={words.value}
          type="number"
          step="any"
          error={issue}
          value={String(step.value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}
