import { decodeEntities } from "./htmlEntities.ts"
import { htmlTokens } from "./htmlTokens.ts"

const blocks = new Set(["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "tr"])
const cells = new Set(["td", "th"])

/** The plain-text part of an HTML mail: addresses of links in brackets, block elements on lines of their own. */
export const htmlToText = (html: string): string => {
  const words: Array<string> = []
  let address = ""
  const endLink = () => {
    if (address !== "") words.push(` (${address})`)
    address = ""
  }
  for (const token of htmlTokens(html)) {
    if (token.type === "text") words.push(decodeEntities(html.slice(token.from, token.to)))
    else if (token.type === "open" && token.name === "br") words.push("\n")
    else if (token.type === "open" && token.name === "a") {
      endLink()
      const href = token.attributes.find(({ name }) => name === "href")
      address = href === undefined ? "" : decodeEntities(html.slice(href.valueFrom, href.valueTo)).trim()
    } else if (token.type === "close" && token.name === "a") endLink()
    else if (token.type === "close" && blocks.has(token.name)) words.push("\n")
    else if (token.type === "close" && cells.has(token.name)) words.push(" ")
  }
  endLink()
  return words
    .join("")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}
