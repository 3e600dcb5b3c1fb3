import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { type Condition, type Conditions, Op } from "../../domain/flows/Condition.ts"
import { textOf, words } from "./conditions.ts"
import { useIssue } from "./issues.ts"

// What is typed is a number or a truth value where it reads as one, else text; a list is separated by commas.
const scalar = (text: string): string | number | boolean =>
  text === "true" ? true : text === "false" ? false : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text

const valueOf = (op: Op, text: string): Pick<Condition, "value"> | Record<string, never> => {
  if (op === "exists" || op === "not_exists") return {}
  return { value: op === "in" ? text.split(",").map((part) => scalar(part.trim())) : scalar(text) }
}

const Row = (props: {
  readonly condition: Condition
  readonly path: string
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}) => {
  const { field, op } = props.condition
  const issues = [useIssue(`${props.path}.field`), useIssue(`${props.path}.op`), useIssue(`${props.path}.value`)]
  const change = (next: { readonly field?: string; readonly op?: Op; readonly text?: string }) => {
    const chosen = next.op ?? op
    props.onChange({
      field: next.field ?? field,
      op: chosen,
      ...valueOf(chosen, next.text ?? textOf(props.condition))
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
        aria-label="Comparison"
        error={issues[1]}
        data={Op.literals.map((value) => ({ value, label: words[value] }))}
        value={op}
        onChange={({ currentTarget }) => change({ op: Op.literals.find((each) => each === currentTarget.value) ?? op })}
      />
      <TextInput
        aria-label="Value"
        error={issues[2]}
        flex={1}
        miw={100}
        disabled={op === "exists" || op === "not_exists"}
        value={textOf(props.condition)}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <ActionIcon variant="default" size="lg" aria-label="Remove condition" onClick={props.onRemove}>
        ×
      </ActionIcon>
    </Group>
  )
}

const blank: Condition = { field: "order.total", op: "gte", value: 50 }

/** An OR of ANDs over order, contact and event fields. */
export const ConditionsInput = (props: {
  readonly label: string
  readonly path: string
  readonly value: Conditions
  readonly onChange: (conditions: Conditions) => void
}) => {
  const { value, onChange } = props
  const issue = useIssue(props.path)
  const replace = (at: number, all: ReadonlyArray<Condition>) =>
    onChange(value.flatMap((each, index) => (index !== at ? [each] : all.length === 0 ? [] : [all])))
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
      {value.map((all, at) => (
        <Stack key={at} gap="xs">
          {at > 0 && <Text size="sm">or</Text>}
          {all.map((condition, index) => (
            <Row
              key={index}
              condition={condition}
              path={`${props.path}.${at}.${index}`}
              onChange={(next) =>
                replace(
                  at,
                  all.map((each, i) => (i === index ? next : each))
                )
              }
              onRemove={() =>
                replace(
                  at,
                  all.filter((_, i) => i !== index)
                )
              }
            />
          ))}
          <Button size="xs" variant="subtle" w="fit-content" onClick={() => replace(at, [...all, blank])}>
            and …
          </Button>
        </Stack>
      ))}
      <Button size="xs" variant="default" w="fit-content" onClick={() => onChange([...value, [blank]])}>
        {value.length === 0 ? "Add a condition" : "or …"}
      </Button>
    </Stack>
  )
}
