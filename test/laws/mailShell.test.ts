import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { DueMessage } from "../../src/domain/messages/Message.ts"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { hiddenLink } from "../../src/outbound/templates/hiddenLink.ts"
import { composeMail, unsubscribeLink } from "../../src/outbound/email/composeMail.ts"
import { decodeHTMLAttribute } from "entities"
import { htmlTokens } from "../../src/outbound/email/htmlTokens.ts"
import { contrast, darkColors, lightColors, readableColor } from "../../src/domain/values/mailColors.ts"
import { preferencesLink } from "../../src/outbound/templates/Links.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"

const mailOf = (text: string, fields: Partial<DueMessage> = {}) =>
  composeMail(links, { ...dueMessage(fields), to: "ada@example.com", subject: "Hi", html: { text, data: [] } })

const unsubscribe = unsubscribeLink(links, dueMessage())
const preferences = preferencesLink(links, { account_id: "acc", message_id: "msg" })

/** The addresses of the links that a mail client finds. */
const linksIn = (html: string) =>
  [...htmlTokens(html)].flatMap((token) =>
    token.type === "open" && token.name === "a"
      ? token.attributes
          .filter(({ name }) => name === "href")
          .map(({ valueFrom, valueTo }) => decodeHTMLAttribute(html.slice(valueFrom, valueTo)))
      : []
  )

const sender = {
  ...emptyProfile,
  from_name: `<b>Tea & "Co"`,
  postal_address: "1 High Street\nYork <YO1>",
  logo_url: `https://tea.example/logo.png?a=1&b="2`,
  color: "#0b6e4f"
}

// Pieces of HTML that could swallow what stands after them.
const Piece = Schema.Literals([
  "<p>Tea</p>",
  "cup",
  "<!--",
  "-->",
  "--!>",
  "<!-->",
  "<!",
  "<style>",
  "</style>",
  "<title>",
  "<textarea>",
  "<script>",
  "</script",
  "<div title='",
  '<a href="https://a.example',
  "<table><tr><td>",
  "</td></tr></table>",
  "<",
  ">",
  "&amp;lt;"
])
const Content = Schema.Array(Piece).check(Schema.isMaxLength(12))

describe("the mail layout", () => {
  it.prop("keeps its unsubscribe link whatever the content ends in", [Content], ([pieces]) => {
    const content = pieces.join("")
    assert.include(linksIn(mailOf(content).html), unsubscribe, content)
  })

  it.prop(
    "holds content that needs no closing unchanged",
    [
      Schema.Array(
        Schema.Literals([
          "<p>Tea</p>",
          "cup",
          "&amp;lt;",
          "<table><tr><td>x</td></tr></table>",
          "<!-- a -->",
          "<style>p{margin:0}</style>"
        ])
      )
    ],
    ([pieces]) => {
      const content = pieces.join("")
      assert.include(mailOf(content).html, `\n${content}\n</td>`)
    }
  )

  it("escapes the sender's name, address, logo and the subject", () => {
    const { html } = composeMail(links, {
      ...dueMessage({ sender }),
      to: "ada@example.com",
      subject: "</title><script>",
      html: { text: "<p>Hi</p>", data: [] }
    })
    assert.include(html, "<title>&lt;/title&gt;&lt;script&gt;</title>")
    assert.include(html, "&lt;b&gt;Tea &amp; &#34;Co&#34;<br>1 High Street<br>York &lt;YO1&gt;")
    assert.include(html, `src="https://tea.example/logo.png?a=1&amp;b=&#34;2" alt="&lt;b&gt;Tea &amp; &#34;Co&#34;"`)
    assert.include(html, "background-color:#0b6e4f")
    assert.notInclude(html, "<b>")
  })

  it("has the store's name where it has no logo", () => {
    const { html } = mailOf("<p>Hi</p>")
    assert.include(html, ">Ada&#39;s Shop</p>")
    assert.notInclude(html, "<img")
  })

  it("has a text part with the content, the sender and the links to unsubscribe and to choose", () => {
    const { text } = mailOf(`<p>Tea &amp; cups</p><p><a href="mailto:ada@tea.example">Write</a></p>`, { sender })
    assert.strictEqual(
      text,
      `Tea & cups\n\nWrite (ada@tea.example)\n\n-- \n<b>Tea & "Co"\n1 High Street\nYork <YO1>\nUnsubscribe: ${unsubscribe}\nPreferences: ${preferences}`
    )
  })

  it("of a transactional mail has no unsubscribe link and no header for it, but leads to the preference page", () => {
    const mail = mailOf("<p>Hi</p>", { sender, class: "transactional" })
    assert.deepStrictEqual(mail.headers, { "Feedback-ID": "flow:acc:transactional:tally" })
    assert.isUndefined(mail.list)
    assert.notInclude(mail.html + mail.text, "/u/")
    assert.include(mail.html, "1 High Street")
    assert.include(mail.html, preferences)
    assert.deepStrictEqual(mailOf("<p>Hi</p>").headers, {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Feedback-ID": "flow:acc:marketing:tally"
    })
  })

  it("has a hidden link only where it tracks links, so that no link is the only one of a plain mail", () => {
    const hidden = hiddenLink(links, { account_id: "acc", message_id: "msg" })
    const plain = mailOf("<p>Your order is on its way</p>", { class: "transactional", layout: "none" })
    assert.strictEqual(plain.html, "<p>Your order is on its way</p>")
    const tracked = mailOf('<p><a href="https://shop.example/">Shop</a></p>', { class: "transactional" })
    assert.include(tracked.html, hidden)
  })

  it("is not put around a whole document, nor around mail with the layout none", () => {
    const document = "<!doctype html><html><body><p>Hi</p></body></html>"
    const link = `<p><a href="${unsubscribe}">Unsubscribe</a></p>`
    assert.strictEqual(mailOf(document).html, `<!doctype html><html><body><p>Hi</p>${link}\n</body></html>`)
    assert.strictEqual(mailOf("<p>Hi</p>", { layout: "none" }).html, `<p>Hi</p>\n${link}`)
    assert.strictEqual(mailOf(document, { class: "transactional" }).html, document)
    assert.include(mailOf("<p title='<html>'>Hi</p><!-- <html> -->").html, "shell-page")
  })

  it.prop(
    "has readable text in every colour of an account",
    [Schema.String.check(Schema.isPattern(/^#[0-9a-f]{6}$/))],
    ([color]) => {
      for (const { card, accent } of [lightColors, darkColors]) {
        assert.isAtLeast(contrast(readableColor(color, card, accent), card), 4.5)
      }
      for (const { page, card, text, muted } of [lightColors, darkColors]) {
        assert.isAtLeast(Math.min(contrast(text, card), contrast(muted, page)), 4.5)
      }
    }
  )
})
