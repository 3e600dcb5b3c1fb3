import { Button, Checkbox, Drawer, NativeSelect, Stack, TextInput } from "@mantine/core"
import type { Definition } from "../../domain/flows/Definition.ts"
import { ConditionsInput } from "./ConditionsInput.tsx"
import { useIssue } from "./flowIssues.ts"
import { DurationInput } from "./StepForm.tsx"
import { newEntry, newTrigger } from "./triggerText.ts"

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
  return (
    <Drawer opened={props.opened} onClose={props.onClose} position="right" size="xl" title="Trigger">
      <Stack>
        <NativeSelect
          label="Starts when"
          value={trigger.type}
          data={[
            { value: "order_received", label: "an order is delivered" },
            { value: "order_placed", label: "an order is placed" },
            { value: "event", label: "a custom event is received" }
          ]}
          onChange={({ currentTarget }) => onChange({ ...definition, trigger: newTrigger(currentTarget.value) })}
        />
        {trigger.type === "event" && (
          <TextInput
            label="Event type"
            error={eventType}
            value={trigger.event_type}
            onChange={(event) =>
              onChange({ ...definition, trigger: { type: "event", event_type: event.currentTarget.value } })
            }
          />
        )}
        <ConditionsInput
          label="Only if"
          path="filters"
          value={definition.filters}
          onChange={(filters) => onChange({ ...definition, filters })}
        />
        <NativeSelect
          label="Re-entry"
          value={entry.type}
          data={[
            { value: "always", label: "always allowed" },
            { value: "once", label: "never allowed" },
            { value: "after", label: "allowed after a period" }
          ]}
          onChange={({ currentTarget }) => onChange({ ...definition, entry: newEntry(currentTarget.value) })}
        />
        {entry.type === "after" && (
          <DurationInput
            label="Allowed after"
            path="entry.duration"
            value={entry.duration}
            onChange={(duration) => onChange({ ...definition, entry: { type: "after", duration } })}
          />
        )}
        <Checkbox
          label="Exit when the contact buys"
          checked={definition.exit.on_purchase}
          onChange={(event) => onChange({ ...definition, exit: { on_purchase: event.currentTarget.checked } })}
        />
        <Button onClick={props.onClose} ml="auto">
          Done
        </Button>
      </Stack>
    </Drawer>
  )
}
