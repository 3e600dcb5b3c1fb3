import { blockHtml } from "./html/blockHtml.ts"
import { cell } from "./html/markup.ts"
import { placeOf } from "./html/Place.ts"
import type { MailDocument } from "./MailDocument.ts"

/**
 * A document as HTML that stands in the layout of mail: a Liquid template, which goes the way of HTML that is typed from here on. It lays out by
 * tables, its colours are those of the document in both schemes, and columns stand below each other on phones. Pure.
 */
export const renderDocument = ({ settings = {}, blocks }: MailDocument): string => {
  const place = placeOf(settings)
  const html = blocks
    .map((block) => blockHtml(block, place))
    .filter((block) => block !== "")
    .join("\n")
  return settings.background === undefined || html === "" ? html : cell(html, { background: settings.background })
}
