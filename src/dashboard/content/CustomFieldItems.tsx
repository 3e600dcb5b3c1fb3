import { Menu } from "@mantine/core"
import { customFieldTag, eventDataTag } from "../../domain/content/customFieldTag.ts"
import type { Suggested } from "../pickers/suggestions.ts"
import { useContactValues } from "../pickers/useContactValues.ts"
import * as words from "../words/content/mergeFields.ts"

const Items = (props: {
  readonly title: string
  readonly kind: Suggested
  readonly tagOf: (name: string) => string | undefined
  readonly onInsert: (field: string) => void
}) => {
  const { title, kind, tagOf, onInsert } = props
  const { values } = useContactValues(kind)
  const fields = values.flatMap((name) => {
    const field = tagOf(name)
    return field === undefined ? [] : [{ name, field }]
  })
  return fields.length === 0 ? null : (
    <>
      <Menu.Label>{title}</Menu.Label>
      {fields.map(({ name, field }) => (
        <Menu.Item key={name} onClick={() => onInsert(field)}>
          {name}
        </Menu.Item>
      ))}
    </>
  )
}

interface Props {
  readonly onInsert: (field: string) => void
}

/** The custom fields that contacts have, as items of a menu: they are read when it opens. */
export const CustomFieldItems = ({ onInsert }: Props) => (
  <Items title={words.customFields} kind="custom_fields" tagOf={customFieldTag} onInsert={onInsert} />
)

/** The properties that events have, as items of a menu: they are read when it opens. */
export const EventDataItems = ({ onInsert }: Props) => (
  <Items
    title={words.eventData}
    kind={{ kind: "event_properties", event_type: undefined }}
    tagOf={eventDataTag}
    onInsert={onInsert}
  />
)
