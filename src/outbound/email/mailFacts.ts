import { decodeHTMLAttribute } from "entities"
import type { MailFacts } from "../../domain/content/mailChecks.ts"
import { withoutMarkup } from "../templates/deadLinks.ts"
import { type HtmlToken, htmlTokens } from "./htmlTokens.ts"
import { preheaderText } from "./preheaderText.ts"

const valueOf = (html: string, token: HtmlToken & { readonly type: "open" }, name: string): string | undefined => {
  const found = token.attributes.find((attribute) => attribute.name === name)
  return found === undefined ? undefined : decodeHTMLAttribute(html.slice(found.valueFrom, found.valueTo)).trim()
}

const opened = (html: string, name: string) =>
  htmlTokens(html).flatMap((token) => (token.type === "open" && token.name === name ? [token] : []))

// A picture that says of itself that it is decoration needs none, such as that beside the words of its own link.
const isWithoutText = (html: string, token: HtmlToken & { readonly type: "open" }): boolean => {
  const alt = valueOf(html, token, "alt")
  return alt === undefined || (alt === "" && valueOf(html, token, "role") !== "presentation")
}

const addressesOf = (html: string): ReadonlyArray<string> =>
  opened(html, "a").flatMap((token) => valueOf(html, token, "href") ?? [])

/** The addresses of links that the template of a mail names, before they are tracked. Those of data are not among them. Pure. */
export const templateLinks = (template: string): ReadonlyArray<string> =>
  addressesOf(withoutMarkup(template)).filter((address) => /^[a-z][a-z0-9+.-]*:/i.test(address))

/** What the checklist needs of a mail: of its HTML as it is sent, and of its template, which has the addresses before they are tracked. Pure. */
export const mailFacts = (mail: { readonly subject: string; readonly html: string }, template: string): MailFacts => {
  const { subject, html } = mail
  const images = opened(html, "img")
  return {
    subject,
    preheader: preheaderText(html) ?? "",
    bytes: Buffer.byteLength(html),
    images: images.length,
    imagesWithoutText: images.filter((token) => isWithoutText(html, token)).length,
    links: templateLinks(template),
    canUnsubscribe: addressesOf(html).some((address) => /^https?:\/\/[^/]+\/u\//.test(address))
  }
}
