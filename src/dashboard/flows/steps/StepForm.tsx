import { Alert, TextInput } from "@mantine/core"
import type { Step } from "../../../domain/flows/Step.ts"
import type { FlowTrigger } from "../../../domain/flows/FlowTrigger.ts"
import { eventTypeOf, groupsOf } from "../../conditions/conditionFields.ts"
import { ConditionsInput } from "../../conditions/ConditionsInput.tsx"
import { EmailForm } from "./EmailForm.tsx"
import { DurationInput } from "./DurationInput.tsx"
import { RandomSplitForm } from "./RandomSplitForm.tsx"
import { TextForm } from "./TextForm.tsx"
import { SetFieldForm } from "./SetFieldForm.tsx"
import { WaitForForm } from "./WaitForForm.tsx"
import { WaitUntilForm } from "./WaitUntilForm.tsx"
import { TextPicker } from "../../pickers/TextPicker.tsx"
import { useIssue } from "../editor/flowIssues.ts"
import * as words from "../../words/flows/flowStepForms.ts"

/** The settings of a step. The branches of a split are edited in the diagram. */
export const StepForm = (props: {
  readonly step: Step
  readonly path: string
  readonly trigger: FlowTrigger
  readonly onChange: (step: Step) => void
}) => {
  const { step, path, onChange } = props
  const tag = useIssue(`${path}.tag`)
  const url = useIssue(`${path}.url`)
  switch (step.type) {
    case "delay":
      return (
        <DurationInput
          label={words.howLong}
          path={`${path}.duration`}
          value={step.duration}
          onChange={(duration) => onChange({ ...step, duration })}
        />
      )
    case "wait_until":
      return <WaitUntilForm step={step} path={path} onChange={onChange} />
    case "wait_for":
      return <WaitForForm step={step} path={path} onChange={onChange} />
    case "send_email":
      return <EmailForm step={step} path={path} trigger={props.trigger} onChange={onChange} />
    case "send_sms":
      return <TextForm step={step} path={path} onChange={onChange} />
    case "split":
      return (
        <ConditionsInput
          label={words.yesIf}
          path={`${path}.if`}
          groups={[...groupsOf(props.trigger), "history"]}
          eventType={eventTypeOf(props.trigger)}
          value={step.if}
          onChange={(conditions) => onChange({ ...step, if: conditions })}
        />
      )
    case "random_split":
      return <RandomSplitForm step={step} path={path} onChange={onChange} />
    case "set_field":
      return <SetFieldForm step={step} path={path} onChange={onChange} />
    case "add_tag":
    case "remove_tag":
      return (
        <TextPicker
          label={words.tag}
          kind="tags"
          error={tag}
          value={step.tag}
          onChange={(next) => onChange({ ...step, tag: next })}
        />
      )
    case "webhook":
      return (
        <TextInput
          label={words.url}
          error={url}
          type="url"
          value={step.url}
          onChange={(event) => onChange({ ...step, url: event.currentTarget.value })}
        />
      )
    case "exit":
      return <Alert>{words.runEndsHere}</Alert>
  }
}
