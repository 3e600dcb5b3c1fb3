import { Button, Stack, Text } from "@mantine/core"
import { useRef } from "react"
import type { Condition, Conditions } from "../../domain/conditions/Condition.ts"
import { type FieldGroup, firstCondition } from "./conditionFields.ts"
import { ConditionRow } from "./ConditionRow.tsx"
import { useIssue } from "../flows/editor/flowIssues.ts"
import * as words from "../words/flows/flowConditions.ts"

/** Conditions on the fields of some groups: groups joined by OR, the conditions of a group by AND. */
export const ConditionsInput = (props: {
  readonly label: string
  readonly path: string
  readonly groups: ReadonlyArray<FieldGroup>
  /** The type of the event whose data is compared, where it is known. */
  readonly eventType?: string | undefined
  readonly value: Conditions
  readonly onChange: (conditions: Conditions) => void
}) => {
  const { value, onChange } = props
  const issue = useIssue(props.path)
  const adding = useRef<HTMLButtonElement>(null)
  // Removes a group that has become empty.
  const replaceGroup = (target: number, group: ReadonlyArray<Condition>) =>
    onChange(value.flatMap((other, index) => (index !== target ? [other] : group.length === 0 ? [] : [group])))
  return (
    <Stack gap="xs" role="group" aria-label={props.label}>
      <Text size="sm" fw={500}>
        {props.label}
      </Text>
      {issue !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {issue}
        </Text>
      )}
      {value.map((group, groupIndex) => (
        <Stack key={groupIndex} gap="xs">
          {groupIndex > 0 && <Text size="sm">{words.or}</Text>}
          {group.map((condition, index) => (
            <ConditionRow
              key={index}
              condition={condition}
              groups={props.groups}
              eventType={props.eventType}
              path={`${props.path}.${groupIndex}.${index}`}
              onChange={(next) =>
                replaceGroup(
                  groupIndex,
                  group.map((other, position) => (position === index ? next : other))
                )
              }
              onRemove={() => {
                replaceGroup(
                  groupIndex,
                  group.filter((_, position) => position !== index)
                )
                // The button that removes a condition goes with it.
                adding.current?.focus()
              }}
            />
          ))}
          <Button
            size="xs"
            variant="subtle"
            w="fit-content"
            onClick={() => replaceGroup(groupIndex, [...group, firstCondition(props.groups)])}
          >
            {words.andAnother}
          </Button>
        </Stack>
      ))}
      <Button
        ref={adding}
        size="xs"
        variant="default"
        w="fit-content"
        onClick={() => onChange([...value, [firstCondition(props.groups)]])}
      >
        {value.length === 0 ? words.addCondition : words.orAnother}
      </Button>
    </Stack>
  )
}
