import type { MessageRef } from "../../domain/messages/Message.ts"
import { singleLine } from "../../domain/values/Text.ts"
import type { Links } from "../templates/Links.ts"
import type { TemplateOutput } from "../templates/TemplateOutput.ts"
import { hiddenLink } from "../templates/hiddenLink.ts"
import { trackLinks } from "../templates/trackLinks.ts"
import type { Mail } from "./EmailTransport.ts"
import { escapeHtml } from "./htmlEntities.ts"
import { htmlToText } from "./htmlToText.ts"

/** The link that unsubscribes the contact of a message from e-mail. */
export const unsubscribeLink = (links: Links["Service"], { account_id, message_id }: MessageRef): string =>
  links.sign("unsubscribe", [account_id, message_id])

/**
 * Makes a mail of rendered HTML: tracks its links, adds a text part, the headers for one-click unsubscribing (RFC 8058), and an
 * unsubscribe link at the end if the template has none.
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
    html: appended(html, hiddenLink(links, message)),
    text: htmlToText(html),
    headers: { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
  }
}

const appended = (html: string, footer: string): string => {
  const end = [...html.matchAll(/<\/body>/gi)].at(-1)?.index
  return end === undefined ? `${html}\n${footer}` : `${html.slice(0, end)}${footer}\n${html.slice(end)}`
}
