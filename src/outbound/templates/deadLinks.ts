import { Result } from "effect"
import { Tokenizer, TokenKind } from "liquidjs"
import { isMediaAddress } from "../../domain/media/mediaAddress.ts"
import { beginning } from "../../domain/values/Text.ts"
import { decodeHTMLAttribute } from "entities"
import { htmlTokens } from "../email/htmlTokens.ts"
import { isPrivateHost } from "../webhooks/publicAddress.ts"

/** The attribute that holds an address, by element. */
const addressAttributes: ReadonlyMap<string, string> = new Map([
  ["a", "href"],
  ["area", "href"],
  ["img", "src"]
])

/** Stands for the outputs and tags of a template, whose text is not known yet. A character for private use. */
const placeholder = "\uE000"

/** The HTML of a template with each output and tag replaced by a placeholder; empty for one that cannot be read. */
export const withoutMarkup = (source: string): string =>
  Result.try(() => new Tokenizer(source).readTopLevelTokens()).pipe(
    Result.map((tokens) =>
      tokens.map((token) => (token.kind === TokenKind.HTML ? token.getText() : placeholder)).join("")
    ),
    Result.getOrElse(() => "")
  )

const localDomains = new Set(["local", "localdomain", "internal", "lan"])

const isLocal = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$|\.$/g, "")
  if (isPrivateHost(host)) return true
  return !host.includes(":") && (!host.includes(".") || localDomains.has(host.slice(host.lastIndexOf(".") + 1)))
}

/** Why nobody who reads a mail can open the address; undefined for one that can be opened, or that data decides on. */
const reasonOf = (attribute: string): string | undefined => {
  const [known = "", ...data] = attribute.split(placeholder)
  const isWhole = data.length === 0
  const address = known.trimStart()
  if (address === "") return isWhole ? "has no address" : undefined
  if (/^(?:#|cid:|data:image\/)/i.test(address)) return undefined
  if (/^(?:mailto|tel):/i.test(address))
    return isWhole && /^\w+:\s*$/.test(address) ? "has nothing after its colon" : undefined
  if (!/^https?:\/\//i.test(address)) return "is not a whole address: begin it with https://"
  // The host is known where the template holds the character that ends it.
  if (!isWhole && !/^\w+:\/\/[^/?#\\]+[/?#\\]/.test(address)) return undefined
  const parsed = URL.parse(address)
  if (parsed === null || parsed.hostname === "") return "is not a whole address: begin it with https://"
  // Where this service is tried out on one computer, its pictures lie there as its other links do.
  if (isMediaAddress(parsed)) return undefined
  return isLocal(parsed.hostname) ? "leads to a computer that only its own network reaches" : undefined
}

/** Characters of an address that a message repeats. */
const maxShown = 100

/** The issues of links and pictures of a mail that no reader can open. */
export const deadLinks = (source: string): ReadonlyArray<string> => {
  const html = withoutMarkup(source)
  const issues = new Set<string>()
  for (const token of htmlTokens(html)) {
    if (token.type !== "open") continue
    const name = addressAttributes.get(token.name)
    const found = token.attributes.find((attribute) => attribute.name === name)
    if (found === undefined) continue
    const address = decodeHTMLAttribute(html.slice(found.valueFrom, found.valueTo))
    const reason = reasonOf(address)
    const shown = beginning(address.trim().replaceAll(placeholder, "{{ … }}"), maxShown)
    if (reason !== undefined) issues.add(`${token.name === "img" ? "The picture" : "The link"} "${shown}" ${reason}`)
  }
  return [...issues]
}
