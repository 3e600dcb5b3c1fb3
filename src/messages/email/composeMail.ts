import { singleLine } from "../../domain/values/Text.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import type { Mail } from "./EmailTransport.ts"
import { escapeHtml } from "./escapeHtml.ts"
import type { Links } from "../templates/Links.ts"
import { htmlToText } from "./htmlToText.ts"
import type { TemplateOutput } from "../templates/TemplateOutput.ts"
import { trackLinks } from "../templates/trackLinks.ts"

/** The link that ends e-mail to the contact of a message. */
export const unsubscribeLink = (links: Links["Service"], { account_id, message_id }: MessageRef): string =>
  links.sign("unsubscribe", [account_id, message_id])

/**
 * Rendered e-mail, dressed: signed click links, a text part, one-click unsubscribing (RFC 8058), and a link to unsubscribe in
 * the text when the template shows none.
 */
export const composeMail = (
  links: Links["Service"],
  message: MessageRef & {
    readonly from_name: string
    readonly to: string
    readonly subject: string
    readonly html: TemplateOutput
  }
): Mail => {
  const unsubscribe = unsubscribeLink(links, message)
  const footer = `<p><a href="${escapeHtml(unsubscribe)}">Unsubscribe</a></p>`
  const tracked = trackLinks(links, message, message.html)
  const html = message.html.text.includes(unsubscribe) ? tracked : appended(tracked, footer)
  return {
    message_id: message.message_id,
    from_name: singleLine(message.from_name),
    to: message.to,
    subject: singleLine(message.subject),
    html,
    text: htmlToText(html),
    headers: { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
  }
}

const appended = (html: string, footer: string): string => {
  const end = [...html.matchAll(/<\/body>/gi)].at(-1)?.index
  return end === undefined ? `${html}\n${footer}` : `${html.slice(0, end)}${footer}\n${html.slice(end)}`
}
