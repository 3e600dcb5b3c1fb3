import { ActionIcon, Button, Menu } from "@mantine/core"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import { Icon } from "../components/Icon.tsx"
import { CustomFieldItems, EventDataItems } from "./CustomFieldItems.tsx"
import * as editorWords from "../words/content/editor.ts"
import * as words from "../words/content/mergeFields.ts"

const sectionsOf = (subject: TriggerSubject, isLink: boolean) =>
  [
    { title: words.groups.contact, fields: isLink ? [] : words.contactFields },
    {
      title: subject === "none" ? "" : words.groups[subject],
      fields: words.subjectFields[subject].filter(({ field }) => !isLink || field.endsWith("url }}"))
    },
    { title: words.groups.account, fields: isLink ? words.linkFields : words.accountFields }
  ].filter(({ fields }) => fields.length > 0)

/** The menu of the fields that a mail can show. `isLink`: those that hold an address. */
export const FieldMenu = (props: {
  readonly subject: TriggerSubject
  readonly isLink?: boolean
  /** The input that the field goes into; without one it is a button of the tools. */
  readonly input?: string
  readonly disabled?: boolean
  readonly onInsert: (field: string) => void
}) => (
  <Menu position="bottom-end" withinPortal returnFocus={false}>
    <Menu.Target>
      {props.input === undefined ? (
        <Button variant="default" size="xs" disabled={props.disabled === true}>
          {editorWords.insertField}
        </Button>
      ) : (
        <ActionIcon variant="subtle" color="gray" aria-label={editorWords.insertFieldIn(props.input)}>
          <Icon name="plus" size={16} />
        </ActionIcon>
      )}
    </Menu.Target>
    <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
      {sectionsOf(props.subject, props.isLink === true).map(({ title, fields }) => [
        <Menu.Label key={title}>{title}</Menu.Label>,
        ...fields.map(({ label, field }) => (
          <Menu.Item key={field} onClick={() => props.onInsert(field)}>
            {label}
          </Menu.Item>
        ))
      ])}
      {props.isLink !== true && props.subject === "event" && <EventDataItems onInsert={props.onInsert} />}
      {props.isLink !== true && <CustomFieldItems onInsert={props.onInsert} />}
    </Menu.Dropdown>
  </Menu>
)
