import { Button, Checkbox, Drawer, NativeSelect, Stack, TextInput } from "@mantine/core"
import type { Definition } from "../../domain/flows/Definition.ts"
import { ConditionsInput } from "./ConditionsInput.tsx"
import { useIssue } from "./issues.ts"
import { Duration } from "./StepForm.tsx"
import { entryOf, triggerOf } from "./triggers.ts"

/** What starts a flow, for whom, how often, and what ends it. */
export const StartDrawer = (props: {
  readonly opened: boolean
  readonly definition: Definition
  readonly onChange: (definition: Definition) => void
  readonly onClose: () => void
}) => {
  const { definition, onChange } = props
  const { trigger, entry } = definition
  const eventType = useIssue("trigger.event_type")
  return (
    <Drawer opened={props.opened} onClose={props.onClose} position="right" size="xl" title="When it starts">
      <Stack>
        <NativeSelect
          label="Starts when"
          value={trigger.type}
          data={[
            { value: "order_received", label: "an order is delivered" },
            { value: "order_placed", label: "an order is placed" },
            { value: "event", label: "a custom event comes in" }
          ]}
          onChange={({ currentTarget }) => onChange({ ...definition, trigger: triggerOf(currentTarget.value) })}
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
          label="A contact enters"
          value={entry.type}
          data={[
            { value: "always", label: "every time" },
            { value: "once", label: "once ever" },
            { value: "after", label: "again after a while" }
          ]}
          onChange={({ currentTarget }) => onChange({ ...definition, entry: entryOf(currentTarget.value) })}
        />
        {entry.type === "after" && (
          <Duration
            label="Again after"
            path="entry.duration"
            value={entry.duration}
            onChange={(duration) => onChange({ ...definition, entry: { type: "after", duration } })}
          />
        )}
        <Checkbox
          label="A purchase ends it"
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
