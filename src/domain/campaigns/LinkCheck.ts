import { Schema } from "effect"
import type { CallResult } from "../messages/Delivery.ts"

/** Links of a campaign that one check calls. */
export const maxCheckedLinks = 20

/** Checks of one account in an hour. */
export const maxLinkChecks = 30

/** What calling a link found: whether readers get a page there, with `detail` in words. */
export const LinkCheck = Schema.Struct({
  url: Schema.String,
  status: Schema.NullOr(Schema.Int).annotate({ description: "The HTTP status of the answer; null without one." }),
  passed: Schema.Boolean,
  detail: Schema.String
}).annotate({ identifier: "LinkCheck" })
export type LinkCheck = typeof LinkCheck.Type

/** The links of a campaign that were called. */
export const LinkChecks = Schema.Struct({
  links: Schema.Array(LinkCheck),
  unchecked: Schema.Int.annotate({ description: `Links beyond the first ${maxCheckedLinks}, which were not called.` })
}).annotate({ identifier: "LinkChecks" })
export type LinkChecks = typeof LinkChecks.Type

// Addresses with merge fields lead elsewhere for each contact; longer ones are no links that anybody typed.
const canBeCalled = (address: string): boolean => {
  if (!/^https?:\/\//i.test(address) || /[\p{C}\s{}]/u.test(address) || address.length > 2_048) return false
  // Pages of the web are at the usual ports; others would make a scanner of the service.
  const url = URL.parse(address)
  return url !== null && url.port === ""
}

/** The addresses that a check calls, each once, and how many it leaves out. Pure. */
export const linksToCheck = (addresses: ReadonlyArray<string>) => {
  const all = [...new Set(addresses.filter(canBeCalled))]
  return { links: all.slice(0, maxCheckedLinks), unchecked: Math.max(0, all.length - maxCheckedLinks) }
}

const wordsOf = (status: number): readonly [passed: boolean, detail: string] => {
  if (status < 300) return [true, "Answers"]
  if (status < 400) return [true, "Leads on to another address"]
  // Shops keep programs out that people may come past.
  if (status === 401 || status === 403 || status === 429)
    return [true, `Answers, but not to programs (${status}): open it yourself`]
  if (status === 404 || status === 410) return [false, `There is no such page (${status})`]
  return [false, status < 500 ? `Is refused (${status})` : `Does not work now (${status})`]
}

/** What the answer to a call says of a link. Pure. */
export const judgeLink = (url: string, { status, reason }: CallResult): LinkCheck => {
  const [passed, detail] = status === null ? ([false, `Can't be opened: ${reason}`] as const) : wordsOf(status)
  return { url, status, passed, detail }
}
