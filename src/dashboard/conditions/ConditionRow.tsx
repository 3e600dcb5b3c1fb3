import { ActionIcon, Group, NativeSelect, Stack } from "@mantine/core"
import { type Condition, isRecency, type Op } from "../../domain/conditions/Condition.ts"
import { fieldOps } from "../../domain/conditions/fieldOps.ts"
import { type FieldGroup, fieldOptions, kindOf, newCondition, openFieldOf, suggestedParts } from "./conditionFields.ts"
import { ConditionValueInput } from "./ConditionValueInput.tsx"
import { ConditionWhereInput } from "./ConditionWhereInput.tsx"
import { TextPicker } from "../pickers/TextPicker.tsx"
import { useIssue } from "../flows/editor/flowIssues.ts"
import * as words from "../words/flows/flowConditions.ts"

const shapeOf = (op: Op): "none" | "list" | "span" | "single" =>
  op === "exists" || op === "not_exists" ? "none" : op === "in" ? "list" : isRecency(op) ? "span" : "single"

const emptyValue = { none: {}, list: { value: [] }, span: { value: "30 days" }, single: {} } as const

/** One condition: field, operator and value. The operators are those of the field's kind. */
export const ConditionRow = (props: {
  readonly condition: Condition
  readonly groups: ReadonlyArray<FieldGroup>
  /** The type of the event whose data is compared; undefined where it is not known. */
  readonly eventType: string | undefined
  readonly path: string
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}) => {
  const { condition, eventType, path, onChange } = props
  const { field, op } = condition
  const fieldIssue = useIssue(`${path}.field`)
  const opIssue = useIssue(`${path}.op`)
  const valueIssue = useIssue(`${path}.value`)
  const open = openFieldOf(field)
  const allowed = fieldOps[kindOf(field)]
  const ops = allowed.includes(op) ? allowed : [...allowed, op]
  return (
    <Stack gap="xs">
      <Group gap="xs" align="start" wrap="nowrap">
        <Group gap="xs" align="start" flex={1} miw={0}>
          <NativeSelect
            aria-label={words.field}
            error={open === undefined ? fieldIssue : undefined}
            flex={1}
            miw={160}
            data={fieldOptions(props.groups, field)}
            value={open?.prefix ?? field}
            onChange={({ currentTarget }) => onChange(newCondition(currentTarget.value))}
          />
          {open !== undefined && (
            <TextPicker
              aria-label={open.part}
              placeholder={open.example}
              flex={1}
              miw={120}
              kind={suggestedParts(open, eventType)}
              error={fieldIssue}
              value={field.slice(open.prefix.length)}
              onChange={(part) => onChange({ ...condition, field: `${open.prefix}${part}` })}
            />
          )}
          <NativeSelect
            aria-label={words.operator}
            error={opIssue}
            data={ops.map((value) => ({ value, label: words.operators[value] }))}
            value={op}
            onChange={({ currentTarget }) => {
              const next = ops.find((one) => one === currentTarget.value) ?? op
              // Lists, spans of time and single values don't fit each other's operators; the others keep the value.
              const keeps = shapeOf(next) === shapeOf(op) && shapeOf(next) !== "none"
              const { value: _, ...rest } = condition
              onChange(keeps ? { ...condition, op: next } : { ...rest, ...emptyValue[shapeOf(next)], op: next })
            }}
          />
          <ConditionValueInput {...{ condition, eventType, onChange }} issue={valueIssue} />
        </Group>
        <ActionIcon variant="default" size="lg" aria-label={words.removeCondition} onClick={props.onRemove}>
          ×
        </ActionIcon>
      </Group>
      <ConditionWhereInput condition={condition} path={path} onChange={onChange} />
    </Stack>
  )
}
