import { Alert, Button, Group, TextInput } from "@mantine/core"
import { useEffect, useRef, useState } from "react"
import type { Definition } from "../../../domain/flows/Definition.ts"
import type { Step } from "../../../domain/flows/Step.ts"
import { stepsOf } from "../../../domain/flows/stepsOf.ts"
import classes from "./FlowDiagram.module.css"
import { newStepId, replaceStep } from "./editSteps.ts"
import { useIssue } from "./flowIssues.ts"
import { TriggerDrawer } from "../triggers/TriggerDrawer.tsx"
import { TriggerNode } from "./TriggerNode.tsx"
import { StepDrawer } from "../steps/StepDrawer.tsx"
import { StepList } from "./StepList.tsx"
import * as common from "../../words/common.ts"
import * as words from "../../words/flows/flowEditor.ts"

/** The editor of a flow: its name and its diagram; trigger and steps are edited beside it. */
export const FlowEditor = (props: {
  readonly name: string
  readonly definition: Definition
  readonly onName: (name: string) => void
  readonly onChange: (definition: Definition) => void
}) => {
  const { definition, onChange } = props
  const [editedId, setEditedId] = useState<string | null>(null)
  const [triggerOpened, setTriggerOpened] = useState(false)
  const edited = stepsOf(definition).find(({ step }) => step.id === editedId)
  const [beforeRemoval, setBeforeRemoval] = useState<Definition | null>(null)
  const setSteps = (steps: ReadonlyArray<Step>) => {
    const next = { ...definition, steps }
    setBeforeRemoval(stepsOf(next).length < stepsOf(definition).length ? definition : null)
    onChange(next)
  }
  const undoRemoval = () => {
    if (beforeRemoval !== null) onChange({ ...definition, steps: beforeRemoval.steps })
    setBeforeRemoval(null)
  }
  // One form at a time.
  const editTrigger = () => {
    setEditedId(null)
    setTriggerOpened(true)
  }
  const editStep = (id: string) => {
    setTriggerOpened(false)
    setEditedId(id)
  }
  // The form takes half of the canvas; what it edits stays in view.
  const clicked = useRef<Element>(null)
  useEffect(() => {
    clicked.current?.closest(`.${classes["node"]}`)?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [editedId, triggerOpened])
  return (
    <>
      <TextInput
        label={common.name}
        maw={420}
        mb="md"
        value={props.name}
        maxLength={255}
        error={useIssue("name")}
        onChange={(event) => props.onName(event.currentTarget.value)}
      />
      {beforeRemoval !== null && (
        <Alert role="status" mb="md" color="gray">
          <Group>
            {words.stepsRemoved(stepsOf(beforeRemoval).length - stepsOf(definition).length)}
            <Button size="compact-sm" variant="default" onClick={undoRemoval}>
              {words.undo}
            </Button>
          </Group>
        </Alert>
      )}
      <div className={classes["workspace"]}>
        <div
          className={classes["canvas"]}
          role="group"
          aria-label={words.diagram}
          onClickCapture={({ target }) => {
            clicked.current = target instanceof Element ? target : null
          }}
        >
          <div className={classes["list"]}>
            <TriggerNode definition={definition} onEdit={editTrigger} />
          </div>
          <StepList
            path="steps"
            steps={definition.steps}
            end={words.endOfFlow}
            newId={() => newStepId(stepsOf(definition).map(({ step }) => step.id))}
            onAdded={editStep}
            onEdit={editStep}
            onChange={setSteps}
          />
        </div>
        <TriggerDrawer
          opened={triggerOpened}
          definition={definition}
          onChange={onChange}
          onClose={() => setTriggerOpened(false)}
        />
        <StepDrawer
          step={edited?.step}
          path={edited?.path ?? ""}
          trigger={definition.trigger}
          onChange={(step) => setSteps(replaceStep(definition.steps, step))}
          onClose={() => setEditedId(null)}
        />
      </div>
    </>
  )
}
