import { Menu } from "@mantine/core"
import { useContactValues } from "../pickers/useContactValues.ts"
import * as words from "../words/content/mergeFields.ts"
import { customFieldTag } from "../../domain/content/customFieldTag.ts"

/** The custom fields that contacts have, as items of a menu: they are read when it opens. */
export const CustomFieldItems = ({ onInsert }: { readonly onInsert: (field: string) => void }) => {
  const { values } = useContactValues("custom_fields")
  const fields = values.flatMap((name) => {
    const field = customFieldTag(name)
    return field === undefined ? [] : [{ name, field }]
  })
  return fields.length === 0 ? null : (
    <>
      <Menu.Label>{words.customFields}</Menu.Label>
      {fields.map(({ name, field }) => (
        <Menu.Item key={name} onClick={() => onInsert(field)}>
          {name}
        </Menu.Item>
      ))}
    </>
  )
}
