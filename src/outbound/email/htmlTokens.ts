import { Tokenizer } from "htmlparser2"

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

const rawElements = new Set(["style", "script", "title", "textarea", "xmp", "iframe", "noembed", "noframes"])

/** Whether the content of an element is text up to its end tag. */
export const isRawElement = (name: string): boolean => rawElements.has(name)

const emptyEndTag = "</>"

// The layout and the text part of a mail read the same HTML in turn.
let latest: { readonly html: string; readonly tokens: ReadonlyArray<HtmlToken> } = { html: "", tokens: [] }

/**
 * Splits HTML into tokens as browsers do, in linear time; the tokens cover the whole text in order. An `unfinished` token is a
 * tag that the text ends in; browsers do not show it. Of an end tag with attributes, browsers may see the end elsewhere: a `>` may be in a value.
 */
export const htmlTokens = (html: string): ReadonlyArray<HtmlToken> => {
  if (latest.html !== html) latest = { html, tokens: tokensOf(html) }
  return latest.tokens
}

const tokensOf = (html: string): ReadonlyArray<HtmlToken> => {
  const tokens: Array<HtmlToken> = []
  let at = 0
  let tag = ""
  let attributes: Array<Attribute> = []
  let attribute = { from: 0, to: 0, valueFrom: 0, valueTo: 0 }
  const push = (type: "text" | "comment" | "raw" | "unfinished", to: number) => {
    if (to > at) tokens.push({ type, from: at, to })
    at = to
  }
  // The tokenizer does not report `</>`.
  const skipEmptyEndTags = () => {
    while (html.startsWith(emptyEndTag, at)) push("comment", at + emptyEndTag.length)
  }
  const endComment = (_: number, end: number) => {
    skipEmptyEndTags()
    push("comment", Math.min(end + 1, html.length))
  }
  const endOpenTag = (end: number) => {
    tokens.push({ type: "open", from: at, to: end + 1, name: tag, attributes })
    at = end + 1
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (from, to) => {
        if (from > at) skipEmptyEndTags()
        const last = tokens.at(-1)
        const type = last?.type === "open" && isRawElement(last.name) ? "raw" : "text"
        // Otherwise the rest of an unfinished tag.
        if (from === at && (type === "raw" || !html.startsWith("</", at))) push(type, to)
      },
      onopentagname: (from, to) => {
        skipEmptyEndTags()
        tag = html.slice(from, to).toLowerCase()
        attributes = []
      },
      onattribname: (from, to) => (attribute = { from, to, valueFrom: to, valueTo: to }),
      onattribdata: (from, to) => (attribute = { ...attribute, valueFrom: from, valueTo: to }),
      onattribend: (_, to) => {
        const name = html.slice(attribute.from, attribute.to).toLowerCase()
        attributes.push({ ...attribute, name, to })
      },
      onopentagend: endOpenTag,
      onselfclosingtag: endOpenTag,
      onclosetag: (from, to) => {
        skipEmptyEndTags()
        const end = html.indexOf(">", to)
        if (end < 0) return
        tokens.push({ type: "close", from: at, to: end + 1, name: html.slice(from, to).toLowerCase() })
        at = end + 1
      },
      oncomment: endComment,
      oncdata: endComment,
      ondeclaration: endComment,
      onprocessinginstruction: endComment,
      onattribentity: () => undefined,
      ontextentity: () => undefined,
      onend: () => undefined
    }
  )
  // HTML has no CDATA sections: browsers end them at the first `>`.
  tokenizer.write(html.replaceAll("<![CDATA[", "<![cdata["))
  tokenizer.end()
  skipEmptyEndTags()
  const rest = html.slice(at, at + 3)
  push(/^<\/?[a-z]/i.test(rest) ? "unfinished" : /^<[!?/]/.test(rest) ? "comment" : "text", html.length)
  return tokens
}
