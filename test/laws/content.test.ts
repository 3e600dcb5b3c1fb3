import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { decodeHTMLAttribute } from "entities"
import { bodyTemplates } from "../../src/domain/content/emailBody.ts"
import { bodyIssues } from "../../src/domain/content/contentIssues.ts"
import { oversizedMembers } from "../../src/domain/conditions/oversizedMembers.ts"
import { withinContent } from "../../src/domain/content/oversizedContent.ts"
import { renderDocument } from "../../src/domain/content/renderDocument.ts"
import { MailDocument } from "../../src/domain/content/MailDocument.ts"
import { issuesOf } from "../../src/domain/ValidationIssue.ts"
import { issuesOfTemplates } from "../../src/outbound/templates/checkTemplates.ts"
import { templateVariables } from "../../src/outbound/templates/templateVariables.ts"
import { htmlTokens } from "../../src/outbound/email/htmlTokens.ts"
import { decodeDocument, documentOf, everyBlock, mailOf } from "../support/content.ts"

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

const jsonOf = (document: MailDocument) => JSON.parse(JSON.stringify(Schema.encodeUnknownSync(MailDocument)(document)))

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
    // Compared as JSON, which has one zero: a number drawn as -0 comes back as 0.
    const json = jsonOf(document)
    assert.deepStrictEqual(jsonOf(documentOf(json)), json)
  })

  it.prop("have templates without issues where nothing is typed that is one", [MailDocument], ([document]) => {
    if (isTyped(document)) return
    const templates = bodyTemplates({ content: { type: "blocks", document } }, "step")
    const issues = issuesOfTemplates(templates, templateVariables.any)
    assert.deepStrictEqual(issues, [])
  })

  it("have a text part whose words stand apart", () => {
    for (const document of everyBlock) {
      const { text: plain } = mailOf(document)
      const words =
        "Spring is here|New teas|Pots|Bold italic under\nlined dark link|- Green|- Black|1. First|On a background|A cup|Buy now|Your cart|One|A pot|Three|Instagram|Tea & <Cup>|See it|2 × Cup|1 × pot|Back to your cart|Your code|SPRING-1"
      for (const word of words.split("|")) {
        const at = plain.indexOf(word)
        assert.isAtLeast(at, 0, word)
        assert.match(plain.charAt(at - 1), /^$|[\s(]/, word)
        assert.match(plain.charAt(at + word.length), /^$|[\s)]/, word)
      }
    }
  })

  it("name each product once beside its button, also in the text part", () => {
    const document = documentOf({
      blocks: [{ type: "products", kind: "best_sellers", count: 4, columns: 2, show_price: true, button: "See it" }]
    })
    const { html, text: plain } = mailOf(document)
    const named = plain.split("\n").filter((line) => line.startsWith("Tea & <Cup>"))
    assert.lengthOf(named, 2, "the two products of the sample")
    for (const image of elementsOf(html, "img")) assert.strictEqual(image.get("alt"), "")
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
    "</td></tr></table>",
    "<table><tr><td>",
    "<!-- a",
    "<style>p{",
    "<a href='https://a.example",
    "</body>",
    "{% if contact %}<p>",
    "{% raw %}",
    "{% comment %}"
  ])("refuse the typed HTML %j, which would change what follows", (html) => {
    const document = documentOf({ blocks: [{ type: "html", html }] })
    const templates = bodyTemplates({ content: { type: "blocks", document } }, "step")
    assert.deepStrictEqual(
      issuesOfTemplates(templates, templateVariables.any).map(({ field }) => field),
      ["step.content.document.blocks.0"]
    )
  })

  it("render in the time of their size", () => {
    const large = (count: number) =>
      documentOf({
        blocks: Array.from({ length: count }, () => ({
          type: "text",
          content: [
            {
              type: "paragraph",
              runs: [{ text: `{{ contact.first_name }} "${"a".repeat(500)}{{{{`, color: "#111111" }]
            }
          ]
        }))
      })
    assert.isBelow(renderDocument(large(200)).length, 200_000)
    assert.approximately(renderDocument(large(200)).length / renderDocument(large(100)).length, 2, 0.01)
  })

  it("name each text with Liquid that is no output, and HTML beyond the limit", () => {
    const issuesIn = (json: unknown) =>
      bodyIssues({ content: { type: "blocks", document: documentOf(json) } }, "step").map(({ field }) => field)
    assert.deepStrictEqual(issuesIn(text([{ text: "{{ contact.first_name }}" }, { text: "{% if x %}" }])), [
      "step.content.document.blocks.0.content.0.runs.1.text"
    ])
    assert.deepStrictEqual(issuesIn(text([{ text: "{{ contact.first_name | raw }}" }])), [
      "step.content.document.blocks.0.content.0.runs.0.text"
    ])
    const quotes = text(Array.from({ length: 10 }, () => ({ text: "<".repeat(10_000) })))
    assert.deepStrictEqual(issuesIn(quotes), ["step.content.document"])
  })

  it("are not decoded beyond their bounds", () => {
    const email = {
      subject: "Hi",
      content: { type: "blocks", document: { blocks: Array.from({ length: 100_000 }, () => ({})) } }
    }
    const { email: bounded, oversized } = withinContent(email, "variants.0")
    assert.deepStrictEqual(bounded["content"], { type: "blocks", document: { blocks: [] } })
    assert.deepStrictEqual(
      oversized.map(({ field }) => field),
      ["variants.0.content.document"]
    )
    const links = Array.from({ length: 100_000 }, () => 1)
    const numbers = { type: "blocks", document: { blocks: [{ type: "social", links }] } }
    assert.strictEqual(withinContent({ content: numbers }, "").oversized.length, 1)
    const half = { type: "blocks", document: { blocks: [{ type: "social", links: links.slice(0, 49_000) }] } }
    const stepsWith = (contents: ReadonlyArray<unknown>) => ({
      steps: contents.map((content) => ({ type: "send_email", content }))
    })
    assert.deepStrictEqual(oversizedMembers(stepsWith([half, half])), [])
    assert.strictEqual(oversizedMembers(stepsWith([numbers])).length, 1)
    assert.strictEqual(oversizedMembers(stepsWith([half, half, half])).length, 1)
    assert.isTrue(
      Result.isFailure(decodeDocument({ blocks: Array.from({ length: 201 }, () => ({ type: "space", height: 8 })) }))
    )
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
