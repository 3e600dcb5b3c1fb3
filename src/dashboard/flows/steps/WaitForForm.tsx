import { NativeSelect, Stack } from "@mantine/core"
import type { Awaited, WaitFor } from "../../../domain/flows/WaitFor.ts"
import { ConditionsInput } from "../../conditions/ConditionsInput.tsx"
import { TextPicker } from "../../pickers/TextPicker.tsx"
import { DurationInput } from "./DurationInput.tsx"
import { useIssue } from "../editor/flowIssues.ts"
import * as words from "../../words/flows/flowStepForms.ts"

const newAwaited = (type: string): Awaited =>
  type === "order_placed" || type === "order_received" ? { type } : { type: "event", event_type: "signed_up" }

/** The event that a `wait_for` waits for, and the longest wait. Its branches are edited in the diagram. */
export const WaitForForm = (props: {
  readonly step: WaitFor
  readonly path: string
  readonly onChange: (step: WaitFor) => void
}) => {
  const { step, path, onChange } = props
  const { where, ...others } = step
  const issue = useIssue(`${path}.for.event_type`)
  return (
    <Stack>
      <NativeSelect
        label={words.waitFor}
        value={step.for.type}
        data={Object.entries(words.awaitedKinds).map(([value, label]) => ({ value, label }))}
        // Conditions on an order mean nothing for an event.
        onChange={({ currentTarget }) => onChange({ ...others, for: newAwaited(currentTarget.value) })}
      />
      {step.for.type === "event" && (
        <TextPicker
          kind="event_types"
          label={words.eventType}
          error={issue}
          value={step.for.event_type}
          onChange={(event_type) => onChange({ ...step, for: { type: "event", event_type } })}
        />
      )}
      <ConditionsInput
        label={words.onlyIf}
        path={`${path}.where`}
        groups={[step.for.type === "event" ? "event" : "order"]}
        eventType={step.for.type === "event" ? step.for.event_type : undefined}
        value={where ?? []}
        onChange={(next) => onChange(next.length === 0 ? others : { ...others, where: next })}
      />
      <DurationInput
        label={words.atMost}
        path={`${path}.timeout`}
        value={step.timeout}
        onChange={(timeout) => onChange({ ...step, timeout })}
      />
    </Stack>
  )
}
