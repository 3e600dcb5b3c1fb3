import { ActionIcon, Badge, Menu, Text } from "@mantine/core"
import type { Step } from "../../domain/flows/Step.ts"
import { Icon } from "../components/Icon.tsx"
import classes from "./FlowDiagram.module.css"
import { moveStep } from "./editSteps.ts"
import { StepNode } from "./StepNode.tsx"
import { stepKinds } from "./stepKinds.ts"

type Steps = ReadonlyArray<Step>

const AddStepButton = ({ add, newId, label }: { add: (step: Step) => void; newId: () => string; label: string }) => (
  <>
    <span className={classes["line"]} aria-hidden />
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" radius="xl" aria-label={label}>
          <Icon name="plus" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {stepKinds.map(({ type, label: kind, icon, create }) => (
          <Menu.Item key={type} leftSection={<Icon name={icon} size={16} />} onClick={() => add(create(newId()))}>
            {kind}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
    <span className={classes["line"]} aria-hidden />
  </>
)

const branches = [
  ["then", "Yes"],
  ["else", "No"]
] as const

interface StepListCallbacks {
  /** Called with the id of a new step, to open its form. */
  readonly onAdded: (id: string) => void
  readonly onEdit: (id: string) => void
  readonly newId: () => string
}

/** Steps in the order they run, with buttons to add one at each position. `path` is the path of the list in the definition. */
export const StepList = (
  props: StepListCallbacks & {
    readonly path: string
    readonly steps: Steps
    readonly end: string
    readonly onChange: (steps: Steps) => void
  }
) => {
  const { steps, path, onChange, newId, onAdded, onEdit } = props
  const addAt = (index: number) => (step: Step) => {
    onChange(steps.toSpliced(index, 0, step))
    onAdded(step.id)
  }
  return (
    <ol className={classes["list"]}>
      {steps.map((step, index) => (
        <li key={step.id} className={classes["item"]}>
          <AddStepButton newId={newId} add={addAt(index)} label={`Add a step before step ${index + 1}`} />
          <StepNode
            step={step}
            path={`${path}.${index}`}
            onEdit={() => onEdit(step.id)}
            onUp={index === 0 ? undefined : () => onChange(moveStep(steps, index, -1))}
            onDown={index === steps.length - 1 ? undefined : () => onChange(moveStep(steps, index, 1))}
            onRemove={() => onChange(steps.toSpliced(index, 1))}
          />
          {step.type === "split" && (
            <>
              <span className={classes["line"]} aria-hidden />
              <div className={classes["branches"]}>
                {branches.map(([branch, branchLabel]) => (
                  <div
                    key={branch}
                    className={classes["branch"]}
                    role="group"
                    aria-label={`If ${branchLabel.toLowerCase()}`}
                  >
                    <Badge variant="default" mt={-10}>
                      {branchLabel}
                    </Badge>
                    <StepList
                      {...props}
                      path={`${path}.${index}.${branch}`}
                      steps={step[branch]}
                      end="Continue"
                      onChange={(next) => onChange(steps.with(index, { ...step, [branch]: next }))}
                    />
                  </div>
                ))}
              </div>
            </>
          )}
        </li>
      ))}
      <li className={classes["item"]}>
        <AddStepButton newId={newId} add={addAt(steps.length)} label="Add a step" />
        <Text size="xs" c="dimmed">
          {steps.at(-1)?.type === "exit" ? "" : props.end}
        </Text>
      </li>
    </ol>
  )
}
