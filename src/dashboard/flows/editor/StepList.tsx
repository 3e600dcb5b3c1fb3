import { ActionIcon, Badge, Menu, Text } from "@mantine/core"
import { branchesOf, mapBranches } from "../../../domain/flows/branchesOf.ts"
import type { Step } from "../../../domain/flows/Step.ts"
import { Icon } from "../../components/Icon.tsx"
import classes from "./FlowDiagram.module.css"
import { moveStep } from "./editSteps.ts"
import { StepNode } from "./StepNode.tsx"
import { stepDisplay } from "../steps/stepDisplay.ts"
import * as words from "../../words/flows/flowEditor.ts"
import { answers, type BranchLabel, randomBranch, stepNames } from "../../words/flows/flowSteps.ts"

type Steps = ReadonlyArray<Step>

const AddStepButton = ({ add, newId, label }: { add: (step: Step) => void; newId: () => string; label: string }) => (
  <>
    <span className={classes["line"]} aria-hidden />
    {/* Stays when the page scrolls the button out of sight, as it may while the menu opens. */}
    <Menu hideDetached={false}>
      <Menu.Target>
        <ActionIcon variant="default" radius="xl" aria-label={label}>
          <Icon name="plus" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
        {stepDisplay.map(({ type, icon, create }) => (
          <Menu.Item key={type} leftSection={<Icon name={icon} size={16} />} onClick={() => add(create(newId()))}>
            {stepNames[type]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
    <span className={classes["line"]} aria-hidden />
  </>
)

const branchLabels = (step: Step): ReadonlyArray<BranchLabel> =>
  step.type === "random_split"
    ? step.branches.map(({ percent }, at) => randomBranch(at, percent))
    : (answers[step.type] ?? [])

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
          <AddStepButton newId={newId} add={addAt(index)} label={words.addStepBefore(index + 1)} />
          <StepNode
            step={step}
            path={`${path}.${index}`}
            onEdit={() => onEdit(step.id)}
            onUp={index === 0 ? undefined : () => onChange(moveStep(steps, index, -1))}
            onDown={index === steps.length - 1 ? undefined : () => onChange(moveStep(steps, index, 1))}
            onRemove={() => onChange(steps.toSpliced(index, 1))}
          />
          {branchesOf(step).length > 0 && (
            <>
              <span className={classes["line"]} aria-hidden />
              <div className={classes["branches"]}>
                {branchesOf(step).map((branch, at) => (
                  <div
                    key={branch.path}
                    className={classes["branch"]}
                    data-exits={branch.steps.at(-1)?.type === "exit" || undefined}
                    role="group"
                    aria-label={branchLabels(step)[at]?.name ?? ""}
                  >
                    <Badge variant="default" mt={-10}>
                      {branchLabels(step)[at]?.badge}
                    </Badge>
                    <StepList
                      {...props}
                      path={`${path}.${index}.${branch.path}`}
                      steps={branch.steps}
                      end={words.endOfBranch}
                      onChange={(next) =>
                        onChange(
                          steps.with(
                            index,
                            mapBranches(step, (old, changed) => (changed === branch.path ? next : old))
                          )
                        )
                      }
                    />
                  </div>
                ))}
              </div>
            </>
          )}
        </li>
      ))}
      <li className={classes["item"]}>
        <AddStepButton newId={newId} add={addAt(steps.length)} label={words.addStep} />
        <Text size="xs" c="dimmed">
          {steps.at(-1)?.type === "exit" ? "" : props.end}
        </Text>
      </li>
    </ol>
  )
}
