import { Button, Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core"
import type { Definition } from "../../domain/flows/Definition.ts"
import { DateTriggerForm } from "./DateTriggerForm.tsx"
import { ConditionsInput } from "./ConditionsInput.tsx"
import { groupsOf } from "./conditionFields.ts"
import { useIssue } from "./flowIssues.ts"
import { DurationInput } from "./StepForm.tsx"
import { SegmentTriggerForm } from "./SegmentTriggerForm.tsx"
import { SidePanel } from "./SidePanel.tsx"
import { newEntry, newTrigger } from "./newTrigger.ts"
import * as words from "../words/flowTriggerForms.ts"

/** The form for the trigger of a flow, its filters, re-entry rule and exit condition. */
export const TriggerDrawer = (props: {
  readonly opened: boolean
  readonly definition: Definition
  readonly onChange: (definition: Definition) => void
  readonly onClose: () => void
}) => {
  const { definition, onChange } = props
  const { trigger, entry } = definition
  const eventType = useIssue("trigger.event_type")
  const tag = useIssue("trigger.tag")
  return (
    <SidePanel opened={props.opened} onClose={props.onClose} title={words.trigger}>
      <Stack>
        <NativeSelect
          label={words.startsWhen}
          value={trigger.type}
          data={Object.entries(words.triggerKinds).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => onChange({ ...definition, trigger: newTrigger(currentTarget.value) })}
        />
        {trigger.type === "event" && (
          <TextInput
            label={words.eventType}
            error={eventType}
            value={trigger.event_type}
            onChange={(event) =>
              onChange({ ...definition, trigger: { type: "event", event_type: event.currentTarget.value } })
            }
          />
        )}
        {(trigger.type === "subscribed" || trigger.type === "unsubscribed") && (
          <NativeSelect
            label={words.channel}
            value={trigger.channel}
            data={Object.entries(words.channels).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) =>
              onChange({
                ...definition,
                trigger: { ...trigger, channel: currentTarget.value === "sms" ? "sms" : "email" }
              })
            }
          />
        )}
        {trigger.type === "tagged" && (
          <TextInput
            label={words.tag}
            error={tag}
            value={trigger.tag}
            onChange={(event) =>
              onChange({ ...definition, trigger: { type: "tagged", tag: event.currentTarget.value } })
            }
          />
        )}
        {trigger.type === "no_order_for" && (
          <DurationInput
            label={words.noOrderFor}
            path="trigger.duration"
            value={trigger.duration}
            onChange={(duration) => onChange({ ...definition, trigger: { type: "no_order_for", duration } })}
          />
        )}
        {trigger.type === "date" && (
          <DateTriggerForm value={trigger} onChange={(date) => onChange({ ...definition, trigger: date })} />
        )}
        {trigger.type === "entered_segment" && (
          <SegmentTriggerForm
            value={trigger.segment_id}
            onChange={(segment_id) => onChange({ ...definition, trigger: { ...trigger, segment_id } })}
          />
        )}
        <ConditionsInput
          label={words.onlyIf}
          path="filters"
          groups={[...groupsOf(trigger), "history"]}
          value={definition.filters}
          onChange={(filters) => onChange({ ...definition, filters })}
        />
        <NativeSelect
          label={words.reEntry}
          value={entry.type}
          data={Object.entries(words.entryKinds).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => onChange({ ...definition, entry: newEntry(currentTarget.value) })}
        />
        {entry.type === "after" && (
          <DurationInput
            label={words.allowedAfter}
            path="entry.duration"
            value={entry.duration}
            onChange={(duration) => onChange({ ...definition, entry: { type: "after", duration } })}
          />
        )}
        <Checkbox
          label={words.exitOnPurchase}
          checked={definition.exit.on_purchase}
          onChange={(event) => onChange({ ...definition, exit: { on_purchase: event.currentTarget.checked } })}
        />
        <Button onClick={props.onClose} ml="auto">
          {words.done}
        </Button>
      </Stack>
    </SidePanel>
  )
}
