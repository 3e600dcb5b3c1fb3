import { Button, Group, Popover, Stack } from "@mantine/core"
import { RichTextEditor } from "@mantine/tiptap"
import type { Editor } from "@tiptap/core"
import { useState } from "react"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import { Icon } from "../components/Icon.tsx"
import * as blockWords from "../words/content/blocks.ts"
import * as words from "../words/content/editor.ts"
import { AddressInput } from "./inputs.tsx"
import { isLink } from "./mailMarks.ts"

const hrefOf = (editor: Editor): string => {
  const { href }: { href?: unknown } = editor.getAttributes("link")
  return typeof href === "string" ? href : ""
}

// Where no words are chosen, the address is the words.
const setLink = (editor: Editor, href: string) => {
  const { empty } = editor.state.selection
  const chain = editor.chain().focus()
  if (empty && !editor.isActive("link"))
    chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run()
  else chain.extendMarkRange("link").setLink({ href }).run()
}

/** The tool that makes a link of the chosen words. */
export const LinkControl = (props: {
  readonly editor: Editor
  readonly subject: TriggerSubject
  readonly disabled: boolean
}) => {
  const { editor, subject, disabled } = props
  const [opened, setOpened] = useState(false)
  const [address, setAddress] = useState("")
  const open = () => {
    setAddress(hrefOf(editor))
    setOpened(!opened)
  }
  const done = (act: () => void) => {
    act()
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={words.link}
          title={words.link}
          active={editor.isActive("link")}
          disabled={disabled}
          onClick={open}
        >
          <Icon name="link" size={15} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <AddressInput
            label={words.link}
            description={blockWords.linkHint}
            kind="link"
            subject={subject}
            value={address}
            onChange={setAddress}
          />
          <Group gap="xs" justify="flex-end">
            {editor.isActive("link") && (
              <Button
                size="xs"
                variant="default"
                onClick={() => done(() => editor.chain().focus().extendMarkRange("link").unsetLink().run())}
              >
                {words.removeLink}
              </Button>
            )}
            <Button size="xs" disabled={!isLink(address)} onClick={() => done(() => setLink(editor, address))}>
              {words.saveLink}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
