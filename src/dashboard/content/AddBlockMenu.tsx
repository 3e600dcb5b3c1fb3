import { Button, Menu } from "@mantine/core"
import type { Editor } from "@tiptap/core"
import { lazy, Suspense, useState } from "react"
import type { TriggerSubject } from "../../domain/flows/triggerKinds.ts"
import { Icon } from "../components/Icon.tsx"
import * as blockWords from "../words/content/blocks.ts"
import * as words from "../words/content/editor.ts"
import { insertSaved } from "../words/templates/saved.ts"
import { addBlock } from "./blockCommands.ts"
import { newBlocks } from "./newBlocks.ts"

const SavedBlocks = lazy(() =>
  import("../templates/SavedBlocks.tsx").then((module) => ({ default: module.SavedBlocks }))
)

/** The menu that adds a block below the chosen one. A text is written in at once, another block has settings first. */
export const AddBlockMenu = (props: {
  readonly editor: Editor
  readonly subject: TriggerSubject
  readonly onSettings: () => void
}) => {
  const { editor, subject, onSettings } = props
  const [choosing, setChoosing] = useState(false)
  // A cart is there where a cart started the flow.
  const offered = newBlocks.filter(({ type }) => type !== "cart" || subject === "cart")
  return (
    <>
      <Menu position="bottom-start" withinPortal returnFocus={false}>
        <Menu.Target>
          <Button size="xs" leftSection={<Icon name="plus" size={14} />}>
            {words.addBlock}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: "auto" }}>
          {offered.map((block) => (
            <Menu.Item
              key={block.type}
              onClick={() => {
                addBlock(editor, block)
                if (block.type === "text") editor.commands.focus()
                else onSettings()
              }}
            >
              {blockWords.blockNames[block.type]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setChoosing(true)}>{insertSaved}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choosing && (
        <Suspense>
          <SavedBlocks onChoose={(block) => addBlock(editor, block)} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
