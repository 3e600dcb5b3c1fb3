import type { MessageRef } from "../../domain/messages/Message.ts"
import type { Links } from "./Links.ts"

type LinksOf = Links["Service"]

/** The address that the pages of an account's site call. It is no secret: each page holds its last part as the key. */
export const siteAddress = (links: LinksOf, account_id: string): string => links.sign("site", [account_id])

/** The key of the account in its snippet. */
export const siteKey = (links: LinksOf, account_id: string): string =>
  siteAddress(links, account_id).slice(`${links.origin}/site/`.length)

/** The account of a key; undefined for any other text. */
const openSiteKey = (links: LinksOf, key: string): string | undefined => {
  const [account_id, ...rest] = links.open("site", key) ?? []
  return rest.length > 0 ? undefined : account_id
}

/** Keys that are remembered. */
const maxKeys = 1_000

/** `openSiteKey` that remembers the keys of accounts, of which each call of their pages has one: checking a signature takes as long as reading a call. */
export const siteKeyOpener = (links: LinksOf): ((key: string) => string | undefined) => {
  const known = new Map<string, string>()
  return (key) => {
    const account_id = known.get(key) ?? openSiteKey(links, key)
    if (account_id === undefined || known.has(key)) return account_id
    if (known.size >= maxKeys) known.clear()
    known.set(key, account_id)
    return account_id
  }
}

/** Milliseconds that a mark is taken: a page loads at once, and an address that is passed on names nobody soon. */
const markLifetime = 30 * 60_000

// Tells the browser one person from another, and nobody who.
const personTag = (links: LinksOf, account_id: string, contact_id: string): string =>
  (links.sign("mark", ["person", account_id, contact_id]).split(".").at(-1) ?? "").slice(0, 12)

/** The mark that a link of a message carries to the site: whose message it was. */
export const visitMark = (
  links: LinksOf,
  { account_id, message_id, contact_id }: MessageRef & { readonly contact_id: string },
  now: number
): string =>
  links
    .sign("mark", [account_id, message_id, String(now + markLifetime), personTag(links, account_id, contact_id)])
    .slice(`${links.origin}/`.length)

/** The parameter of an address that carries the mark. The script of the site takes it out of the address. */
const markParameter = "tally-mark"

/** An address of one of the origins with the mark; any other address as it is. */
export const withVisitMark = (address: URL, origins: ReadonlyArray<string>, mark: string): URL => {
  if (!origins.includes(address.origin)) return address
  const marked = new URL(address)
  // Appended as text: setting it by its name would spell all other parameters anew.
  marked.search += `${marked.search === "" ? "?" : "&"}${markParameter}=${mark}`
  return marked
}

/** The message of a mark; undefined for any other text, and when its time is over. */
export const openVisitMark = (links: LinksOf, mark: string, now: number): MessageRef | undefined => {
  const [account_id, message_id, until, _person, ...rest] = links.open("mark", mark) ?? []
  return account_id === undefined || message_id === undefined || rest.length > 0 || Number(until) <= now
    ? undefined
    : { account_id, message_id }
}

/** The lines that each page of the account's site holds. */
export const siteSnippet = (links: LinksOf, account_id: string, consentElsewhere: boolean): string =>
  `<script async src="${links.origin}/site.js" data-key="${siteKey(links, account_id)}"${
    consentElsewhere ? ' data-consent="elsewhere"' : ""
  }></script>`
