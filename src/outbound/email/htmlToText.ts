import { decodeHTML, decodeHTMLAttribute } from "entities"
import { type HtmlToken, htmlTokens } from "./htmlTokens.ts"
import { makeTextLines } from "./textLines.ts"

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "))

/** Elements that begin and end a line. */
const blocks = names(
  "address article aside caption center dd details dialog dir div dl dt fieldset figcaption figure footer form header hgroup hr legend li main menu nav optgroup section summary tbody tfoot thead tr"
)

/** Elements with an empty line before and after them. */
const paragraphs = names("blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul")

const cells = names("td th")

/** Elements that stand as one piece in a line, so that the words beside them are others. */
const boxes = names("button img input option rp rt select textarea")

/** Lists within lists that are told apart. Deeper ones are not indented any further, which bounds the text. */
const maxListDepth = 8

const attributeOf = (html: string, token: HtmlToken, name: string): string => {
  const found = token.type === "open" ? token.attributes.find((attribute) => attribute.name === name) : undefined
  return found === undefined ? "" : decodeHTMLAttribute(html.slice(found.valueFrom, found.valueTo)).trim()
}

/** The address to show after the text of a link: none for a place in the same mail, or where the text is the address itself. */
const shownAddress = (text: string, address: string): string => {
  const shown = address.replace(/^(?:mailto|tel):/i, "")
  if (address.startsWith("#") || text.trim() === shown) return ""
  return text === "" || shown === "" ? shown : `(${shown})`
}

/**
 * The plain-text part of an HTML mail: blocks on lines of their own, items of lists with their marks, the alternative text of
 * images, and addresses of links in brackets. Linear in the length of the HTML.
 */
export const htmlToText = (html: string): string => {
  const lines = makeTextLines()
  const lists: Array<{ readonly ordered: boolean; items: number }> = []
  let hiddenLists = 0
  let link: { readonly address: string; readonly from: number } | undefined
  const endLink = () => {
    if (link === undefined) return
    const address = shownAddress(lines.since(link.from), link.address)
    if (address.startsWith("(")) lines.space()
    if (address !== "") lines.separate()
    lines.append(address)
    if (link.address !== "" && !link.address.startsWith("#")) lines.separate()
    link = undefined
  }

  const open = (token: HtmlToken & { readonly type: "open" }) => {
    const { name } = token
    if (boxes.has(name)) lines.separate()
    if (name === "br") lines.lineBreak()
    else if (name === "a") {
      endLink()
      link = { address: attributeOf(html, token, "href"), from: lines.mark() }
    } else if (name === "img") {
      lines.write(attributeOf(html, token, "alt"))
      lines.separate()
    } else if (paragraphs.has(name)) lines.endLine(lists.length > 0 ? 1 : 2)
    else if (blocks.has(name)) lines.endLine(1)
    if (name === "pre") lines.keepSpaces(true)
    if (name === "ul" || name === "ol") {
      if (lists.length < maxListDepth) lists.push({ ordered: name === "ol", items: 0 })
      else hiddenLists += 1
    }
    if (name === "li") {
      const list = lists.at(-1)
      if (list !== undefined) list.items += 1
      lines.beginWith("  ".repeat(Math.max(0, lists.length - 1)) + (list?.ordered === true ? `${list.items}. ` : "- "))
    }
    if (cells.has(name)) lines.space()
  }

  const close = (name: string) => {
    if (boxes.has(name)) lines.separate()
    if (name === "a") endLink()
    else if (cells.has(name)) lines.space()
    else if (name === "pre") lines.keepSpaces(false)
    else if (name === "ul" || name === "ol") {
      if (hiddenLists > 0) hiddenLists -= 1
      else lists.pop()
      lines.beginWith("")
    }
    if (paragraphs.has(name)) lines.endLine(lists.length > 0 ? 1 : 2)
    else if (blocks.has(name)) lines.endLine(1)
  }

  for (const token of htmlTokens(html)) {
    if (token.type === "text") lines.write(decodeHTML(html.slice(token.from, token.to)))
    else if (token.type === "open") open(token)
    else if (token.type === "close") close(token.name)
  }
  endLink()
  return lines.text()
}
