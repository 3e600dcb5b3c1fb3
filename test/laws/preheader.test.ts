import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { decodeCampaign } from "../../src/domain/campaigns/decodeCampaign.ts"
import { mailTemplate } from "../../src/domain/content/emailBody.ts"
import { htmlTokens } from "../../src/outbound/email/htmlTokens.ts"
import { preheaderText } from "../../src/outbound/email/preheaderText.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { documentOf } from "../support/content.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"

const bodies = {
  html: { html: "<p>New teas are in.</p>" },
  document: { html: "<!doctype html><html><head><title>T</title></head><body><p>New teas are in.</p></body></html>" },
  blocks: {
    content: {
      type: "blocks",
      document: documentOf({
        blocks: [{ type: "text", content: [{ type: "paragraph", runs: [{ text: "New teas are in." }] }] }]
      })
    }
  }
} as const

const rendered = Effect.fnUntraced(function* (
  body: Parameters<typeof mailTemplate>[0],
  layout: "shell" | "none",
  first_name: string
) {
  const message = dueMessage({
    subject: "Hello {{ contact.first_name }}",
    body: mailTemplate(body),
    layout,
    data: { contact: { first_name } }
  })
  const mail = yield* renderMessage(links, message, "ada@example.com")
  return mail.channel === "email" ? mail : assert.fail("a text")
})

/** The words of a mail that stand in its HTML, in order. */
const wordsOf = (html: string): ReadonlyArray<string> => {
  const from = html.indexOf("<body")
  return htmlTokens(html).flatMap((token) =>
    token.type === "text" && token.from > from ? (html.slice(token.from, token.to).match(/[^\s]+/g) ?? []) : []
  )
}

const Words = Schema.Array(
  Schema.Literals(["Fresh", "tea", "&", "<b>", '"cups"', "</div>", "%", "{{ contact.first_name }}"])
).check(Schema.isMinLength(1), Schema.isMaxLength(6))

describe("a preheader", () => {
  it.effect.prop(
    "stands first in the HTML as it is typed, with the contact's data, and not in the text part",
    [
      Words,
      Schema.Literals(["html", "document", "blocks"]),
      Schema.Literals(["shell", "none"]),
      Schema.Literals(["Ada", "<i>&"])
    ],
    ([words, kind, layout, name]) =>
      Effect.gen(function* () {
        const preheader = words.join(" ")
        const plain = yield* rendered(bodies[kind], layout, name)
        const mail = yield* rendered({ ...bodies[kind], preheader }, layout, name)
        assert.strictEqual(preheaderText(mail.html), preheader.replaceAll("{{ contact.first_name }}", name))
        assert.strictEqual(mail.text, plain.text)
        assert.strictEqual(mail.subject, plain.subject)
        assert.isUndefined(preheaderText(plain.html))
        // The rest of the mail is as it is without one.
        const at = mail.html.indexOf(`<div class="mail-preheader"`)
        const end = mail.html.indexOf("</div>\n", at) + "</div>\n".length
        assert.strictEqual(mail.html.slice(0, at) + mail.html.slice(end), plain.html)
        assert.deepStrictEqual(wordsOf(mail.html.slice(0, at)), [])
      })
  )

  it("takes outputs alone, and is checked as a template", () => {
    const issuesOf = (preheader: string) => {
      const decoded = decodeCampaign(
        { name: "Tea", channel: "email", variants: [{ subject: "Tea", html: "<p>Tea</p>", preheader }] },
        (templates) => templates.map(({ field, source }) => ({ field, message: source }))
      )
      return Result.isFailure(decoded) ? decoded.failure.issues.filter(({ field }) => field.endsWith("preheader")) : []
    }
    assert.deepStrictEqual(issuesOf("Hi {{ contact.first_name }}"), [
      { field: "variants.0.preheader", message: "Hi {{ contact.first_name }}" }
    ])
    for (const preheader of ["{% if contact %}Hi", "Hi {{ contact.first_name", "{{ contact.first_name | raw }}"])
      assert.strictEqual(issuesOf(preheader)[0]?.message, "Can only use outputs, such as {{ contact.first_name }}")
    assert.lengthOf(issuesOf("a".repeat(301)), 1)
  })
})
