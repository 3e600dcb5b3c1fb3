import { NumberInput, Stack, Text } from "@mantine/core"
import type { ViewRule } from "../../../domain/visits/viewTriggers.ts"
import { useIssue } from "../editor/flowIssues.ts"
import { DurationInput } from "../steps/DurationInput.tsx"
import * as words from "../../words/flows/flowTriggerForms.ts"

/** How often a contact looked at a product, in which span, and how long ago. */
export const ViewTriggerForm = (props: { readonly value: ViewRule; readonly onChange: (value: ViewRule) => void }) => {
  const { value, onChange } = props
  return (
    <Stack>
      <NumberInput
        label={words.viewedTimes}
        error={useIssue("trigger.times")}
        min={1}
        max={20}
        allowDecimal={false}
        value={value.times}
        onChange={(times) => onChange({ ...value, times: Number(times) })}
      />
      <DurationInput
        label={words.viewedWithin}
        path="trigger.within"
        value={value.within}
        onChange={(within) => onChange({ ...value, within })}
      />
      <DurationInput
        label={words.notViewedFor}
        path="trigger.duration"
        value={value.duration}
        onChange={(duration) => onChange({ ...value, duration })}
      />
      <Text size="sm" c="dimmed">
        {words.aboutViews}
      </Text>
    </Stack>
  )
}
