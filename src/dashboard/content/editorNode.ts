import type { Block, ColumnsBlock } from "../../domain/content/Block.ts"
import type { TextBlock } from "../../domain/content/TextBlock.ts"

/** A style of text in the editor. */
export type EditorMark = { type: string; attrs?: Record<string, unknown> }

/** A node of the editor's document as JSON, in the form that TipTap takes. */
export type EditorNode = {
  type: string
  attrs?: Record<string, unknown>
  content?: Array<EditorNode>
  marks?: Array<EditorMark>
  text?: string
}

/** A block without the blocks and the text in it, which the editor keeps as an attribute of its node. */
export type BlockMembers =
  | Omit<TextBlock, "content">
  | Omit<ColumnsBlock, "columns">
  | Exclude<Block, TextBlock | ColumnsBlock>

/** The names of the editor's nodes. Blocks without text of their own are all one kind of node. */
export const nodeNames = { text: "textBlock", columns: "columns", column: "column", other: "block" } as const
