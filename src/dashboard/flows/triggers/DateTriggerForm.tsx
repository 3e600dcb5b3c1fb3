import { Group, NativeSelect, NumberInput, Stack, TextInput } from "@mantine/core"
import type { DateRule } from "../../../domain/flows/dateTriggers.ts"
import { TextPicker } from "../../pickers/TextPicker.tsx"
import { useIssue } from "../editor/flowIssues.ts"
import { ZoneInput } from "./ZoneInput.tsx"
import * as words from "../../words/flows/flowTriggerForms.ts"

/** The custom field whose date starts a flow, how many days from it, and the time of that day. */
export const DateTriggerForm = (props: { readonly value: DateRule; readonly onChange: (value: DateRule) => void }) => {
  const { value, onChange } = props
  // Minus zero keeps the choice until a number is entered.
  const before = value.days < 0 || Object.is(value.days, -0)
  return (
    <Stack>
      <TextPicker
        label={words.customField}
        kind="custom_fields"
        description={words.aboutDateField}
        error={useIssue("trigger.field")}
        value={value.field}
        onChange={(field) => onChange({ ...value, field })}
      />
      <NativeSelect
        label={words.repeats}
        value={value.repeat}
        data={[
          { value: "yearly", label: words.repetitions.yearly },
          { value: "once", label: words.repetitions.once }
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...value, repeat: currentTarget.value === "once" ? "once" : "yearly" })
        }
      />
      <Group align="end">
        <NumberInput
          label={words.days}
          error={useIssue("trigger.days")}
          min={0}
          max={365}
          allowDecimal={false}
          value={Math.abs(value.days)}
          onChange={(days) => onChange({ ...value, days: (before ? -1 : 1) * Number(days) })}
        />
        <NativeSelect
          aria-label={words.beforeOrAfter}
          value={before ? "before" : "after"}
          data={[
            { value: "before", label: words.directions.before },
            { value: "after", label: words.directions.after }
          ]}
          onChange={({ currentTarget }) =>
            onChange({ ...value, days: (currentTarget.value === "before" ? -1 : 1) * Math.abs(value.days) })
          }
        />
      </Group>
      <TextInput
        label={words.timeOfDay}
        type="time"
        error={useIssue("trigger.time")}
        value={value.time}
        onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
      />
      <ZoneInput value={value.zone} onChange={(zone) => onChange({ ...value, zone })} />
    </Stack>
  )
}
