import type { MessageRef } from "../../domain/messages/Message.ts"
import type { Links } from "./Links.ts"

type LinksOf = Links["Service"]

/** The address that the pages of an account's site call. It is no secret: each page holds its last part as the key. */
export const siteAddress = (links: LinksOf, account_id: string): string => links.sign("site", [account_id])

/** The key of the account in its snippet. */
export const siteKey = (links: LinksOf, account_id: string): string =>
  siteAddress(links, account_id).slice(`${links.origin}/site/`.length)

/** The account of a key; undefined for any other text. */
export const openSiteKey = (links: LinksOf, key: string): string | undefined => {
  const [account_id, ...rest] = links.open("site", key) ?? []
  return rest.length > 0 ? undefined : account_id
}

/** Milliseconds that a mark is taken: a page loads at once, and an address that is passed on names nobody soon. */
const markLifetime = 30 * 60_000

/** The mark that a link of a message carries to the site: whose message it was. */
export const visitMark = (links: LinksOf, { account_id, message_id }: MessageRef, now: number): string =>
  links.sign("mark", [account_id, message_id, String(now + markLifetime)]).slice(`${links.origin}/`.length)

/** The message of a mark; undefined for any other text, and when its time is over. */
export const openVisitMark = (links: LinksOf, mark: string, now: number): MessageRef | undefined => {
  const [account_id, message_id, until, ...rest] = links.open("mark", mark) ?? []
  return account_id === undefined || message_id === undefined || rest.length > 0 || Number(until) <= now
    ? undefined
    : { account_id, message_id }
}

/** The lines that each page of the account's site holds. */
export const siteSnippet = (links: LinksOf, account_id: string, consentElsewhere: boolean): string =>
  `<script async src="${links.origin}/site.js" data-key="${siteKey(links, account_id)}"${
    consentElsewhere ? ' data-consent="elsewhere"' : ""
  }></script>`
