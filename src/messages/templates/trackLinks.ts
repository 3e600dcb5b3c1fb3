import type { MessageRef } from "../../domain/messages/Message.ts"
import { decodeEntities } from "../email/decodeEntities.ts"
import { escapeHtml } from "../email/escapeHtml.ts"
import { type Attribute, type HtmlToken, htmlTokens } from "../email/htmlTokens.ts"
import type { Links } from "./Links.ts"
import { isAllowedLink, isWebAddress, namesHost } from "./linkAddress.ts"
import { dataBetween, type TemplateOutput } from "./TemplateOutput.ts"

/** The longest address that is tracked, in characters. */
const maxAddress = 2_000

/** So many links of one message are tracked. Each grows to the length of its signature. */
const maxTracked = 1_000

const leading = new Set(["href", "xlink:href", "action", "formaction"])
const clickable = new Set(["a", "area"])
const plain = /\bhttps?:\/\/[^\s<>"']{1,2000}/gi

/** Signs the addresses of a message, the first `maxTracked` of them; undefined for those that stay as they are. */
const tracker = (links: Links["Service"], { account_id, message_id }: MessageRef) => {
  let left = maxTracked
  return (address: string, ownPart: string): string | undefined => {
    const url = address.trim()
    if (url.length > maxAddress || !isWebAddress(url) || url.startsWith(`${links.origin}/`)) return undefined
    if (!namesHost(address, ownPart) || left === 0) return undefined
    left -= 1
    return links.sign("click", [account_id, message_id, url])
  }
}

/**
 * E-mail whose links go by way of us, so that a click is seen: those whose host the template names itself. Those that data
 * brought in, and our own, stay as they are; links of other schemes than http, https, mailto and tel lose their address.
 */
export const trackLinks = (links: Links["Service"], message: MessageRef, output: TemplateOutput): string => {
  const track = tracker(links, message)
  const html = output.text
  const pieces: Array<string> = []
  let kept = 0
  const replace = (from: number, to: number, piece: string) => {
    pieces.push(html.slice(kept, from), piece)
    kept = to
  }

  const rewrite = ({ name, from, to, valueFrom, valueTo }: Attribute, canTrack: boolean) => {
    const value = html.slice(valueFrom, valueTo)
    if (leading.has(name)) {
      const address = decodeEntities(value)
      if (!isAllowedLink(address)) return replace(from, to, "")
      const ownPart = html.slice(valueFrom, dataBetween(output, valueFrom, valueTo))
      const link = canTrack && name === "href" ? track(address, decodeEntities(ownPart)) : undefined
      if (link !== undefined) return replace(from, to, `${html.slice(from, from + name.length)}="${escapeHtml(link)}"`)
    }
    // A reader that takes the attribute for text must find no tag in it.
    if (/[<>]/.test(value)) replace(valueFrom, valueTo, value.replaceAll("<", "&lt;").replaceAll(">", "&gt;"))
  }

  const walk = (tokens: Iterable<HtmlToken>, isComment: boolean) => {
    for (const token of tokens) {
      if (token.type === "open") {
        const first = token.attributes.findIndex(({ name }) => name === "href")
        token.attributes.forEach((attribute, at) => rewrite(attribute, at === first && clickable.has(token.name)))
      } else if (
        token.type === "comment" &&
        !isComment &&
        /^<!--\[if\b/i.test(html.slice(token.from, token.from + 9))
      ) {
        // Some readers show what stands in a conditional comment.
        walk(shifted(htmlTokens(html.slice(token.from + 4, token.to)), token.from + 4), true)
      } else if (token.type === "unfinished" && !isComment) {
        // No reader shows it, until something that is appended finishes it.
        replace(token.from, token.to, "")
      }
    }
  }
  walk(htmlTokens(html), false)
  return pieces.join("") + html.slice(kept)
}

function* shifted(tokens: Iterable<HtmlToken>, by: number): Generator<HtmlToken, void> {
  for (const token of tokens) {
    const at = { from: token.from + by, to: token.to + by }
    if (token.type !== "open") yield { ...token, ...at }
    else {
      const attributes = token.attributes.map((one) => ({
        name: one.name,
        from: one.from + by,
        to: one.to + by,
        valueFrom: one.valueFrom + by,
        valueTo: one.valueTo + by
      }))
      yield { ...token, ...at, attributes }
    }
  }
}

/** The same for the addresses in a text. */
export const trackText = (links: Links["Service"], message: MessageRef, output: TemplateOutput): string => {
  const track = tracker(links, message)
  return output.text.replace(plain, (found: string, at: number) => {
    const end = found.search(/(?<![.,;:!?)\]])[.,;:!?)\]]*$/)
    const address = found.slice(0, end)
    const ownPart = address.slice(0, dataBetween(output, at, at + address.length) - at)
    return (track(address, ownPart) ?? address) + found.slice(end)
  })
}
