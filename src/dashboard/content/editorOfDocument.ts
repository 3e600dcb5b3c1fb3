import type { Block, SimpleBlock } from "../../domain/content/Block.ts"
import type { MailDocument } from "../../domain/content/MailDocument.ts"
import type { TextBlock, TextPart, TextRun } from "../../domain/content/TextBlock.ts"
import { type EditorMark, type EditorNode, nodeNames } from "./editorNode.ts"

const marksOf = ({ bold, italic, underline, color, link }: TextRun): Array<EditorMark> => [
  ...(bold === true ? [{ type: "bold" }] : []),
  ...(italic === true ? [{ type: "italic" }] : []),
  ...(underline === true ? [{ type: "underline" }] : []),
  ...(color === undefined ? [] : [{ type: "color", attrs: { color } }]),
  ...(link === undefined || link === "" ? [] : [{ type: "link", attrs: { href: link } }])
]

// The editor has no empty texts, and lines are parted by nodes.
const runNodes = (run: TextRun): Array<EditorNode> => {
  const marks = marksOf(run)
  return run.text
    .split(/(\r\n?|\n)/)
    .flatMap((text, at) =>
      at % 2 === 1 ? [{ type: "hardBreak", marks }] : text === "" ? [] : [{ type: "text", text, marks }]
    )
}

const lineNodes = (runs: ReadonlyArray<TextRun>) => runs.flatMap(runNodes)

const partNode = (part: TextPart): EditorNode => {
  switch (part.type) {
    case "paragraph":
      return { type: "paragraph", attrs: { align: part.align ?? null }, content: lineNodes(part.runs) }
    case "heading":
      return {
        type: "heading",
        attrs: { align: part.align ?? null, level: part.level },
        content: lineNodes(part.runs)
      }
    case "list":
      return {
        type: part.ordered ? "orderedList" : "bulletList",
        content: part.items.map(({ runs }) => ({
          type: "listItem",
          content: [{ type: "paragraph", content: lineNodes(runs) }]
        }))
      }
  }
}

// A list without items can't be written in, nor a text without paragraphs.
const textNode = ({ content, ...block }: TextBlock): EditorNode => {
  const parts = content.filter((part) => part.type !== "list" || part.items.length > 0).map(partNode)
  return {
    type: nodeNames.text,
    attrs: { block },
    content: parts.length === 0 ? [{ type: "paragraph" }] : parts
  }
}

const simpleNode = (block: SimpleBlock): EditorNode =>
  block.type === "text" ? textNode(block) : { type: nodeNames.other, attrs: { block } }

/** A block as a node of the editor. Pure. */
export const blockNode = (block: Block): EditorNode => {
  if (block.type !== "columns") return simpleNode(block)
  const { columns, ...members } = block
  return {
    type: nodeNames.columns,
    attrs: { block: members },
    content: columns.map(({ blocks }) => ({ type: nodeNames.column, content: blocks.map(simpleNode) }))
  }
}

/** A mail as the editor's document. `documentOfEditor` is its inverse. Pure. */
export const editorOfDocument = ({ settings = {}, blocks }: MailDocument): EditorNode => ({
  type: "doc",
  attrs: { settings },
  content: blocks.map(blockNode)
})
