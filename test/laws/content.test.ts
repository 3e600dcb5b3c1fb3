import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { decodeHTMLAttribute } from "entities"
import { bodyTemplates } from "../../src/domain/content/emailBody.ts"
import { MailDocument } from "../../src/domain/content/MailDocument.ts"
import { issuesOf } from "../../src/domain/ValidationIssue.ts"
import { issuesOfTemplates } from "../../src/outbound/templates/checkTemplates.ts"
import { templateVariables } from "../../src/outbound/templates/templateVariables.ts"
import { htmlTokens } from "../../src/outbound/email/htmlTokens.ts"
import { decodeDocument, documentOf, mailOf } from "../support/content.ts"

/** The attributes of the elements of a name in HTML, decoded. */
const elementsOf = (html: string, name: string) =>
  htmlTokens(html).flatMap((token) =>
    token.type === "open" && token.name === name
      ? [
          new Map(
            token.attributes.map((one) => [one.name, decodeHTMLAttribute(html.slice(one.valueFrom, one.valueTo))])
          )
        ]
      : []
  )

const voidElements = new Set(["br", "img", "meta", "hr"])

/** The elements that HTML leaves open or closes without having opened them. */
const unbalanced = (html: string): ReadonlyArray<string> => {
  const open: Array<string> = []
  for (const token of htmlTokens(html)) {
    if (token.type === "open" && !voidElements.has(token.name)) open.push(token.name)
    if (token.type === "close" && open.pop() !== token.name) return [token.name]
  }
  return open
}

/** Blocks whose HTML is typed are the author's own. */
const isTyped = ({ blocks }: MailDocument): boolean => JSON.stringify(blocks).includes(`"type":"html"`)

const text = (runs: ReadonlyArray<object>, more = {}) => ({
  blocks: [{ type: "text", ...more, content: [{ type: "paragraph", runs }] }]
})

describe("documents of blocks", () => {
  it.prop("render to mail that is whole HTML", [MailDocument], ([document]) => {
    if (isTyped(document)) return
    const mail = mailOf(document)
    assert.deepStrictEqual(unbalanced(mail.html), [])
  })

  it.prop("have pictures with alternative texts and links that are whole", [MailDocument], ([document]) => {
    if (isTyped(document)) return
    const { html } = mailOf(document)
    for (const image of elementsOf(html, "img")) {
      assert.isTrue(image.has("alt"))
      assert.match(image.get("src") ?? "", /^https?:\/\//)
    }
    for (const link of elementsOf(html, "a")) assert.match(link.get("href") ?? "", /^(?:https?:\/\/|mailto:.|tel:.)/)
  })

  it.prop("are JSON that decodes to the same document", [MailDocument], ([document]) => {
    const json = JSON.parse(JSON.stringify(Schema.encodeUnknownSync(MailDocument)(document)))
    assert.deepStrictEqual(documentOf(json), document)
  })

  it.prop("have templates without issues where nothing is typed that is one", [MailDocument], ([document]) => {
    if (isTyped(document)) return
    const templates = bodyTemplates({ content: { type: "blocks", document } }, "step")
    const issues = issuesOfTemplates(templates, templateVariables.any)
    assert.deepStrictEqual(issues, [])
  })

  it("fill merge fields, and escape their values and all that is typed", () => {
    const { html, text: plain } = mailOf(
      documentOf(text([{ text: `{{ contact.first_name }} <i>"&' {% if x %}{{ open }` }, { text: " b", bold: true }]))
    )
    assert.include(
      html,
      `Ada &lt;b&gt;&#34; &lt;i&gt;&#34;&amp;&#39; &#123;% if x %&#125;&#123;&#123; open &#125;<strong> b</strong>`
    )
    assert.include(plain, `Ada <b>" <i>"&' {% if x %}{{ open } b`)
  })

  it("do not let an output write HTML", () => {
    const { html } = mailOf(documentOf(text([{ text: "{{ contact.first_name | raw }} {{ 'a }} b' }}" }])))
    assert.notInclude(html, "Ada <b>")
  })

  it.each([
    "javascript:alert(1)",
    "/about",
    "tea.example",
    "//tea.example",
    "https://",
    "https://a b.example",
    "https://user:secret@tea.example/",
    "https://{{ contact.first_name }}/",
    "https://tea.example{{ contact.first_name }}",
    "{{ contact.first_name }}{{ cart.url }}",
    "{{ cart.url | raw }}",
    "data:text/html,x",
    "mailto:",
    "https://tea.example/{% if x %}",
    "https://tea.example/\n"
  ])("refuse the address %j", (link) => {
    const decoded = decodeDocument(
      text([{ text: "a", link: link === "https://tea.example/\n" ? "https://tea.example/\na" : link }])
    )
    assert.deepStrictEqual(Result.isFailure(decoded) ? issuesOf(decoded.failure.issue).map(({ field }) => field) : [], [
      "blocks.0.content.0.runs.0.link"
    ])
  })

  it("name each part that does not decode by its path", () => {
    const decoded = decodeDocument({
      blocks: [
        { type: "space", height: 0 },
        { type: "columns", columns: [{ blocks: [{ type: "image", src: "x", alt: "" }] }] },
        { type: "poem" },
        { type: "button", text: "Go", link: "", colour: "#ffffff" }
      ]
    })
    assert.deepStrictEqual(Result.isFailure(decoded) ? issuesOf(decoded.failure.issue).map(({ field }) => field) : [], [
      "blocks.0.height",
      "blocks.1.columns.0.blocks.0.src",
      "blocks.2",
      "blocks.3.colour"
    ])
  })
})
