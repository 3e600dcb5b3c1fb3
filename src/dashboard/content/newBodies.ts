import type { EmailBody } from "../../domain/content/emailBody.ts"
import type { MailDocument } from "../../domain/content/MailDocument.ts"

const emptyDocument: MailDocument = { blocks: [{ type: "text", content: [{ type: "paragraph", runs: [] }] }] }

/** The body of a mail of blocks that somebody begins to write. */
export const blocksBody: EmailBody = { content: { type: "blocks", document: emptyDocument } }

/** The body of a mail of HTML that somebody begins to write. */
export const htmlBody: EmailBody = { html: "" }

/** Whether nothing is written yet, so that a mail can be made of something else. Pure. */
export const isUnwritten = ({ html = "", content }: EmailBody): boolean =>
  content === undefined
    ? html.trim() === ""
    : content.document.blocks.length === 0 || JSON.stringify(content.document) === JSON.stringify(emptyDocument)
