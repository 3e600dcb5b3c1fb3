import { Checkbox, NativeSelect } from "@mantine/core"
import type { Definition, Entry } from "../../../domain/flows/Definition.ts"
import { ConditionsInput } from "../../conditions/ConditionsInput.tsx"
import { eventTypeOf, groupsOf } from "../../conditions/conditionFields.ts"
import { DurationInput } from "../steps/DurationInput.tsx"
import { SidePanel } from "../editor/SidePanel.tsx"
import { newTrigger, TriggerForm } from "./triggerForms.tsx"
import * as words from "../../words/flows/flowTriggerForms.ts"
import { triggerWords } from "../../words/flows/flowTriggers.ts"

/** The re-entry rule of a type, with a default duration. */
const newEntry = (type: string): Entry =>
  type === "after" ? { type, duration: "30 days" } : type === "once" ? { type } : { type: "always" }

/** The form for the trigger of a flow, its filters, re-entry rule and exit condition. */
export const TriggerDrawer = (props: {
  readonly opened: boolean
  readonly definition: Definition
  readonly onChange: (definition: Definition) => void
  readonly onClose: () => void
}) => {
  const { definition, onChange } = props
  const { trigger, entry } = definition
  return (
    <SidePanel opened={props.opened} onClose={props.onClose} title={words.trigger}>
      <NativeSelect
        label={words.startsWhen}
        value={trigger.type}
        data={Object.entries(triggerWords).map(([value, { label }]) => ({ value, label }))}
        onChange={({ currentTarget }) => onChange({ ...definition, trigger: newTrigger(currentTarget.value) })}
      />
      <TriggerForm value={trigger} onChange={(next) => onChange({ ...definition, trigger: next })} />
      <ConditionsInput
        label={words.onlyIf}
        path="filters"
        groups={[...groupsOf(trigger), "history"]}
        eventType={eventTypeOf(trigger)}
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
    </SidePanel>
  )
}
