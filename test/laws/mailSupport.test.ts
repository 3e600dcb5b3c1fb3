import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { renderDocument } from "../../src/domain/content/renderDocument.ts"
import { htmlTokens } from "../../src/outbound/email/htmlTokens.ts"
import { everyBlock } from "../support/content.ts"

const Facts = Schema.fromJsonString(
  Schema.Struct({
    source: Schema.String,
    features: Schema.Record(
      Schema.String,
      Schema.Struct({ outlook_windows: Schema.String, gmail: Schema.String, apple_mail: Schema.String })
    )
  })
)

const { features } = Schema.decodeUnknownSync(Facts)(
  readFileSync(new URL("../support/mail/caniemail.json", import.meta.url), "utf8")
)

/** Properties that the table of support does not list, because all clients have had them as long as it is kept. */
const universal = new Set(["color", "font-style"])

/** The feature of the table that a property is of. */
const featureOf: Readonly<Record<string, string>> = {
  "font-family": "css-font",
  "border-top": "css-border",
  "border-bottom": "css-border",
  "border-radius": "css-border-radius"
}

/** What is shown where a client knows a property or an attribute in part, or not at all. */
const fallbacks: Readonly<Record<string, string>> = {
  "css-border": "Outlook for Windows draws borders of cells, which all borders here are; those of pictures are 0",
  "css-border-radius": "Outlook for Windows shows buttons with square corners",
  "css-display": "`inline-block` and `block` are shown by Gmail; Outlook for Windows has columns as cells of its own",
  "css-font-size": "in pixels alone, which Outlook for Windows reads",
  "css-font-weight": "`bold` alone, which Outlook for Windows reads",
  "css-height": "heights of cells are attributes too",
  "css-line-height": "in pixels alone; Outlook for Windows takes them as the least",
  "css-margin": "never negative; `auto` is also the attribute align of the cell",
  "css-max-width": "Outlook for Windows takes the attribute width of pictures, and cells of its own for columns",
  "css-padding": "of cells and lists; of a link in a button it is `mso-padding-alt` of its cell",
  "css-text-align": "left, center and right alone, which all read",
  "css-text-decoration": "underline and none alone, which all read",
  "css-width": "widths of pictures and cells are attributes too",
  "html-height": "of cells alone, which Outlook for Windows reads",
  "html-width": "of cells, tables and pictures alone, which Outlook for Windows reads",
  "html-lists": "without types and nesting, which all read",
  "html-strike": "an old price without a line stands after the new one"
}

const elementFeatures: Readonly<Record<string, string | null>> = {
  table: "html-table",
  tr: "html-table",
  td: "html-table",
  p: "html-p",
  h1: "html-h1-h6",
  h2: "html-h1-h6",
  h3: "html-h1-h6",
  ul: "html-lists",
  ol: "html-lists",
  li: "html-lists",
  img: "html-img",
  div: "html-div",
  span: "html-span",
  strong: "html-strong",
  s: "html-strike",
  // Not listed: as old as HTML.
  a: null,
  br: null,
  em: null,
  u: null
}

const attributeFeatures: Readonly<Record<string, string | null>> = {
  role: "html-role",
  width: "html-width",
  height: "html-height",
  cellpadding: "html-cellpadding",
  cellspacing: "html-cellspacing",
  align: "html-align",
  valign: "html-valign",
  border: null,
  bgcolor: null,
  style: null,
  class: "css-selector-class",
  dir: null,
  src: null,
  alt: null,
  href: null
}

const html = everyBlock.map(renderDocument).join("\n")
// What only Outlook for Windows reads, too.
const all = html.replaceAll("<!--[if mso]>", "").replaceAll("<![endif]-->", "")
const tags = htmlTokens(all).flatMap((token) => (token.type === "open" ? [token] : []))
const styles = tags.flatMap((tag) =>
  tag.attributes.flatMap((one) => (one.name === "style" ? [all.slice(one.valueFrom, one.valueTo)] : []))
)
const properties = new Set(
  styles.flatMap((style) => style.split(";").flatMap((one) => (one === "" ? [] : [one.slice(0, one.indexOf(":"))])))
)

const isShown = (feature: string): boolean => {
  const support = features[feature]
  if (support === undefined) return false
  return Object.values(support).every((one) => one === "y") || fallbacks[feature] !== undefined
}

describe("the HTML of blocks", () => {
  it("has only properties that Outlook for Windows, Gmail and Apple Mail show, or a fall-back", () => {
    const own = [...properties].filter((name) => !name.startsWith("mso-") && !universal.has(name))
    assert.isAbove(own.length, 15)
    assert.deepStrictEqual(
      own.filter((name) => !isShown(featureOf[name] ?? `css-${name}`)),
      []
    )
  })

  it("has only elements and attributes that they show, or a fall-back", () => {
    const elements = new Set(tags.map(({ name }) => name))
    const attributes = new Set(tags.flatMap((tag) => tag.attributes.map(({ name }) => name)))
    const known = (name: string, table: Readonly<Record<string, string | null>>) => {
      const feature = table[name]
      return feature === null || (feature !== undefined && (isShown(feature) || feature === "css-selector-class"))
    }
    assert.deepStrictEqual(
      [...elements].filter((name) => !known(name, elementFeatures)),
      []
    )
    assert.deepStrictEqual(
      [...attributes].filter((name) => !known(name, attributeFeatures)),
      []
    )
  })

  it("has sizes in pixels and per cent alone, and every picture with its width as an attribute", () => {
    assert.deepStrictEqual(
      styles.filter((style) => /\d(?:em|rem|vw|vh|pt|ch)\b|calc\(|var\(|url\(|rgba?\(/.test(style)),
      []
    )
    for (const tag of tags) if (tag.name === "img") assert.isTrue(tag.attributes.some(({ name }) => name === "width"))
  })
})
