import { assert, describe, it } from "@effect/vitest"
import { composeMail } from "../../src/messages/email/composeMail.ts"
import { htmlToText } from "../../src/messages/email/htmlToText.ts"
import { trackText } from "../../src/messages/templates/trackLinks.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"
import { processorTime } from "../support/runner/processorTime.ts"

const ref = { account_id: "acc", message_id: "msg" }

describe("a text", () => {
  const shortened = (text: string, salt = 0) => trackText(links, ref, { text, data: [] }, salt)

  it("excludes trailing punctuation from its links", () => {
    const { text } = shortened("See https://a.b/c?d=1!?). Or https://a.b")
    assert.match(text, /^See https:\/\/tally\.example\/s\/\w{8}!\?\)\. Or https:\/\/tally\.example\/s\/\w{8}$/)
  })

  it("of 60 characters with a link of 31 stays one part", () => {
    const text = "Ada, your tea has arrived: https://shop.example/orders/123456 Bye"
    const [link = ""] = /https\S+/.exec(text) ?? []
    assert.isAtMost(shortened(text).text.length, text.length - link.length + "https://tally.example/s/12345678".length)
    assert.isAtMost(shortened(text).text.length, 160)
  })

  it("has the same link for the same address, message and salt, and another one otherwise", () => {
    const twice = shortened("https://a.b/c https://a.b/c")
    assert.lengthOf(twice.links, 1)
    assert.deepStrictEqual(shortened("https://a.b/c https://a.b/c"), twice)
    const codes = [
      ...twice.links,
      ...shortened("https://a.b/c", 1).links,
      ...shortened("https://a.b/d").links,
      ...trackText(links, { ...ref, message_id: "other" }, { text: "https://a.b/c", data: [] }).links
    ]
    assert.strictEqual(new Set(codes.map(({ code }) => code)).size, 4)
  })

  it("has at most 20 short links", () => {
    const many = Array.from({ length: 30 }, (_, at) => `https://a.b/${at}`).join(" ")
    const { text, links: kept } = shortened(many)
    assert.lengthOf(kept, 20)
    assert.lengthOf(text.match(/https:\/\/a\.b/g) ?? [], 10)
  })

  it("made from HTML omits styles, titles and scripts, also unclosed ones", () => {
    const head = "<head><title>T</title><style>p { color: red }</style><script>x()</script>"
    assert.strictEqual(htmlToText(`<html>${head}</head><body><p>Hello</p></body>`), "Hello")
    assert.strictEqual(htmlToText(`<html>${head}<body><p>Hello</p>`), "Hello")
    assert.strictEqual(htmlToText("<p>Hello</p><style>p { color: red }</p>"), "Hello")
    assert.strictEqual(htmlToText(`<p title="a > b">Hello<!-- <p>no</p> --></p>`), "Hello")
  })

  it("made from HTML has its entities decoded once, without creating tags", () => {
    assert.strictEqual(
      htmlToText("<p>&amp;lt; &lt;b&gt; &#34;&#39; &hellip; caf&eacute; &#x1F600;</p>"),
      `&lt; <b> "' … café 😀`
    )
    assert.strictEqual(htmlToText("&lt;&lt;//style&gt;&amp;amp;"), "<<//style>&amp;")
    assert.strictEqual(htmlToText(`<a href="https://a.b/?x=1&amp;y=&amp;lt;">w</a>`), "w (https://a.b/?x=1&y=&lt;)")
  })

  it("is made from 1 MB of any HTML, with its links, in linear time", () => {
    for (const piece of [
      "<",
      "</",
      "<a",
      "<a ",
      "<a href=",
      `<a href="`,
      "<a href='",
      `<a href="https://a.b">`,
      `<a href="https://a.b/?&amp;&amp">x</a>`,
      "<!--",
      "<!-",
      "<!--[if mso]>",
      "<!--[if mso]><a href=x>",
      "<style",
      "<style>",
      "<script></style>",
      "<title>a</title",
      "&",
      "&#",
      "&#x1",
      "&amp",
      "&amp;",
      "&a",
      "a".repeat(100),
      " ",
      "\n",
      " \n",
      "<br>",
      "<p>",
      `<a title="<`,
      "<a a=b",
      "<a =",
      '"',
      ">",
      "https://",
      "a@b",
      `<a href="${"java ".repeat(50)}">`
    ]) {
      const cost = (size: number) => {
        const text = piece.repeat(Math.ceil(size / piece.length))
        const from = processorTime()
        composeMail(links, { ...dueMessage(), to: "a@b.example", subject: "", html: { text, data: [[1, 2]] } })
        trackText(links, ref, { text, data: [] })
        return processorTime() - from
      }
      const most = cost(1_000_000)
      if (most > 250)
        assert.isBelow(Math.min(most, cost(1_000_000)), 24 * Math.min(cost(100_000), cost(100_000)), piece)
    }
  })
})
