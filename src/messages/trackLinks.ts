import type { MessageRef } from "../domain/Message.ts"
import type { Links } from "./Links.ts"

const anchors = /(<a\s[^<>]{0,2000}?\bhref\s{0,9}=\s{0,9})(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi
const plain = /\bhttps?:\/\/[^\s<>"']{1,2000}/gi

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&#38;": "&",
  "&#x26;": "&",
  "&quot;": '"',
  "&#39;": "'"
}

/** Whether a click may be sent there: an absolute http or https address. */
export const isWebAddress = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.protocol === "http:" || parsed.protocol === "https:")
}

const tracked = (links: Links["Service"], { account_id, message_id }: MessageRef, url: string): string =>
  !isWebAddress(url) || url.startsWith(`${links.origin}/`) ? url : links.sign("click", [account_id, message_id, url])

/** E-mail whose links go by way of us, so that a click is seen. Other links, and our own, stay as they are. */
export const trackLinks = (links: Links["Service"], message: MessageRef, html: string): string =>
  html.replace(anchors, (whole: string, before: string, double: string | undefined, single: string | undefined) => {
    const url = (double ?? single ?? "")
      .trim()
      .replace(/&(?:amp|#38|#x26|quot|#39);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)
    const link = tracked(links, message, url)
    return link === url ? whole : `${before}"${link}"`
  })

/** The same for the addresses in a text. */
export const trackText = (links: Links["Service"], message: MessageRef, text: string): string =>
  text.replace(plain, (found: string) => {
    const end = found.search(/(?<![.,;:!?)\]])[.,;:!?)\]]*$/)
    return tracked(links, message, found.slice(0, end)) + found.slice(end)
  })
