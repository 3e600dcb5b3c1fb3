import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { documentOfEditor, isTooLarge } from "../../src/dashboard/content/documentOfEditor.ts"
import { editorOfDocument } from "../../src/dashboard/content/editorOfDocument.ts"
import type { Block } from "../../src/domain/content/Block.ts"
import { MailDocument } from "../../src/domain/content/MailDocument.ts"
import type { TextPart, TextRun } from "../../src/domain/content/TextBlock.ts"

const there = (document: MailDocument): unknown => JSON.parse(JSON.stringify(editorOfDocument(document)))
const thereAndBack = (document: MailDocument) => documentOfEditor(there(document))

const emptyLine = { type: "paragraph", runs: [] } as const

// Each character with its style: where runs begin and end means nothing.
const characters = (runs: ReadonlyArray<TextRun>) =>
  runs.flatMap(({ text, bold = false, italic = false, underline = false, color = "", link = "" }) =>
    [...text.replace(/\r\n?/g, "\n")].map((one) => ({ one, bold, italic, underline, color, link }))
  )

const partMeaning = (part: TextPart): unknown =>
  part.type === "list"
    ? { ...part, items: part.items.map(({ runs }) => characters(runs)) }
    : { ...part, runs: characters(part.runs) }

// A list without items, and a text without anything, have no words.
const meaning = (block: Block): unknown => {
  switch (block.type) {
    case "text": {
      const content = block.content.filter((part) => part.type !== "list" || part.items.length > 0)
      return { ...block, content: (content.length === 0 ? [emptyLine] : content).map(partMeaning) }
    }
    case "columns":
      return { ...block, columns: block.columns.map(({ blocks }) => blocks.map(meaning)) }
    default:
      return block
  }
}

// As JSON, which has no -0.
const meaningOf = ({ settings = {}, blocks }: MailDocument): unknown =>
  JSON.parse(JSON.stringify({ settings, blocks: blocks.map(meaning) }))

const names = [
  "doc",
  "textBlock",
  "columns",
  "column",
  "block",
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "listItem",
  "hardBreak",
  "text",
  "script"
] as const

const Attributes = Schema.Struct({
  block: Schema.optionalKey(
    Schema.Union([
      Schema.Unknown,
      Schema.Struct({
        type: Schema.Literals(["text", "image", "button", "space", "columns", "html"]),
        src: Schema.optionalKey(Schema.Literals(["javascript:alert(1)", "https://shop.example/a.png"])),
        alt: Schema.optionalKey(Schema.String),
        height: Schema.optionalKey(Schema.Literals([-1, 8])),
        html: Schema.optionalKey(Schema.String)
      })
    ])
  ),
  settings: Schema.optionalKey(Schema.Unknown),
  align: Schema.optionalKey(Schema.Literals(["left", "justify", "center"])),
  level: Schema.optionalKey(Schema.Literals([0, 1, 2, 7])),
  href: Schema.optionalKey(Schema.Literals(["javascript:alert(1)", "https://shop.example/", "/relative", "\0"])),
  color: Schema.optionalKey(Schema.Literals(["#123456", "red;background:url(x)"]))
})

const Mark = Schema.Struct({
  type: Schema.Literals(["bold", "italic", "underline", "color", "link", "code"]),
  attrs: Schema.optionalKey(Attributes)
})

const nodeOf = <S extends Schema.Top>(child: S) =>
  Schema.Struct({
    type: Schema.Literals(names),
    text: Schema.optionalKey(Schema.Union([Schema.String, Schema.Literals(["\ud800", "a\0b", "one\r\ntwo"])])),
    attrs: Schema.optionalKey(Attributes),
    marks: Schema.optionalKey(Schema.Array(Mark)),
    content: Schema.optionalKey(Schema.Array(child))
  })

const Pasted = Schema.Union([Schema.Unknown, nodeOf(nodeOf(nodeOf(nodeOf(nodeOf(Schema.Unknown)))))])

const text = (words: string) => ({ type: "textBlock", content: [paragraph(words)] })
const paragraph = (words: string) => ({ type: "paragraph", content: [{ type: "text", text: words }] })
const doc = (content: ReadonlyArray<unknown>) => ({ type: "doc", content })

describe("a mail in the editor", () => {
  it.prop(
    "comes out as it went in",
    [Schema.toType(MailDocument)],
    ([document]) => {
      const back = thereAndBack(document)
      assert.deepStrictEqual(meaningOf(back), meaningOf(document))
      assert.deepStrictEqual(thereAndBack(back), back)
    },
    { arbitrary: { runs: 200, maxDiscards: 10_000 } }
  )

  it.prop(
    "is valid whatever was pasted into it",
    [Pasted],
    ([pasted]) => {
      for (const json of [pasted, doc([pasted]), doc([{ type: "columns", content: [pasted] }])])
        assert.isTrue(Schema.is(MailDocument)(documentOfEditor(json)), JSON.stringify(json))
    },
    { arbitrary: { runs: 500, maxDiscards: 10_000 } }
  )

  it("goes on in another block, list or run where it is longer than one may be", () => {
    const items = Array.from({ length: 201 }, (_, at) => ({ type: "listItem", content: [paragraph(`${at}`)] }))
    const long = { type: "textBlock", content: Array.from({ length: 201 }, (_, at) => paragraph(`${at}`)) }
    const { blocks } = documentOfEditor(
      doc([{ type: "textBlock", content: [{ type: "bulletList", content: items }] }, long, text("a".repeat(10_001))])
    )
    assert.deepStrictEqual(
      blocks.map((block) => (block.type === "text" ? block.content.length : 0)),
      [2, 200, 1, 1]
    )
    const last = blocks.at(-1)
    assert.strictEqual(last?.type === "text" && last.content[0]?.type === "paragraph" && last.content[0].runs.length, 2)
  })

  it("is too large above 200 blocks or 200,000 characters, and what is above is left out", () => {
    const many = (count: number) => doc(Array.from({ length: count }, () => text("a")))
    const long = (count: number) => doc([text("a".repeat(count))])
    assert.deepStrictEqual([many(200), many(201), long(190_000), long(200_000)].map(isTooLarge), [
      false,
      true,
      false,
      true
    ])
    assert.lengthOf(documentOfEditor(many(201)).blocks, 200)
    assert.lengthOf(documentOfEditor(long(200_000)).blocks, 0)
    const column = { type: "column", content: many(150).content }
    const columns = doc([{ type: "columns", content: [column, column] }, text("a")])
    assert.isTrue(Schema.is(MailDocument)(documentOfEditor(columns)))
  })
})
