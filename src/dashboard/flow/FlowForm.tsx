import { Card, Checkbox, Group, NativeSelect, Stack, TextInput, Title } from "@mantine/core"
import type { Definition, Entry, FlowTrigger } from "../../domain/flow/Definition.ts"
import { stepsOf } from "../../domain/flow/steps.ts"
import { ConditionsInput } from "./ConditionsInput.tsx"
import { freshId } from "./stepKinds.ts"
import { StepList } from "./Steps.tsx"

/** A trigger in words. */
export const showTrigger = (trigger: FlowTrigger): string =>
  trigger.type === "order_placed"
    ? "an order is placed"
    : trigger.type === "order_received"
      ? "an order is delivered"
      : `the event ${trigger.event_type} comes in`

const triggerOf = (type: string): FlowTrigger =>
  type === "order_placed" || type === "order_received" ? { type } : { type: "event", event_type: "signed_up" }

const entryOf = (type: string): Entry =>
  type === "after" ? { type, duration: "30 days" } : type === "once" ? { type } : { type: "always" }

/** A definition, for people: what starts it, for whom, how often, and its steps from top to bottom. */
export const FlowForm = (props: {
  readonly name: string
  readonly definition: Definition
  readonly onName: (name: string) => void
  readonly onChange: (definition: Definition) => void
}) => {
  const { definition, onChange } = props
  const { trigger, entry } = definition
  const newId = () => freshId(stepsOf(definition).map(({ step }) => step.id))
  return (
    <Stack>
      <Card withBorder>
        <Stack>
          <TextInput
            label="Name"
            value={props.name}
            maxLength={255}
            onChange={(event) => props.onName(event.currentTarget.value)}
          />
          <Group align="end">
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
                value={trigger.event_type}
                onChange={(event) =>
                  onChange({ ...definition, trigger: { type: "event", event_type: event.currentTarget.value } })
                }
              />
            )}
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
              <TextInput
                label="After"
                value={entry.duration}
                onChange={(event) =>
                  onChange({ ...definition, entry: { type: "after", duration: event.currentTarget.value } })
                }
              />
            )}
          </Group>
          <Checkbox
            label="A purchase ends it"
            checked={definition.exit.on_purchase}
            onChange={(event) => onChange({ ...definition, exit: { on_purchase: event.currentTarget.checked } })}
          />
          <ConditionsInput
            label="Only if"
            value={definition.filters}
            onChange={(filters) => onChange({ ...definition, filters })}
          />
        </Stack>
      </Card>
      <Title order={2} size="h4">
        Steps
      </Title>
      <StepList steps={definition.steps} newId={newId} onChange={(steps) => onChange({ ...definition, steps })} />
    </Stack>
  )
}
