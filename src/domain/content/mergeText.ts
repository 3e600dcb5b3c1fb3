import { escapeHtml } from "../values/escapeHtml.ts"

// Each alternative begins with another character and none takes a brace, so that the search is linear. Quotes are closed within the output: Liquid
// looks for the end of a quoted text beyond `}}`.
const output = /(\{\{(?:[^{}"']|"[^"{}]*"|'[^'{}]*')*\}\})/

// `raw` would let data of contacts write HTML.
const isRaw = (part: string): boolean => /\|\s*raw\b/.test(part)

/** A piece of text that people typed: its own words, or a Liquid output such as `{{ contact.first_name }}`. */
interface TextPart {
  readonly isOutput: boolean
  readonly text: string
}

/** The words and outputs of a text, in order. Tags, and outputs that are not closed or not escaped, count as words. Pure. */
export const textParts = (text: string): ReadonlyArray<TextPart> =>
  text
    .split(output)
    .map((part, at) => ({ isOutput: at % 2 === 1 && !isRaw(part), text: part }))
    .filter((part) => part.text !== "")

/** Words as HTML in which Liquid finds nothing. */
const literalHtml = (words: string): string =>
  escapeHtml(words).replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)

/** A text with outputs as a Liquid template of HTML, for contents and quoted attributes: words are escaped, outputs are when they are rendered. Pure. */
export const mergeHtml = (text: string): string =>
  textParts(text)
    .map((part) => (part.isOutput ? part.text : literalHtml(part.text)))
    .join("")

/** `mergeHtml` with the line breaks of the words. Pure. */
export const mergeLines = (text: string): string =>
  textParts(text)
    .map((part) => (part.isOutput ? part.text : literalHtml(part.text).replace(/\r\n?|\n/g, "<br>")))
    .join("")

/** Whether a text has Liquid that is left as words: a tag, an output that is not closed, or one that is not escaped. Pure. */
export const hasOtherLiquid = (text: string): boolean =>
  textParts(text).some((part) => !part.isOutput && /\{[{%]|[%}]\}/.test(part.text))
