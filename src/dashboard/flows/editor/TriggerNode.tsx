import { Button, Group, Text, ThemeIcon } from "@mantine/core"
import type { Definition } from "../../../domain/flows/Definition.ts"
import { subjectOfTrigger } from "../../../domain/flows/triggerKinds.ts"
import { Icon } from "../../components/Icon.tsx"
import { showConditions } from "../../conditions/conditionText.ts"
import { productsInConditions, useProductTitles } from "../../products/useProductTitles.ts"
import classes from "./FlowDiagram.module.css"
import { NodeIssues } from "./IssueList.tsx"
import { useIssuesWithin } from "./flowIssues.ts"
import { RunFigures } from "../runs/StepFigures.tsx"
import { TriggerText } from "../triggers/TriggerText.tsx"
import * as common from "../../words/common.ts"
import * as words from "../../words/flows/flowEditor.ts"
import { showEntryAndExit } from "../../words/flows/flowTriggers.ts"

const triggerIcons = { event: "events", order: "orders", cart: "carts", product: "products", none: "contacts" } as const

/** The first node of the diagram: trigger, filters, re-entry rule and exit condition. */
export const TriggerNode = (props: { readonly definition: Definition; readonly onEdit: () => void }) => {
  const { definition, onEdit } = props
  const issues = [...useIssuesWithin("trigger"), ...useIssuesWithin("filters"), ...useIssuesWithin("entry")]
  const titleOf = useProductTitles(productsInConditions(definition.filters))
  return (
    <div className={`${classes["node"]} ${classes["trigger"]}`} data-invalid={issues.length > 0 ? true : undefined}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon variant="light" size="lg" aria-hidden>
          <Icon name={triggerIcons[subjectOfTrigger(definition.trigger.type)]} size={18} />
        </ThemeIcon>
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text size="xs" c="dimmed">
            {words.startsWhen}
          </Text>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            <TriggerText trigger={definition.trigger} />
          </Text>
          {definition.filters.length > 0 && (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {words.onlyIf(showConditions(definition.filters, titleOf))}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {showEntryAndExit(definition)}
          </Text>
          <NodeIssues issues={issues} />
        </div>
        <Button size="compact-sm" variant="default" aria-label={words.editTrigger} onClick={onEdit}>
          {common.edit}
        </Button>
      </Group>
      <RunFigures />
    </div>
  )
}
