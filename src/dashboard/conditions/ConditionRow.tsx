import { ActionIcon, Group, NativeSelect, Stack, TextInput } from "@mantine/core"
import { type Condition, isRecency, type Op } from "../../domain/conditions/Condition.ts"
import { fieldOps } from "../../domain/conditions/fieldOps.ts"
import {
  customFieldPrefix,
  type FieldGroup,
  fieldOptions,
  kindOf,
  newCondition,
  type OpenField,
  openFieldOf
} from "./conditionFields.ts"
import { ConditionValueInput } from "./ConditionValueInput.tsx"
import { ConditionWhereInput } from "./ConditionWhereInput.tsx"
import { TextPicker } from "../pickers/TextPicker.tsx"
import { useIssue } from "../flows/editor/flowIssues.ts"
import * as words from "../words/flows/flowConditions.ts"

const shapeOf = (op: Op): "none" | "list" | "span" | "single" =>
  op === "exists" || op === "not_exists" ? "none" : op === "in" ? "list" : isRecency(op) ? "span" : "single"

const emptyValue = { none: {}, list: { value: [] }, span: { value: "30 days" }, single: {} } as const

/** The part of a field's name that the account chooses. The names of custom fields are suggested. */
const OpenPart = (props: {
  readonly open: OpenField
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (part: string) => void
}) => {
  const { open, onChange, ...input } = props
  const shown = { ...input, "aria-label": open.part, placeholder: open.example, flex: 1, miw: 120 }
  return open.prefix === customFieldPrefix ? (
    <TextPicker {...shown} kind="custom_fields" onChange={onChange} />
  ) : (
    <TextInput {...shown} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

/** One condition: field, operator and value. The operators are those of the field's kind. */
export const ConditionRow = (props: {
  readonly condition: Condition
  readonly groups: ReadonlyArray<FieldGroup>
  readonly path: string
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}) => {
  const { condition, path, onChange } = props
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
            <OpenPart
              open={open}
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
          <ConditionValueInput condition={condition} issue={valueIssue} onChange={onChange} />
        </Group>
        <ActionIcon variant="default" size="lg" aria-label={words.removeCondition} onClick={props.onRemove}>
          ×
        </ActionIcon>
      </Group>
      <ConditionWhereInput condition={condition} path={path} onChange={onChange} />
    </Stack>
  )
}
