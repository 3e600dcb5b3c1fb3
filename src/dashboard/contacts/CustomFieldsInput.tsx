import { ActionIcon, Button, Fieldset, Group, Stack, Text } from "@mantine/core"
import { Icon } from "../components/Icon.tsx"
import { TextPicker } from "../pickers/TextPicker.tsx"
import * as words from "../words/contacts/contacts.ts"

type Value = string | number | boolean | null

/** A custom field in a form. `key` tells rows apart while their names are edited; `stored` is the value from before. */
export interface FieldRow {
  readonly key: number
  readonly name: string
  readonly text: string
  readonly stored: Value
}

export const fieldRows = (fields: Readonly<Record<string, unknown>>): ReadonlyArray<FieldRow> =>
  Object.entries(fields).map(([name, value], key) => {
    const stored = typeof value === "number" || typeof value === "boolean" || value === null ? value : String(value)
    return { key, name, text: stored === null ? "" : String(stored), stored }
  })

// A value keeps its type where the new text can have it.
const valueOf = ({ text, stored }: FieldRow): Value => {
  if (text === (stored === null ? "" : String(stored))) return stored
  if (typeof stored === "number" && text.trim() !== "" && String(Number(text)) === text.trim()) return Number(text)
  if (typeof stored === "boolean" && /^(true|false)$/.test(text)) return text === "true"
  return text
}

/** The fields of a form; undefined if nothing changed, so that numbers beyond the digits of a browser are not sent back rounded. */
export const changedFields = (
  stored: Readonly<Record<string, unknown>>,
  rows: ReadonlyArray<FieldRow>
): Readonly<Record<string, Value>> | undefined => {
  const fields = Object.fromEntries(rows.filter(({ name }) => name !== "").map((row) => [row.name, valueOf(row)]))
  return JSON.stringify(fields) === JSON.stringify(stored) ? undefined : fields
}

// A number of more digits would come back changed.
const isExact = ({ stored }: FieldRow): boolean => typeof stored !== "number" || String(stored).length <= 15

/** The custom fields of a contact as rows of names and values. */
export const CustomFieldsInput = (props: {
  readonly rows: ReadonlyArray<FieldRow>
  readonly onChange: (rows: ReadonlyArray<FieldRow>) => void
}) => {
  const { rows, onChange } = props
  const change = (key: number, part: Partial<FieldRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  if (!rows.every(isExact)) {
    return (
      <Text size="sm" c="dimmed">
        {words.longNumbersByApi}
      </Text>
    )
  }
  return (
    <Fieldset legend={words.customFields} variant="unstyled">
      <Stack gap="xs">
        {rows.map(({ key, name, text }) => (
          <Group key={key} gap="xs" wrap="nowrap" align="center">
            <TextPicker
              kind="custom_fields"
              aria-label={words.fieldName}
              placeholder={words.fieldNamePlaceholder}
              flex={1}
              error={undefined}
              value={name}
              onChange={(next) => change(key, { name: next })}
            />
            <TextPicker
              kind={{ kind: "custom_field_values", name }}
              aria-label={words.fieldValue(name)}
              placeholder={words.fieldValuePlaceholder}
              flex={1}
              error={undefined}
              value={text}
              onChange={(next) => change(key, { text: next })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.removeField(name)}
              onClick={() => onChange(rows.filter((row) => row.key !== key))}
            >
              <Icon name="exit" size={14} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: "flex-start" }}
          onClick={() =>
            onChange([
              ...rows,
              { key: 1 + Math.max(-1, ...rows.map(({ key }) => key)), name: "", text: "", stored: "" }
            ])
          }
        >
          {words.addField}
        </Button>
      </Stack>
    </Fieldset>
  )
}
