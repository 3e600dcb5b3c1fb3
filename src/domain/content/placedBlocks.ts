import type { Block } from "./Block.ts"
import type { MailDocument } from "./MailDocument.ts"

/** A block and the dotted path to it. */
export interface PlacedBlock {
  readonly block: Block
  readonly field: string
}

/** The blocks of a document at this path, those in columns after their columns. Pure. */
export const placedBlocks = ({ blocks }: MailDocument, path: string): ReadonlyArray<PlacedBlock> =>
  blocks.flatMap((block, at): ReadonlyArray<PlacedBlock> => {
    const field = `${path}.blocks.${at}`
    const within = block.type === "columns" ? block.columns : []
    return [
      { block, field },
      ...within.flatMap((column, index) =>
        column.blocks.map((one, place) => ({ block: one, field: `${field}.columns.${index}.blocks.${place}` }))
      )
    ]
  })
