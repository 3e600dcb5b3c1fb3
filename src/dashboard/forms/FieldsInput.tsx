import { Button, Checkbox, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { FormField } from "../../domain/forms/Form.ts"
import * as words from "../words/forms.ts"
import { TextPicker } from "../pickers/TextPicker.tsx"
import { standardFields, withField, withoutField } from "./formDraft.ts"

interface FieldsInputProps {
  readonly fields: ReadonlyArray<FormField>
  readonly error: string | undefined
  readonly onChange: (fields: ReadonlyArray<FormField>) => void
}

const AddCustomField = ({ fields, onChange }: Omit<FieldsInputProps, "error">) => {
  const [name, setName] = useState("")
  const isName = /^[A-Za-z0-9_-]{1,64}$/.test(name) && !fields.some(({ key }) => key === `custom.${name}`)
  const add = () => {
    onChange([...fields, { key: `custom.${name}`, label: name, required: false }])
    setName("")
  }
  return (
    <Group align="end" gap="xs">
      <TextPicker
        kind="custom_fields"
        label={words.customField}
        description={words.customFieldHint}
        error={undefined}
        value={name}
        onChange={setName}
      />
      <Button variant="default" disabled={!isName} onClick={add}>
        {words.addField}
      </Button>
    </Group>
  )
}

/** The fields of a form: the standard fields with switches, and custom fields. */
export const FieldsInput = ({ fields, error, onChange }: FieldsInputProps) => {
  const custom = fields.filter(({ key }) => key.startsWith("custom."))
  const offered = [...standardFields, ...custom.map(({ key }) => [key, key.slice("custom.".length)] as const)]
  return (
    <Fieldset legend={words.fields}>
      <Stack gap="sm">
        {offered.map(([key, name]) => {
          const field = fields.find((each) => each.key === key)
          return (
            <Group key={key} gap="sm" align="end">
              <Checkbox
                label={name}
                checked={field !== undefined}
                w={{ base: "100%", xs: 110 }}
                pb={8}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? withField(fields, { key, label: name, required: false })
                      : withoutField(fields, key)
                  )
                }
              />
              {field !== undefined && (
                <>
                  <TextInput
                    label={words.labelOf(name)}
                    flex={1}
                    miw={120}
                    value={field.label}
                    onChange={(event) => onChange(withField(fields, { ...field, label: event.currentTarget.value }))}
                  />
                  <Checkbox
                    label={words.required}
                    aria-label={words.isRequired(name)}
                    checked={field.required}
                    pb={8}
                    onChange={(event) =>
                      onChange(withField(fields, { ...field, required: event.currentTarget.checked }))
                    }
                  />
                </>
              )}
            </Group>
          )
        })}
        <AddCustomField fields={fields} onChange={onChange} />
        {error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}
