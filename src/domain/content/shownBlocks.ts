import type { Conditions } from "../conditions/Condition.ts"
import { type FactReader } from "../conditions/Facts.ts"
import { matches } from "../conditions/matches.ts"
import type { Block } from "./Block.ts"
import type { MailDocument } from "./MailDocument.ts"
import { placedBlocks } from "./placedBlocks.ts"

/** The variable of templates that tells which blocks are shown, by their keys. */
export const shownVariable = "shown_blocks"

/** The keys of the blocks of a document that have conditions: `b3` is the fourth of all its blocks. */
export type BlockKeys = ReadonlyMap<Block, string>

const conditionsOf = ({ shown_if }: Block): Conditions | undefined =>
  shown_if === undefined || shown_if.length === 0 ? undefined : shown_if

/** The keys of the blocks that not everybody sees. Pure. */
export const blockKeys = (document: MailDocument): BlockKeys =>
  new Map(
    placedBlocks(document, "").flatMap(({ block }, at) =>
      conditionsOf(block) === undefined ? [] : [[block, `b${at}`] as const]
    )
  )

/** The conditions of the blocks that not everybody sees, by their keys. */
export type ShownIf = Readonly<Record<string, Conditions>>

/** The conditions of the blocks of a document. Pure. */
export const shownIfOf = (document: MailDocument): ShownIf =>
  Object.fromEntries([...blockKeys(document)].map(([block, key]) => [key, block.shown_if ?? []]))

/** Which blocks are shown, by their keys: none that has conditions without facts. Pure. */
export const shownBlocks = (shownIf: ShownIf, facts: FactReader | undefined): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(shownIf).map(([key, conditions]) => [key, facts !== undefined && matches(conditions, facts)])
  )

/** A template that is shown where any of the keys is: all of it without a key. Pure. */
export const whereShown = (keys: ReadonlyArray<string>, template: string): string =>
  keys.length === 0 || template === ""
    ? template
    : `{% if ${keys.map((key) => `${shownVariable}.${key}`).join(" or ")} %}${template}{% endif %}`
