import { decodeHTMLAttribute } from "entities"
import type { MessageRef } from "../../domain/messages/Message.ts"
import type { ShortLink } from "../../domain/messages/ShortLink.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import { type Attribute, type HtmlToken, htmlTokens } from "../email/htmlTokens.ts"
import { isOwnAddress, type Links, preferencesLink } from "./Links.ts"
import { isAllowedLink, isWebAddress, namesHost } from "./linkAddress.ts"
import { dataBetween, mapData, type TemplateOutput } from "./TemplateOutput.ts"

/** Characters of an address that is tracked. */
const maxAddressLength = 2_000

/** Characters that end or change a value in the query of an address. All others are left, so that an encoded value stays as it is. */
const unsafeInValue = /[&#\s"'<>]/g

/**
 * A value of data in HTML, percent-encoded where it stands as the value of a parameter: `?q={{ contact.first_name }}` for "Tom & Jerry"
 * would otherwise end at the `&`.
 */
const encodedValue = (part: string, before: string): string =>
  before.endsWith("=") && before.includes("?")
    ? escapeHtml(decodeHTMLAttribute(part).replace(unsafeInValue, (character) => encodeURIComponent(character)))
    : part

/** Links of one message that are tracked: a signed link is longer than its address. */
const maxTracked = 1_000

const linkAttributes = new Set(["href", "xlink:href", "action", "formaction"])
const clickableTags = new Set(["a", "area"])
const addressInText = /\bhttps?:\/\/[^\s<>"']{1,2000}/gi

/** Links of one text that are shortened, beside its preference page: each is a row. */
const maxShortened = 20

/** Makes a function that gives the link for an address, by `linkOf`, or undefined for an address that is not tracked. */
const tracker = (links: Links["Service"], max: number, linkOf: (url: string) => string) => {
  let remaining = max
  return (address: string, ownPart: string): string | undefined => {
    const url = address.trim()
    if (url.length > maxAddressLength || !isWebAddress(url) || isOwnAddress(links, url)) return undefined
    if (!namesHost(address, ownPart) || remaining === 0) return undefined
    remaining -= 1
    return linkOf(url)
  }
}

/**
 * Replaces the links of an HTML mail by signed redirects, so that clicks are recorded. Only links whose host the template
 * determines are replaced; links from data and links of this service stay. Links with a scheme other than http, https, mailto
 * or tel lose their address. A tracked link leads to `addressOf` its address.
 */
export const trackLinks = (
  links: Links["Service"],
  message: MessageRef,
  output: TemplateOutput,
  addressOf: (url: string) => string = (url) => url
): string => {
  const track = tracker(links, maxTracked, (url) =>
    links.sign("click", [message.account_id, message.message_id, addressOf(url)])
  )
  const html = output.text
  const pieces: Array<string> = []
  let copied = 0
  const replace = (from: number, to: number, piece: string) => {
    pieces.push(html.slice(copied, from), piece)
    copied = to
  }

  const rewrite = ({ name, from, to, valueFrom, valueTo }: Attribute, canTrack: boolean) => {
    const value = html.slice(valueFrom, valueTo)
    if (linkAttributes.has(name)) {
      const encoded = value.length > maxAddressLength ? value : mapData(output, valueFrom, valueTo, encodedValue)
      const address = decodeHTMLAttribute(encoded)
      if (!isAllowedLink(address)) return replace(from, to, "")
      const ownPart = html.slice(valueFrom, dataBetween(output, valueFrom, valueTo))
      const link = canTrack && name === "href" ? track(address, decodeHTMLAttribute(ownPart)) : undefined
      if (link !== undefined) return replace(from, to, `${html.slice(from, from + name.length)}="${escapeHtml(link)}"`)
      if (encoded !== value) return replace(valueFrom, valueTo, encoded)
    }
    // A client that takes the attribute for text must find no tag in it.
    if (/[<>]/.test(value)) replace(valueFrom, valueTo, value.replaceAll("<", "&lt;").replaceAll(">", "&gt;"))
  }

  const walk = (tokens: Iterable<HtmlToken>, isComment: boolean) => {
    for (const token of tokens) {
      if (token.type === "open") {
        const firstHref = token.attributes.findIndex(({ name }) => name === "href")
        token.attributes.forEach((attribute, at) =>
          rewrite(attribute, at === firstHref && clickableTags.has(token.name))
        )
      } else if (token.type === "close") {
        // Attributes of an end tag mean nothing, and readers of HTML disagree where a tag with them ends.
        const end = `</${token.name}>`
        if (token.to - token.from > end.length) replace(token.from, token.to, end)
      } else if (
        token.type === "comment" &&
        !isComment &&
        /^<!--\[if\b/i.test(html.slice(token.from, token.from + 9))
      ) {
        // Some mail clients show the content of conditional comments.
        walk(shifted(htmlTokens(html.slice(token.from + 4, token.to)), token.from + 4), true)
      } else if (token.type === "unfinished" && !isComment) {
        // No client shows an unfinished tag, but appended HTML could finish it.
        replace(token.from, token.to, "")
      }
    }
  }
  walk(htmlTokens(html), false)
  return pieces.join("") + html.slice(copied)
}

function* shifted(tokens: Iterable<HtmlToken>, by: number): Generator<HtmlToken, void> {
  for (const token of tokens) {
    const at = { from: token.from + by, to: token.to + by }
    if (token.type !== "open") yield { ...token, ...at }
    else {
      const attributes = token.attributes.map(({ name, from, to, valueFrom, valueTo }) => ({
        name,
        from: from + by,
        to: to + by,
        valueFrom: valueFrom + by,
        valueTo: valueTo + by
      }))
      yield { ...token, ...at, attributes }
    }
  }
}

/** A text with its links shortened, and where each leads. */
export interface ShortenedText {
  readonly text: string
  readonly links: ReadonlyArray<ShortLink>
}

/** `trackLinks` for the addresses in a plain text and for its preference page, which become short links. Codes depend on `salt`. */
export const trackText = (
  links: Links["Service"],
  message: MessageRef,
  output: TemplateOutput,
  salt = 0,
  addressOf: (url: string) => string = (url) => url
): ShortenedText => {
  const codes = new Map<string, string>()
  const shorten = (url: string) => {
    const { code, address } = links.shorten(message, url, salt)
    codes.set(url, code)
    return address
  }
  const track = tracker(links, maxShortened, (url) => shorten(addressOf(url)))
  const preferences = preferencesLink(links, message)
  const text = output.text.replace(addressInText, (match: string, at: number) => {
    const end = match.search(/(?<![.,;:!?)\]])[.,;:!?)\]]*$/)
    const address = match.slice(0, end)
    const ownPart = address.slice(0, dataBetween(output, at, at + address.length) - at)
    const link = address === preferences ? shorten(address) : track(address, ownPart)
    return (link ?? address) + match.slice(end)
  })
  return { text, links: [...codes].map(([url, code]) => ({ code, url })) }
}
