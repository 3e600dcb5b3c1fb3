import { Effect } from "effect"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { composeMail, unsubscribeLink } from "../email/composeMail.ts"
import type { Mail } from "../email/EmailTransport.ts"
import type { Links } from "./Links.ts"
import { makeRenderBudget } from "./RenderBudget.ts"
import { render, type TemplateFailed } from "./Template.ts"
import { localeOf } from "./TemplateLocale.ts"
import { type ShortenedText, trackText } from "./trackLinks.ts"

/** A rendered message, ready for its transport. */
export type Rendered = (Mail & { readonly channel: "email" }) | ({ readonly channel: "sms" } & ShortenedText)

/** Renders a message to the recipient from its templates and data, which share one budget. `salt` decides on the codes of its short links. */
export const renderMessage = Effect.fnUntraced(function* (
  links: Links["Service"],
  message: Pick<
    DueMessage,
    | "account_id"
    | "message_id"
    | "channel"
    | "class"
    | "layout"
    | "subject"
    | "body"
    | "account_name"
    | "timezone"
    | "country"
    | "sender"
    | "data"
  >,
  recipient: string,
  salt = 0
): Effect.fn.Return<Rendered, TemplateFailed> {
  const data = { ...message.data, unsubscribe_url: unsubscribeLink(links, message) }
  const budget = makeRenderBudget()
  const locale = localeOf(message)
  if (message.channel === "sms") {
    const text = yield* render("sms", message.body, data, budget, locale)
    return { channel: "sms", ...trackText(links, message, text, salt) }
  }
  const subject = (yield* render("subject", message.subject ?? "", data, budget, locale)).text
  const html = yield* render("html", message.body, data, budget, locale)
  return { channel: "email", ...composeMail(links, { ...message, to: recipient, subject, html }) }
})
