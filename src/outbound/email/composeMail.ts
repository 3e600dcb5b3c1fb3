import { linkWords } from "../../domain/languages/messageWords.ts"
import type { DueMessage, MessageRef } from "../../domain/messages/Message.ts"
import { splitPreheader } from "../../domain/content/preheader.ts"
import { singleLine } from "../../domain/values/Text.ts"
import { clickAddress, type Links, preferencesLink } from "../templates/Links.ts"
import type { TemplateOutput } from "../templates/TemplateOutput.ts"
import { hiddenLink } from "../templates/hiddenLink.ts"
import { trackLinks } from "../templates/trackLinks.ts"
import type { Mail } from "./EmailTransport.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import { htmlToText } from "./htmlToText.ts"
import { htmlTokens } from "./htmlTokens.ts"
import { isWholeDocument, mailShell, shellText } from "./mailShell.ts"

/** The link that unsubscribes the contact of a message from e-mail. */
export const unsubscribeLink = (links: Links["Service"], { account_id, message_id }: MessageRef): string =>
  links.sign("unsubscribe", [account_id, message_id])

/**
 * Makes a mail of rendered HTML: tracks its links, lays it out unless it is a whole document or its layout is `none`, and adds a
 * text part. Marketing mail has an unsubscribe link and the headers for one-click unsubscribing (RFC 8058).
 */
export const composeMail = (
  links: Links["Service"],
  message: Pick<
    DueMessage,
    | "account_id"
    | "message_id"
    | "account_name"
    | "language"
    | "sender"
    | "class"
    | "layout"
    | "purpose"
    | "flow_id"
    | "campaign_id"
  > & {
    readonly to: string
    readonly subject: string
    readonly html: TemplateOutput
    /** Where a link leads that stands with this address in the template; there itself without it. */
    readonly addressOf?: (url: string) => string
  }
): Mail => {
  const name = singleLine(message.sender.from_name ?? message.account_name)
  const unsubscribe = message.class === "marketing" ? unsubscribeLink(links, message) : null
  return {
    account_id: message.account_id,
    message_id: message.message_id,
    from_name: name,
    ...(message.sender.reply_to === null ? {} : { reply_to: message.sender.reply_to }),
    to: message.to,
    subject: singleLine(message.subject),
    ...bodyOf(links, message, name, unsubscribe),
    ...(unsubscribe === null
      ? { headers: { "Feedback-ID": feedbackId(message) } }
      : {
          list: message.account_id,
          headers: {
            "List-Unsubscribe": `<${unsubscribe}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Feedback-ID": feedbackId(message)
          }
        })
  }
}

/** By this receivers sum up complaints: campaign or flow, account, class, and the service, which is the same in all mail. */
const feedbackId = ({
  account_id,
  campaign_id,
  flow_id,
  purpose,
  class: messageClass
}: Pick<DueMessage, "account_id" | "campaign_id" | "flow_id" | "purpose" | "class">): string =>
  [campaign_id ?? flow_id ?? purpose, account_id, messageClass, "tally"].join(":")

const bodyOf = (
  links: Links["Service"],
  message: Parameters<typeof composeMail>[1],
  name: string,
  unsubscribe: string | null
): Pick<Mail, "html" | "text"> => {
  const { hidden: preheader, rest: content } = splitPreheader(
    trackLinks(links, message, message.html, message.addressOf)
  )
  // Without tracked links there are no clicks to tell apart, and spam filters distrust a mail whose only link is hidden.
  const hidden = content.includes(clickAddress(links)) ? hiddenLink(links, message) : ""
  if (message.layout === "shell" && !isWholeDocument(content)) {
    const anchors = { unsubscribe, preferences: preferencesLink(links, message) }
    const { subject, sender, language } = message
    const parts = { subject, preheader, name, sender, links: anchors, language }
    return { html: appended(mailShell(content, parts), hidden), text: shellText(htmlToText(content), parts) }
  }
  const isLinked = unsubscribe === null || splitPreheader(message.html.text).rest.includes(unsubscribe)
  const html = isLinked
    ? content
    : appended(content, `<p><a href="${escapeHtml(unsubscribe)}">${linkWords(message.language).unsubscribe}</a></p>`)
  return { html: withHidden(appended(html, hidden), preheader), text: htmlToText(html) }
}

/** HTML with a preheader at the beginning of what is shown. */
const withHidden = (html: string, preheader: string): string => {
  if (preheader === "") return html
  const body = htmlTokens(html).find((token) => token.type === "open" && token.name === "body")
  const at = body?.to ?? 0
  return html.slice(0, at) + preheader + html.slice(at)
}

const appended = (html: string, footer: string): string => {
  if (footer === "") return html
  const end = [...html.matchAll(/<\/body>/gi)].at(-1)?.index
  return end === undefined ? `${html}\n${footer}` : `${html.slice(0, end)}${footer}\n${html.slice(end)}`
}
