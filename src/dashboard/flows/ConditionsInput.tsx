import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { type Condition, type Conditions, Op } from "../../domain/flows/Condition.ts"
import { operatorText, valueText } from "./conditionText.ts"
import { useIssue } from "./flowIssues.ts"

// "true", "false" and decimal numbers become JSON booleans and numbers; other input stays text.
const parseScalar = (text: string): string | number | boolean =>
  text === "true" ? true : text === "false" ? false : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text

const parseValue = (op: Op, text: string): Pick<Condition, "value"> | Record<string, never> => {
  if (op === "exists" || op === "not_exists") return {}
  return { value: op === "in" ? text.split(",").map((part) => parseScalar(part.trim())) : parseScalar(text) }
}

const ConditionRow = (props: {
  readonly condition: Condition
  readonly path: string
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}) => {
  const { field, op } = props.condition
  const issues = [useIssue(`${props.path}.field`), useIssue(`${props.path}.op`), useIssue(`${props.path}.value`)]
  const change = (next: { readonly field?: string; readonly op?: Op; readonly text?: string }) => {
    const nextOp = next.op ?? op
    props.onChange({
      field: next.field ?? field,
      op: nextOp,
      ...parseValue(nextOp, next.text ?? valueText(props.condition))
    })
  }
  return (
    <Group gap="xs" align="start">
      <TextInput
        aria-label="Field"
        error={issues[0]}
        placeholder="order.total"
        flex={1}
        miw={140}
        value={field}
        onChange={(event) => change({ field: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Operator"
        error={issues[1]}
        data={Op.literals.map((value) => ({ value, label: operatorText[value] }))}
        value={op}
        onChange={({ currentTarget }) =>
          change({ op: Op.literals.find((literal) => literal === currentTarget.value) ?? op })
        }
      />
      <TextInput
        aria-label="Value"
        error={issues[2]}
        flex={1}
        miw={100}
        disabled={op === "exists" || op === "not_exists"}
        value={valueText(props.condition)}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <ActionIcon variant="default" size="lg" aria-label="Remove condition" onClick={props.onRemove}>
        ×
      </ActionIcon>
    </Group>
  )
}

const newCondition: Condition = { field: "order.total", op: "gte", value: 50 }

/** Conditions on order, contact and event fields: groups joined by OR, the conditions of a group by AND. */
export const ConditionsInput = (props: {
  readonly label: string
  readonly path: string
  readonly value: Conditions
  readonly onChange: (conditions: Conditions) => void
}) => {
  const { value, onChange } = props
  const issue = useIssue(props.path)
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
          {groupIndex > 0 && <Text size="sm">or</Text>}
          {group.map((condition, index) => (
            <ConditionRow
              key={index}
              condition={condition}
              path={`${props.path}.${groupIndex}.${index}`}
              onChange={(next) =>
                replaceGroup(
                  groupIndex,
                  group.map((other, position) => (position === index ? next : other))
                )
              }
              onRemove={() =>
                replaceGroup(
                  groupIndex,
                  group.filter((_, position) => position !== index)
                )
              }
            />
          ))}
          <Button
            size="xs"
            variant="subtle"
            w="fit-content"
            onClick={() => replaceGroup(groupIndex, [...group, newCondition])}
          >
            and …
          </Button>
        </Stack>
      ))}
      <Button size="xs" variant="default" w="fit-content" onClick={() => onChange([...value, [newCondition]])}>
        {value.length === 0 ? "Add a condition" : "or …"}
      </Button>
    </Stack>
  )
}
