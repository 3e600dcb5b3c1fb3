import { blocksHtml, keysOfAll } from "./html/blockHtml.ts"
import { cell } from "./html/markup.ts"
import { placeOf } from "./html/Place.ts"
import type { MailDocument } from "./MailDocument.ts"
import { blockKeys, whereShown } from "./shownBlocks.ts"

/**
 * A document as HTML that stands in the layout of mail: a Liquid template, which goes the way of HTML that is typed from here on. It lays out by
 * tables, its colours are those of the document in both schemes, and columns stand below each other on phones. Blocks with conditions are shown by
 * `shownVariable`. Pure.
 */
export const renderDocument = (document: MailDocument): string => {
  const { settings = {}, blocks } = document
  const place = placeOf(settings, blockKeys(document))
  const html = blocksHtml(blocks, place)
  if (settings.background === undefined || html === "") return html
  return whereShown(keysOfAll(blocks, place), cell(html, { background: settings.background }))
}
