import { Schema } from "effect"
import { readable } from "../conditions/readable.ts"
import type { JsonObject } from "../json/Json.ts"
import type { Template } from "../messages/Template.ts"
import type { Block } from "./Block.ts"
import { blockHtml } from "./html/blockHtml.ts"
import { type Place, placeOf } from "./html/Place.ts"
import { BlocksContent, type MailDocument } from "./MailDocument.ts"
import { placedBlocks } from "./placedBlocks.ts"
import { Preheader, withPreheader } from "./preheader.ts"
import { renderDocument } from "./renderDocument.ts"

/** The body of an e-mail: HTML that is typed, or blocks. It has one of them, and maybe a preheader. */
export interface EmailBody {
  readonly preheader?: string
  readonly html?: string
  readonly content?: BlocksContent
}

/** An `EmailBody` as JSON. */
export interface EmailBodyJson extends Omit<EmailBody, "content"> {
  readonly content?: typeof BlocksContent.Encoded
}

/** The members of an e-mail that hold its body. */
export const bodyMembers = <S extends Schema.Top>(html: S) => ({
  preheader: Schema.optionalKey(
    Preheader.annotate({
      description:
        "What mailboxes show after the subject. It stands hidden before the content, and not in the text part."
    })
  ),
  html: Schema.optionalKey(html),
  content: Schema.optionalKey(
    BlocksContent.annotate({ description: "The content as blocks, in the place of `html`; it never turns into HTML." })
  )
})

/** An e-mail has either `html` or `content`. */
export const oneBody = Schema.makeFilter(
  ({ html, content }: EmailBody) => {
    if ((html === undefined) !== (content === undefined)) return true
    return {
      path: ["html"],
      issue: html === undefined ? "Is required where there is no content" : "Must be left out beside content"
    }
  },
  { toJsonSchema: () => ({ oneOf: [{ required: ["html"] }, { required: ["content"] }] }) }
)

// The messages of a step have one document, which is decoded once.
const rendered = new WeakMap<MailDocument, string>()

/** The body of an e-mail as HTML, which is a Liquid template. Pure. */
export const htmlOf = ({ html = "", content }: EmailBody): string => {
  if (content === undefined) return html
  const known = rendered.get(content.document)
  if (known !== undefined) return known
  const made = renderDocument(content.document)
  rendered.set(content.document, made)
  return made
}

/** The HTML of an e-mail with its preheader, as a Liquid template. Pure. */
export const mailTemplate = (body: EmailBody): string => withPreheader(body.preheader, htmlOf(body))

// HTML that is typed is looked at alone, since the cell that it stands in would hide what it closes.
const sourceOf = (block: Block, place: Place): string => (block.type === "html" ? block.html : blockHtml(block, place))

/** The templates of a body at the path of its e-mail: each block is one of its own, so that none goes on in the next. Pure. */
export const bodyTemplates = (body: EmailBody, path: string): ReadonlyArray<Template> => {
  const { preheader = "" } = body
  const hidden: ReadonlyArray<Template> =
    preheader === "" ? [] : [{ field: `${path}.preheader`, kind: "subject", source: preheader }]
  return [...hidden, ...contentTemplates(body, path)]
}

const contentTemplates = ({ html = "", content }: EmailBody, path: string): ReadonlyArray<Template> => {
  if (content === undefined) return [{ field: `${path}.html`, kind: "html", source: html }]
  const place = placeOf(content.document.settings ?? {}, new Map())
  return placedBlocks(content.document, `${path}.content.document`).flatMap(({ block, field }) =>
    block.type === "columns" ? [] : [{ field, kind: "html", source: sourceOf(block, place), isPart: true }]
  )
}

/** The body of an e-mail as unchecked JSON: blocks that decode, else the HTML, which is empty where it does not. */
export const readableBody = (members: JsonObject, html: Schema.Codec<string, unknown>): EmailBody => {
  const content = readable(BlocksContent, members["content"])
  const preheader = readable(Preheader, members["preheader"])
  return {
    ...(preheader === undefined ? {} : { preheader }),
    ...(content === undefined ? { html: readable(html, members["html"]) ?? "" } : { content })
  }
}
