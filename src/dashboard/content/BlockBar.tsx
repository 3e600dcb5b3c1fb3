import { ActionIcon, Group, Text, UnstyledButton } from "@mantine/core"
import type { Editor } from "@tiptap/core"
import type { ReactNode } from "react"
import { Icon, type IconName } from "../components/Icon.tsx"
import { SaveTemplate } from "../templates/SaveTemplate.tsx"
import * as blockWords from "../words/content/blocks.ts"
import * as words from "../words/content/editor.ts"
import { canMove, duplicateBlock, moveBlock, removeBlock, selectBlock } from "./blockCommands.ts"
import { type BlockPlace, columnsAround } from "./blockPlace.ts"
import { blockOfNode } from "./documentOfEditor.ts"
import { isBlock } from "./isBlock.ts"

/** The name of the kind of a block. */
export const nameOf = ({ node }: BlockPlace): string => {
  const block: unknown = node.attrs["block"]
  return isBlock(block) ? blockWords.blockNames[block.type] : ""
}

const Tool = (props: {
  readonly icon: IconName
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}) => (
  <ActionIcon
    variant="default"
    size="lg"
    aria-label={props.label}
    title={props.label}
    disabled={props.disabled === true}
    onClick={props.onClick}
  >
    <Icon name={props.icon} size={16} />
  </ActionIcon>
)

/** The chosen block by name, where it stands, and what can be done with it as a whole. */
export const BlockBar = (props: {
  readonly editor: Editor
  readonly place: BlockPlace
  /** Further tools. */
  readonly children?: ReactNode
}) => {
  const { editor, place } = props
  const around = columnsAround(editor.state, place)
  return (
    <Group gap="xs" justify="space-between" role="toolbar" aria-label={words.blockTools}>
      <div>
        <Text fw={600} size="sm">
          {nameOf(place)}
        </Text>
        {around !== undefined && (
          <UnstyledButton fz="xs" td="underline" onClick={() => selectBlock(editor, around.pos)}>
            {words.within(nameOf(around))}
          </UnstyledButton>
        )}
      </div>
      <Group gap={6}>
        <Tool
          icon="up"
          label={words.moveUp}
          disabled={!canMove(editor.state, -1)}
          onClick={() => void moveBlock(editor, -1)}
        />
        <Tool
          icon="down"
          label={words.moveDown}
          disabled={!canMove(editor.state, 1)}
          onClick={() => void moveBlock(editor, 1)}
        />
        <Tool icon="copy" label={words.duplicate} onClick={() => void duplicateBlock(editor)} />
        <Tool
          icon="remove"
          label={words.remove}
          onClick={() => {
            removeBlock(editor)
            editor.commands.focus()
          }}
        />
        <SaveTemplate
          size="xs"
          kind="block"
          template={() => {
            const block = blockOfNode(place.node.toJSON())
            return { content: { type: "blocks", document: { blocks: block === undefined ? [] : [block] } } }
          }}
        />
        {props.children}
      </Group>
    </Group>
  )
}
