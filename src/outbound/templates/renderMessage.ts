import { Effect } from "effect"
import { serviceText } from "../../domain/languages/messageWords.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { withLinkParameters } from "../../domain/messages/LinkParameters.ts"
import { addressesOf } from "../../domain/products/productsInMail.ts"
import { subjectAddress } from "../../domain/products/subjectProduct.ts"
import { composeMail, unsubscribeLink } from "../email/composeMail.ts"
import type { Mail } from "../email/EmailTransport.ts"
import { confirmLink, type Links, preferencesLink, shortLength } from "./Links.ts"
import { makeRenderBudget } from "./RenderBudget.ts"
import { maxSmsLength, render, type TemplateFailed } from "./Template.ts"
import { localeOf } from "./TemplateLocale.ts"
import type { TemplateOutput } from "./TemplateOutput.ts"
import { type ShortenedText, trackText } from "./trackLinks.ts"
import { watchProducts } from "./watchProducts.ts"

/** A rendered message, ready for its transport. `products`: the ids of those that it shows. */
export type Rendered = { readonly products: ReadonlyArray<string> } & (
  | (Mail & { readonly channel: "email" })
  | ({ readonly channel: "sms" } & ShortenedText)
)

/** The data that a message is rendered from. */
export type MessageToRender = Pick<
  DueMessage,
  | "account_id"
  | "message_id"
  | "channel"
  | "purpose"
  | "class"
  | "layout"
  | "flow_id"
  | "campaign_id"
  | "subject"
  | "body"
  | "account_name"
  | "timezone"
  | "country"
  | "language"
  | "sender"
  | "source_name"
  | "data"
  | "products"
>

/**
 * Renders a message to the recipient from its templates and data, which share the budget. `salt` decides on the codes of its short links. Links and
 * pictures of a mail are at the tracking domain of its sender while that works; texts have short addresses at `PUBLIC_URL`.
 */
export const renderMessage = Effect.fnUntraced(function* (
  anyLinks: Links["Service"],
  message: MessageToRender,
  recipient: string,
  salt = 0,
  budget = makeRenderBudget()
): Effect.fn.Return<Rendered, TemplateFailed> {
  const links = anyLinks.at(message.channel === "email" ? message.sender.tracking_host : null)
  const preferences_url = preferencesLink(links, message)
  const { products, shown } = watchProducts(message.products ?? {})
  const addresses = [...addressesOf(message.products ?? {}), ...subjectAddress(message.data["product"])]
  const data = {
    ...message.data,
    products,
    unsubscribe_url: unsubscribeLink(links, message),
    preferences_url,
    ...(message.purpose === "opt_in" ? { confirm_url: confirmLink(links, message) } : {})
  }
  const locale = localeOf({ ...message, content: message.language.content })
  if (message.channel === "sms") {
    const { purpose, language } = message
    const isOwn = purpose === "welcome" || purpose === "confirmation"
    const text = yield* render(
      "sms",
      isOwn ? serviceText(purpose, language) : message.body,
      data,
      budget,
      locale,
      addresses
    )
    const isLinked = message.class === "transactional" || text.text.includes(preferences_url)
    const ended = isLinked ? text : withPreferences(text, preferences_url, shortLength(links))
    return { channel: "sms", products: shown(), ...trackText(links, message, ended, salt, addressOf(message)) }
  }
  const subject = (yield* render("subject", message.subject ?? "", data, budget, locale)).text
  const html = yield* render("html", message.body, data, budget, locale, addresses)
  const mail = composeMail(links, { ...message, to: recipient, subject, html, addressOf: addressOf(message) })
  const place = mediaAt(links)
  return { channel: "email", products: shown(), ...mail, html: place(mail.html), text: place(mail.text) }
})

/** Puts the pictures of the service in a text at the origin of the links. */
const mediaAt =
  ({ origin, home }: Links["Service"]) =>
  (text: string) =>
    origin === home ? text : text.replaceAll(`${home}/m/`, `${origin}/m/`)

const addressOf =
  ({ channel, sender, source_name: name }: Parameters<typeof renderMessage>[1]) =>
  (url: string) =>
    withLinkParameters(url, sender.link_parameters, { channel, name })

/** A text that ends with its link to the preference page, which is shortened afterwards, unless it becomes too long. */
const withPreferences = (output: TemplateOutput, url: string, length: number): TemplateOutput =>
  output.text.length + 1 + length > maxSmsLength ? output : { ...output, text: `${output.text.trimEnd()}\n${url}` }
