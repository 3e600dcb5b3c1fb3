import { ActionIcon, Button, Group, Text, ThemeIcon } from "@mantine/core"
import type { Step } from "../../../domain/flows/Step.ts"
import { Icon } from "../../components/Icon.tsx"
import classes from "./FlowDiagram.module.css"
import { NodeIssues } from "./IssueList.tsx"
import { StepFigures } from "../runs/StepFigures.tsx"
import { useIssuesWithin } from "./flowIssues.ts"
import { productsInStep, stepColour, stepIcon, showContent, showStep } from "../steps/stepDisplay.ts"
import { useProductTitles } from "../../products/useProductTitles.ts"
import * as common from "../../words/common.ts"
import * as words from "../../words/flows/flowEditor.ts"
import { stepNames } from "../../words/flows/flowSteps.ts"

/** A step in the diagram with its kind, summary, issues and buttons. */
export const StepNode = (props: {
  readonly step: Step
  readonly path: string
  readonly onEdit: () => void
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
  readonly onRemove: () => void
}) => {
  const { step, path } = props
  // Issues within the branches of a split are shown at the steps there.
  const issues = useIssuesWithin(path).filter(
    ({ field }) => !/\.(then|else|steps|happened|timed_out)\./.test(field.slice(path.length))
  )
  const summary = showStep(step, useProductTitles(productsInStep(step)))
  return (
    <div className={classes["node"]} data-invalid={issues.length > 0 ? true : undefined}>
      <Group gap="xs" wrap="nowrap">
        <ThemeIcon variant="light" size="md" color={stepColour(step.type)} aria-hidden>
          <Icon name={stepIcon(step.type)} size={16} />
        </ThemeIcon>
        <Text size="xs" c="dimmed" flex={1} truncate>
          {stepNames[step.type]}
        </Text>
        {props.onUp !== undefined && (
          <ActionIcon variant="subtle" color="gray" aria-label={words.moveUp(summary)} onClick={props.onUp}>
            <Icon name="up" size={15} />
          </ActionIcon>
        )}
        {props.onDown !== undefined && (
          <ActionIcon variant="subtle" color="gray" aria-label={words.moveDown(summary)} onClick={props.onDown}>
            <Icon name="down" size={15} />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={words.removeStep(summary)} onClick={props.onRemove}>
          <Icon name="exit" size={15} />
        </ActionIcon>
        {step.type !== "exit" && (
          <Button size="compact-sm" variant="default" aria-label={words.editStep(summary)} onClick={props.onEdit}>
            {common.edit}
          </Button>
        )}
      </Group>
      {step.type !== "exit" && (
        <Text size="sm" fw={500} mt={6} lineClamp={3} style={{ overflowWrap: "anywhere" }}>
          {showContent(step) ?? summary}
        </Text>
      )}
      <NodeIssues issues={issues} />
      <StepFigures step={step} />
    </div>
  )
}
