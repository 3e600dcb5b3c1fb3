import { ActionIcon, Badge, Menu, Text } from "@mantine/core"
import type { Step } from "../../domain/flows/Step.ts"
import { Icon } from "../components/Icon.tsx"
import classes from "./Diagram.module.css"
import { StepNode } from "./StepNode.tsx"
import { stepKinds } from "./stepKinds.ts"

type Steps = ReadonlyArray<Step>

const AddStep = ({ add, newId, label }: { add: (step: Step) => void; newId: () => string; label: string }) => (
  <>
    <span className={classes["line"]} aria-hidden />
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" radius="xl" aria-label={label}>
          <Icon name="plus" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {stepKinds.map(({ type, label: kind, icon, make }) => (
          <Menu.Item key={type} leftSection={<Icon name={icon} size={16} />} onClick={() => add(make(newId()))}>
            {kind}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
    <span className={classes["line"]} aria-hidden />
  </>
)

const moved = (steps: Steps, from: number, by: number): Steps => {
  const to = from + by
  const step = steps[from]
  if (step === undefined || to < 0 || to >= steps.length) return steps
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

const branchesOf = [
  ["then", "Yes"],
  ["else", "No"]
] as const

interface Shared {
  /** Starts a step and its form: the id of the step that is new. */
  readonly onAdded: (id: string) => void
  readonly onEdit: (id: string) => void
  readonly newId: () => string
}

/** Steps from top to bottom, as they run. `path` is where they lie in the definition. */
export const StepList = (
  props: Shared & {
    readonly path: string
    readonly steps: Steps
    readonly end: string
    readonly onChange: (steps: Steps) => void
  }
) => {
  const { steps, path, onChange, newId, onAdded, onEdit } = props
  const addAt = (at: number) => (step: Step) => {
    onChange(steps.toSpliced(at, 0, step))
    onAdded(step.id)
  }
  return (
    <ol className={classes["list"]}>
      {steps.map((step, at) => (
        <li key={step.id} className={classes["item"]}>
          <AddStep newId={newId} add={addAt(at)} label={`Add a step before step ${at + 1}`} />
          <StepNode
            step={step}
            path={`${path}.${at}`}
            onEdit={() => onEdit(step.id)}
            onUp={at === 0 ? undefined : () => onChange(moved(steps, at, -1))}
            onDown={at === steps.length - 1 ? undefined : () => onChange(moved(steps, at, 1))}
            onRemove={() => onChange(steps.toSpliced(at, 1))}
          />
          {step.type === "split" && (
            <>
              <span className={classes["line"]} aria-hidden />
              <div className={classes["branches"]}>
                {branchesOf.map(([branch, word]) => (
                  <div key={branch} className={classes["branch"]} role="group" aria-label={`If ${word.toLowerCase()}`}>
                    <Badge variant="default" mt={-10}>
                      {word}
                    </Badge>
                    <StepList
                      {...props}
                      path={`${path}.${at}.${branch}`}
                      steps={step[branch]}
                      end="Goes on below"
                      onChange={(next) => onChange(steps.with(at, { ...step, [branch]: next }))}
                    />
                  </div>
                ))}
              </div>
            </>
          )}
        </li>
      ))}
      <li className={classes["item"]}>
        <AddStep newId={newId} add={addAt(steps.length)} label="Add a step" />
        <Text size="xs" c="dimmed">
          {steps.at(-1)?.type === "exit" ? "" : props.end}
        </Text>
      </li>
    </ol>
  )
}
