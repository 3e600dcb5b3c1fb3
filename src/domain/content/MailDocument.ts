import { Schema } from "effect"
import { Color } from "../values/Color.ts"
import { Block, maxBlocks } from "./Block.ts"

/** The most characters of a document as JSON. */
export const maxDocumentLength = 200_000

/** The fonts of documents, by kinds that every device has one of. */
export const Font = Schema.Literals(["sans", "serif", "mono"])
export type Font = typeof Font.Type

/** The font and the colours of a whole document. */
export const DocumentSettings = Schema.Struct({
  font: Schema.optionalKey(Font),
  color: Schema.optionalKey(Color.annotate({ description: "The colour of text." })),
  link_color: Schema.optionalKey(Color),
  button_color: Schema.optionalKey(Color),
  background: Schema.optionalKey(
    Color.annotate({ description: "The colour behind all blocks, in both schemes of colours." })
  )
})
export type DocumentSettings = typeof DocumentSettings.Type

const countOf = (blocks: ReadonlyArray<Block>): number =>
  blocks.reduce(
    (sum, block) =>
      sum + 1 + (block.type === "columns" ? block.columns.reduce((all, { blocks: own }) => all + own.length, 0) : 0),
    0
  )

const Document = Schema.Struct({
  settings: Schema.optionalKey(DocumentSettings),
  blocks: Schema.Array(Block)
})
  .check(
    Schema.makeFilter(
      ({ blocks }: { readonly blocks: ReadonlyArray<Block> }) =>
        countOf(blocks) <= maxBlocks || `Must have at most ${maxBlocks} blocks in all`
    )
  )
  .check(
    Schema.makeFilter(
      (document: unknown) =>
        JSON.stringify(document).length <= maxDocumentLength ||
        `Must be at most ${maxDocumentLength.toLocaleString("en")} characters as JSON`
    )
  )
  .annotate({ identifier: "MailDocument" })

/** The content of a mail as blocks, from top to bottom. HTML is made of it when it is sent or shown, and never turns into blocks again. */
export interface MailDocument extends Schema.Schema.Type<typeof Document> {}

/** A `MailDocument` as JSON. */
export interface MailDocumentJson extends Schema.Codec.Encoded<typeof Document> {}

// Named types: written out at each of its places, a document is longer than the compiler writes the type of the API.
export const MailDocument: Schema.Codec<MailDocument, MailDocumentJson> = Document

/** The content of a mail that is made of blocks, in the place of `html`. */
export const BlocksContent = Schema.Struct({ type: Schema.Literal("blocks"), document: MailDocument }).annotate({
  identifier: "BlocksContent"
})
export type BlocksContent = typeof BlocksContent.Type
