import { Schema } from "effect"
import { Color } from "../values/Color.ts"
import { text } from "../values/Text.ts"
import { Alignment, blockMembers } from "./blockParts.ts"
import { LinkAddress } from "./ContentAddress.ts"

/** The most characters of a run. */
export const maxRunLength = 10_000

/** Words of one form. Merge fields such as `{{ contact.first_name }}` may stand in them; a line break begins a line. */
export const TextRun = Schema.Struct({
  text: text(maxRunLength),
  bold: Schema.optionalKey(Schema.Boolean),
  italic: Schema.optionalKey(Schema.Boolean),
  underline: Schema.optionalKey(Schema.Boolean),
  color: Schema.optionalKey(Color),
  link: Schema.optionalKey(LinkAddress)
}).annotate({ identifier: "TextRun" })
export type TextRun = typeof TextRun.Type

/** The most runs of a paragraph, paragraphs of a text and items of a list. */
export const maxParts = 200

const Runs = Schema.Array(TextRun).check(Schema.isMaxLength(maxParts))

const Paragraph = Schema.Struct({
  type: Schema.Literal("paragraph"),
  align: Schema.optionalKey(Alignment),
  runs: Runs
})

const Heading = Schema.Struct({
  type: Schema.Literal("heading"),
  level: Schema.Literals([1, 2, 3]),
  align: Schema.optionalKey(Alignment),
  runs: Runs
})

const List = Schema.Struct({
  type: Schema.Literal("list"),
  ordered: Schema.Boolean,
  items: Schema.Array(Schema.Struct({ runs: Runs })).check(Schema.isMaxLength(maxParts))
})

const TextPart = Schema.Union([Paragraph, Heading, List]).annotate({
  message: "Must have a type: paragraph, heading or list"
})
export type TextPart = typeof TextPart.Type

/** Paragraphs, headings and lists. */
export const TextBlock = Schema.Struct({
  type: Schema.Literal("text"),
  ...blockMembers,
  color: Schema.optionalKey(Color),
  content: Schema.Array(TextPart).check(Schema.isMaxLength(maxParts))
}).annotate({ identifier: "TextBlock" })
export type TextBlock = typeof TextBlock.Type
