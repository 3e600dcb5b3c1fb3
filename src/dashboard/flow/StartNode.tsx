import { Button, Group, Text, ThemeIcon } from "@mantine/core"
import type { Definition } from "../../domain/flows/Definition.ts"
import { Icon } from "../components/Icon.tsx"
import { showConditions } from "./conditions.ts"
import classes from "./Diagram.module.css"
import { IssueLines } from "./IssueLines.tsx"
import { useIssuesBelow } from "./issues.ts"
import { showRules, showTrigger } from "./triggers.ts"

/** Where the diagram begins: the trigger, its conditions, and how often contacts enter. */
export const StartNode = (props: { readonly definition: Definition; readonly onEdit: () => void }) => {
  const { definition, onEdit } = props
  const issues = [...useIssuesBelow("trigger"), ...useIssuesBelow("filters"), ...useIssuesBelow("entry")]
  const starts = showTrigger(definition.trigger)
  return (
    <div className={`${classes["node"]} ${classes["start"]}`} data-wrong={issues.length > 0 ? true : undefined}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon variant="light" size="lg" aria-hidden>
          <Icon name={definition.trigger.type === "event" ? "events" : "orders"} size={18} />
        </ThemeIcon>
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text size="xs" c="dimmed">
            Starts when
          </Text>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {starts}
          </Text>
          {definition.filters.length > 0 && (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              Only if {showConditions(definition.filters)}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {showRules(definition)}
          </Text>
          <IssueLines issues={issues} />
        </div>
        <Button size="compact-sm" variant="default" aria-label="Edit when it starts" onClick={onEdit}>
          Edit
        </Button>
      </Group>
    </div>
  )
}
