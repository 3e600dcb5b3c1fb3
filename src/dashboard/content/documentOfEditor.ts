import { Option, Schema } from "effect"
import { type Block, ColumnsBlock, maxBlocks, SimpleBlock } from "../../domain/content/Block.ts"
import { DocumentSettings, type MailDocument, maxDocumentLength } from "../../domain/content/MailDocument.ts"
import { placedBlocks } from "../../domain/content/placedBlocks.ts"
import { maxParts, TextBlock } from "../../domain/content/TextBlock.ts"
import { nodeNames } from "./editorNode.ts"
import { childrenOf, membersOf, type UncheckedNode } from "./uncheckedNode.ts"
import { partsOf } from "./textOfEditor.ts"

const emptyText: TextBlock = { type: "text", content: [] }
const emptyColumns: ColumnsBlock = { type: "columns", columns: [{ blocks: [] }] }

// A text that is longer than a block may be goes on in another one.
const textBlocks = (node: UncheckedNode): ReadonlyArray<SimpleBlock> => {
  const parts = partsOf(node)
  const block = Option.getOrElse(
    Schema.decodeUnknownOption(TextBlock)({ ...membersOf(node, "block"), ...emptyText }),
    () => emptyText
  )
  const blocks = Array.from({ length: Math.max(1, Math.ceil(parts.length / maxParts)) })
  return blocks.map((_, at) => ({ ...block, content: parts.slice(at * maxParts, (at + 1) * maxParts) }))
}

const simpleBlocks = (node: UncheckedNode): ReadonlyArray<SimpleBlock> =>
  node.type === nodeNames.text
    ? textBlocks(node)
    : node.type === nodeNames.other
      ? Option.toArray(Schema.decodeUnknownOption(SimpleBlock)(membersOf(node, "block")))
      : []

const columnsBlock = (node: UncheckedNode): ColumnsBlock => {
  const block = Option.getOrElse(
    Schema.decodeUnknownOption(ColumnsBlock)({ ...membersOf(node, "block"), ...emptyColumns }),
    () => emptyColumns
  )
  const columns = childrenOf(node)
    .filter(({ type }) => type === nodeNames.column)
    .slice(0, 4)
    .map((column) => ({ blocks: childrenOf(column).flatMap(simpleBlocks) }))
  return columns.length === 0 ? block : { ...block, columns }
}

const blocksOf = (node: UncheckedNode): ReadonlyArray<Block> =>
  node.type === nodeNames.columns ? [columnsBlock(node)] : simpleBlocks(node)

// Whole, however large it is.
const unbounded = (json: unknown): MailDocument => {
  const [doc] = childrenOf({ content: [json] })
  if (doc === undefined) return { blocks: [] }
  const settings = Option.getOrElse(
    Schema.decodeUnknownOption(DocumentSettings)(membersOf(doc, "settings")),
    () => ({})
  )
  const blocks = childrenOf(doc).flatMap(blocksOf)
  return Object.keys(settings).length === 0 ? { blocks } : { settings, blocks }
}

const withinCount = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  let left = maxBlocks
  const taken: Array<Block> = []
  for (const block of blocks) {
    if (left === 0) break
    left--
    if (block.type !== "columns") {
      taken.push(block)
      continue
    }
    const columns = block.columns.map((column) => {
      const own = column.blocks.slice(0, left)
      left -= own.length
      return { blocks: own }
    })
    taken.push({ ...block, columns })
  }
  return taken
}

// Members of a document and the comma after a block.
const bracketLength = 20

const withinLength = (document: MailDocument): MailDocument => {
  let left = maxDocumentLength - JSON.stringify(document.settings ?? {}).length - bracketLength
  const end = document.blocks.findIndex((block) => {
    left -= JSON.stringify(block).length + 1
    return left < 0
  })
  return end === -1 ? document : { ...document, blocks: document.blocks.slice(0, end) }
}

/** The block of a node of the editor; undefined for what is none. Pure. */
export const blockOfNode = (json: unknown): Block | undefined => childrenOf({ content: [json] }).flatMap(blocksOf)[0]

/** Whether the editor's document has more blocks or text than a mail may have. Pure. */
export const isTooLarge = (json: unknown): boolean => {
  const document = unbounded(json)
  return placedBlocks(document, "").length > maxBlocks || JSON.stringify(document).length > maxDocumentLength
}

/** The editor's document as a mail that is valid whatever the JSON holds: what no mail may have is left out. Pure. */
export const documentOfEditor = (json: unknown): MailDocument => {
  const document = unbounded(json)
  return withinLength({ ...document, blocks: withinCount(document.blocks) })
}
