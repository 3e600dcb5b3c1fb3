import { ActionIcon, Button, Group, Text, ThemeIcon } from "@mantine/core"
import type { Step } from "../../domain/flows/Step.ts"
import { Icon } from "../components/Icon.tsx"
import classes from "./Diagram.module.css"
import { IssueLines } from "./IssueLines.tsx"
import { useIssuesBelow } from "./issues.ts"
import { colourOfKind, iconOf, kindOf, showStep } from "./stepKinds.ts"

/** One step in the diagram: what it is, what it does, what is wrong with it, and what can be done with it. */
export const StepNode = (props: {
  readonly step: Step
  readonly path: string
  readonly onEdit: () => void
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
  readonly onRemove: () => void
}) => {
  const { step, path } = props
  const below = useIssuesBelow(path)
  const issues = below.filter(({ field }) => !/\.(then|else)\./.test(field.slice(path.length)))
  const words = showStep(step)
  return (
    <div className={classes["node"]} data-wrong={issues.length > 0 ? true : undefined}>
      <Group gap="xs" wrap="nowrap">
        <ThemeIcon variant="light" size="md" color={colourOfKind(step.type)} aria-hidden>
          <Icon name={iconOf(step.type)} size={16} />
        </ThemeIcon>
        <Text size="xs" c="dimmed" flex={1}>
          {kindOf(step.type)}
        </Text>
        {props.onUp !== undefined && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Move up ${words}`} onClick={props.onUp}>
            <Icon name="up" size={15} />
          </ActionIcon>
        )}
        {props.onDown !== undefined && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Move down ${words}`} onClick={props.onDown}>
            <Icon name="down" size={15} />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${words}`} onClick={props.onRemove}>
          <Icon name="exit" size={15} />
        </ActionIcon>
        {step.type !== "exit" && (
          <Button size="compact-sm" variant="default" aria-label={`Edit ${words}`} onClick={props.onEdit}>
            Edit
          </Button>
        )}
      </Group>
      {step.type !== "exit" && (
        <Text size="sm" fw={500} mt={6} lineClamp={3} style={{ overflowWrap: "anywhere" }}>
          {words.replace(/^(E-mail|Text): /, "")}
        </Text>
      )}
      <IssueLines issues={issues} />
    </div>
  )
}
