/** An attribute by its offsets: `from` to `to` covers name and value; `valueFrom` to `valueTo` covers the value without quotes. */
export interface Attribute {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly valueFrom: number
  readonly valueTo: number
}

/** A piece of HTML by its offsets. Names are in lower case. */
export type HtmlToken =
  | { readonly type: "text" | "comment" | "raw" | "unfinished"; readonly from: number; readonly to: number }
  | {
      readonly type: "open"
      readonly from: number
      readonly to: number
      readonly name: string
      readonly attributes: ReadonlyArray<Attribute>
    }
  | { readonly type: "close"; readonly from: number; readonly to: number; readonly name: string }

/** Elements whose content is text up to their end tag. */
const rawEnds: ReadonlyMap<string, RegExp> = new Map(
  ["style", "script", "title", "textarea", "xmp", "iframe", "noembed", "noframes"].map((name) => [
    name,
    new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, "gi")
  ])
)

/** Whether the content of an element is text up to its end tag. */
export const isRawElement = (name: string): boolean => rawEnds.has(name)

// HTML has fewer white space characters than `\s`.
const commentEnd = /--!?>/g
const nameEnd = /[\t\n\f\r />]/g
const attributeStart = /[^\t\n\f\r /]/g
const attributeEnd = /[\t\n\f\r />=]/g
const notSpace = /[^\t\n\f\r ]/g
const unquotedEnd = /[\t\n\f\r >]/g

/** The offset of the first match from `from` on; the end of the text without one. */
const find = (pattern: RegExp, html: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

/** The offset after the first occurrence of `text`; the end of the HTML without one. */
const after = (html: string, text: string, from: number): number => {
  const at = html.indexOf(text, from)
  return at < 0 ? html.length : at + text.length
}

const endOfComment = (html: string, from: number): number => {
  const [, short] = /^<!--(-?>)/.exec(html.slice(from, from + 6)) ?? []
  if (short !== undefined) return from + 4 + short.length
  commentEnd.lastIndex = from + 4
  const found = commentEnd.exec(html)
  return found === null ? html.length : found.index + found[0].length
}

/** Reads attributes up to the end of the tag. Undefined if the HTML ends before. */
const readAttributes = (html: string, begin: number) => {
  const attributes: Array<Attribute> = []
  for (let at = find(attributeStart, html, begin); at < html.length; at = find(attributeStart, html, at)) {
    if (html[at] === ">") return { attributes, to: at + 1 }
    const from = at
    at = find(attributeEnd, html, from + 1)
    const name = html.slice(from, at).toLowerCase()
    const equals = find(notSpace, html, at)
    if (html[equals] !== "=") {
      attributes.push({ name, from, to: at, valueFrom: at, valueTo: at })
      continue
    }
    const value = find(notSpace, html, equals + 1)
    const quote = html[value]
    if (quote === '"' || quote === "'") {
      const end = html.indexOf(quote, value + 1)
      if (end < 0) return undefined
      at = end + 1
      attributes.push({ name, from, to: at, valueFrom: value + 1, valueTo: end })
    } else {
      at = find(unquotedEnd, html, value)
      attributes.push({ name, from, to: at, valueFrom: value, valueTo: at })
    }
  }
  return undefined
}

/**
 * Splits HTML into tokens as browsers do, in linear time; the tokens cover the whole text in order. An `unfinished` token is a
 * tag that the text ends in; browsers do not show it.
 */
export function* htmlTokens(html: string): Generator<HtmlToken, void> {
  let text = 0
  let at = html.indexOf("<")
  while (at >= 0 && at < html.length) {
    const from = at
    const next = html[from + 1] ?? ""
    const closes = next === "/"
    const first = closes ? (html[from + 2] ?? "") : next
    const isTag = /^[a-z]$/i.test(first)
    if (!isTag && !/^[!?/]$/.test(next)) {
      at = html.indexOf("<", from + 1)
      continue
    }
    if (from > text) yield { type: "text", from: text, to: from }
    if (!isTag) {
      at = html.startsWith("<!--", from) ? endOfComment(html, from) : after(html, ">", from)
      yield { type: "comment", from, to: at }
    } else {
      const begin = from + (closes ? 2 : 1)
      const end = find(nameEnd, html, begin)
      const name = html.slice(begin, end).toLowerCase()
      const read = readAttributes(html, end)
      if (read === undefined) {
        yield { type: "unfinished", from, to: html.length }
        return
      }
      at = read.to
      if (closes) yield { type: "close", from, to: at, name }
      else {
        yield { type: "open", from, to: at, name, attributes: read.attributes }
        const rawEnd = rawEnds.get(name)
        if (rawEnd !== undefined) {
          const raw = at
          at = find(rawEnd, html, raw)
          if (at > raw) yield { type: "raw", from: raw, to: at }
        }
      }
    }
    text = at
    at = html.indexOf("<", at)
  }
  if (text < html.length) yield { type: "text", from: text, to: html.length }
}
