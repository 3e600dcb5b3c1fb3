import { TextInput } from "@mantine/core"
import { useState } from "react"
import type { Definition } from "../../domain/flows/Definition.ts"
import type { Step } from "../../domain/flows/Step.ts"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import classes from "./Diagram.module.css"
import { withStep } from "./editSteps.ts"
import { useIssue } from "./issues.ts"
import { StartDrawer } from "./StartForm.tsx"
import { StartNode } from "./StartNode.tsx"
import { StepDrawer } from "./StepDrawer.tsx"
import { freshId } from "./stepKinds.ts"
import { StepList } from "./Steps.tsx"

/** A definition, for people: a diagram from top to bottom, each part with a form of its own beside it. */
export const FlowForm = (props: {
  readonly name: string
  readonly definition: Definition
  readonly onName: (name: string) => void
  readonly onChange: (definition: Definition) => void
}) => {
  const { definition, onChange } = props
  const [editing, setEditing] = useState<string | null>(null)
  const [start, setStart] = useState(false)
  const edited = stepsOf(definition).find(({ step }) => step.id === editing)
  const setSteps = (steps: ReadonlyArray<Step>) => onChange({ ...definition, steps })
  return (
    <>
      <TextInput
        label="Name"
        maw={420}
        mb="md"
        value={props.name}
        maxLength={255}
        error={useIssue("name")}
        onChange={(event) => props.onName(event.currentTarget.value)}
      />
      <div className={classes["canvas"]} role="group" aria-label="Flow diagram">
        <div className={classes["list"]}>
          <StartNode definition={definition} onEdit={() => setStart(true)} />
        </div>
        <StepList
          path="steps"
          steps={definition.steps}
          end="End"
          newId={() => freshId(stepsOf(definition).map(({ step }) => step.id))}
          onAdded={setEditing}
          onEdit={setEditing}
          onChange={setSteps}
        />
      </div>
      <StartDrawer opened={start} definition={definition} onChange={onChange} onClose={() => setStart(false)} />
      <StepDrawer
        step={edited?.step}
        path={edited?.path ?? ""}
        trigger={definition.trigger}
        onChange={(step) => setSteps(withStep(definition.steps, step))}
        onClose={() => setEditing(null)}
      />
    </>
  )
}
