import { assert, describe, it } from "@effect/vitest"
import { htmlToText } from "../../src/outbound/email/htmlToText.ts"
import { trackText } from "../../src/outbound/templates/trackLinks.ts"
import { links } from "../support/http/links.ts"
import { growthOf } from "../support/runner/steps.ts"

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

  it("made from HTML has each block, row and item of a list on a line of its own", () => {
    const block = [
      ..."address article aside blockquote center dd details div dl dt figure footer form h1 h2 h3 h4 h5 h6".split(" "),
      ..."header hgroup hr main nav ol p pre section summary table ul".split(" ")
    ]
    for (const name of block)
      assert.deepStrictEqual(
        htmlToText(`before<${name}>within</${name}>after`).split(/\n+/),
        ["before", "within", "after"],
        name
      )
    assert.strictEqual(htmlToText("<table><tr><td>A</td><td>B</td></tr><tr><th>C<th>D</tr></table>"), "A B\nC D")
    assert.strictEqual(
      htmlToText("<ul>\n<li>Green</li>\n<li><p>Black</p><ol><li>x<li></li><li>z</ol></li></ul>"),
      "- Green\n- Black\n  1. x\n  3. z"
    )
    assert.strictEqual(
      htmlToText("one\n  line <b>bo</b>ld<br>next<pre>  a\n  b</pre>"),
      "one line bold\nnext\n\n  a\n  b"
    )
  })

  it("made from HTML keeps words of separate elements apart, and punctuation where it is", () => {
    const link = `<a href="https://a.b/">Tea</a>`
    for (const [html, text] of [
      ["<td>a</td><td>b</td>", "a b"],
      ["<img alt=Tea><img alt=Cups>", "Tea Cups"],
      ["<button>Yes</button><button>No</button>", "Yes No"],
      ["<select><option>One<option>Two</select>", "One Two"],
      [`${link}${link}`, "Tea (https://a.b/) Tea (https://a.b/)"],
      [`(${link}), <img alt=Cups>!`, "(Tea (https://a.b/)), Cups!"],
      [`<a href="https://a.b/">https://a.b/</a>Tea`, "https://a.b/ Tea"],
      [`Tea<a href="https://a.b/"></a>`, "Tea https://a.b/"],
      ["<fieldset><legend>Tea</legend>Cups</fieldset>", "Tea\nCups"],
      ["<b>wo</b>rd<a name=top></a>s", "words"]
    ] as const)
      assert.strictEqual(htmlToText(html), text, html)
  })

  it("made from HTML names an image by its alternative text, and an address once", () => {
    const image = `<img src="https://a.b/c.png" alt="Summer &amp; sale">`
    assert.strictEqual(htmlToText(`<a href="https://a.b/">${image}</a>`), "Summer & sale (https://a.b/)")
    assert.strictEqual(htmlToText(`${image}<img src="https://a.b/dot.gif" alt="">`), "Summer & sale")
    assert.strictEqual(htmlToText(`<a href="https://a.b/">https://a.b/</a>`), "https://a.b/")
    assert.strictEqual(htmlToText(`<a href="mailto:a@b.c">a@b.c</a> <a href="#top">Top</a>`), "a@b.c Top")
    assert.strictEqual(htmlToText(`<a href="https://a.b/"></a>`), "https://a.b/")
  })

  it("made from HTML omits the invisible filling of a preheader, and keeps what joins letters and emoji", () => {
    const filling = "&#847;&zwnj;&nbsp;&#8203; &shy;".repeat(20)
    assert.strictEqual(
      htmlToText(`<div style="display:none">Ends tonight ${filling}</div>Hello`),
      "Ends tonight\nHello"
    )
    assert.strictEqual(
      htmlToText("می\u200cخواهم 👩\u200d🚀 Dampf\u00adschiff"),
      "می\u200cخواهم 👩\u200d🚀 Dampf\u00adschiff"
    )
  })

  it("made from HTML has its entities decoded once, without creating tags", () => {
    assert.strictEqual(
      htmlToText("<p>&amp;lt; &lt;b&gt; &#34;&#39; &hellip; caf&eacute; &#x1F600;</p>"),
      `&lt; <b> "' … café 😀`
    )
    assert.strictEqual(htmlToText("&lt;&lt;//style&gt;&amp;amp;"), "<<//style>&amp;")
    assert.strictEqual(htmlToText(`<a href="https://a.b/?x=1&amp;y=&amp;lt;">w</a>`), "w (https://a.b/?x=1&y=&lt;)")
  })

  it("is made from any HTML, with its links, in steps that grow with its length", async () => {
    const pieces = [
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
      "<ul><li>x",
      "<li>x",
      "<td>x",
      "<pre> \n",
      "&nbsp;&zwnj;",
      "\u200b ",
      `<img alt="a b">`,
      `<a title="<`,
      "<a a=b",
      "<a =",
      '"',
      ">",
      "https://",
      "a@b",
      `<a href="${"java ".repeat(50)}">`
    ]
    const growths = await growthOf(pieces.map((piece) => ["mail", 40_000, piece] as const))
    for (const [at, piece] of pieces.entries()) assert.isBelow(growths[at] ?? Infinity, 12, piece)
  })
})
