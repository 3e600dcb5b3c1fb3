import type { Node } from "@tiptap/pm/model"
import { type EditorState, NodeSelection } from "@tiptap/pm/state"
import { nodeNames } from "./editorNode.ts"

/** A block in the editor's document, and the position before it. */
export interface BlockPlace {
  readonly pos: number
  readonly node: Node
}

const blockNames: ReadonlySet<string> = new Set([nodeNames.text, nodeNames.columns, nodeNames.other])

/** Whether a node of the editor is a block. */
export const isBlockNode = (node: Node) => blockNames.has(node.type.name)

/** The block that is selected, else the innermost one that the cursor is in. */
export const currentBlock = ({ selection }: EditorState): BlockPlace | undefined => {
  if (selection instanceof NodeSelection && isBlockNode(selection.node))
    return { pos: selection.from, node: selection.node }
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (isBlockNode(node)) return { pos: $from.before(depth), node }
  }
  return undefined
}

/** The columns that a block stands in. */
export const columnsAround = ({ doc }: EditorState, { pos }: BlockPlace): BlockPlace | undefined => {
  const $pos = doc.resolve(pos)
  return $pos.parent.type.name === nodeNames.column
    ? { pos: $pos.before($pos.depth - 1), node: $pos.node($pos.depth - 1) }
    : undefined
}
