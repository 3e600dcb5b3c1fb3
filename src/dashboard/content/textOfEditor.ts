import { Option, Schema } from "effect"
import { Alignment } from "../../domain/content/blockParts.ts"
import { LinkAddress } from "../../domain/content/ContentAddress.ts"
import { maxParts, maxRunLength, type TextPart, type TextRun } from "../../domain/content/TextBlock.ts"
import { Color } from "../../domain/values/Color.ts"
import { beginning } from "../../domain/values/Text.ts"
import { attributeOf, childrenOf, marksOf, type UncheckedNode } from "./uncheckedNode.ts"

type Style = Omit<TextRun, "text">

const markStyle = (mark: UncheckedNode): Style => {
  switch (mark.type) {
    case "bold":
    case "italic":
    case "underline":
      return { [mark.type]: true }
    case "color":
      return Option.match(Schema.decodeUnknownOption(Color)(attributeOf(mark, "color")), {
        onNone: () => ({}),
        onSome: (color) => ({ color })
      })
    case "link": {
      const link = Option.getOrElse(Schema.decodeUnknownOption(LinkAddress)(attributeOf(mark, "href")), () => "")
      return link === "" ? {} : { link }
    }
    default:
      return {}
  }
}

// In one order of members, so that equal styles are equal texts.
const styleOf = (node: UncheckedNode): Style => {
  const { bold, italic, underline, color, link }: Style = Object.assign({}, ...marksOf(node).map(markStyle))
  return {
    ...(bold === true && { bold }),
    ...(italic === true && { italic }),
    ...(underline === true && { underline }),
    ...(color !== undefined && { color }),
    ...(link !== undefined && { link })
  }
}

const sameStyle = (one: TextRun, other: TextRun) =>
  JSON.stringify({ ...one, text: "" }) === JSON.stringify({ ...other, text: "" })

const wordsOf = ({ type, text }: UncheckedNode): string =>
  type === "hardBreak"
    ? "\n"
    : type === "text" && typeof text === "string"
      ? text.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n")
      : ""

const pieces = (text: string): ReadonlyArray<string> => {
  const first = beginning(text, maxRunLength)
  return first.length === text.length ? [text] : [first, ...pieces(text.slice(first.length))]
}

// Words in the style of the words before them are one run with them.
const runsOf = (line: UncheckedNode): ReadonlyArray<TextRun> => {
  const runs: Array<TextRun> = []
  for (const node of childrenOf(line)) {
    const run = { text: wordsOf(node), ...styleOf(node) }
    const last = runs.at(-1)
    if (run.text === "") continue
    if (last !== undefined && sameStyle(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text }
    else runs.push(run)
  }
  const whole = runs.flatMap((run) => pieces(run.text).map((text) => ({ ...run, text })))
  if (whole.length <= maxParts) return whole
  // The words of what are too many runs stay, without their styles.
  const rest = whole.slice(maxParts - 1).map(({ text }) => text)
  return [...whole.slice(0, maxParts - 1), { text: beginning(rest.join(""), maxRunLength) }]
}

const alignOf = (node: UncheckedNode) =>
  Option.match(Schema.decodeUnknownOption(Alignment)(attributeOf(node, "align")), {
    onNone: () => ({}),
    onSome: (align) => ({ align })
  })

const levelOf = (node: UncheckedNode): 1 | 2 | 3 => {
  const level = attributeOf(node, "level")
  return level === 1 || level === 2 ? level : 3
}

// A list that is longer than one may be goes on in another one.
const listParts = (node: UncheckedNode): ReadonlyArray<TextPart> => {
  const items = childrenOf(node)
    .filter(({ type }) => type === "listItem")
    .map((item) => ({ runs: runsOf(childrenOf(item)[0] ?? {}) }))
  return Array.from({ length: Math.ceil(items.length / maxParts) }, (_, at) => ({
    type: "list",
    ordered: node.type === "orderedList",
    items: items.slice(at * maxParts, (at + 1) * maxParts)
  }))
}

const partOf = (node: UncheckedNode): ReadonlyArray<TextPart> => {
  switch (node.type) {
    case "paragraph":
      return [{ type: "paragraph", ...alignOf(node), runs: runsOf(node) }]
    case "heading":
      return [{ type: "heading", level: levelOf(node), ...alignOf(node), runs: runsOf(node) }]
    case "bulletList":
    case "orderedList":
      return listParts(node)
    default:
      return []
  }
}

/** The paragraphs, headings and lists of a text in the editor. Pure. */
export const partsOf = (node: UncheckedNode): ReadonlyArray<TextPart> => childrenOf(node).flatMap(partOf)
