import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Links } from "../../src/messages/templates/Links.ts"
import { isSignedBy } from "../../src/messages/sms/smsSignature.ts"
import { render } from "../../src/messages/templates/Template.ts"
import { trackLinks, trackText } from "../../src/messages/templates/trackLinks.ts"
import { Keys } from "../../src/store/database/Keys.ts"
import { settingsLayer } from "../support/database/databases.ts"

const LinksLayer = Links.layer.pipe(
  Layer.provide(Keys.layerMemory),
  Layer.provide(settingsLayer({ PUBLIC_URL: "https://tally.example" }))
)

const ref = { account_id: "acc", message_id: "msg" }

const tracked = (text: string) => Effect.map(Links, (links) => trackLinks(links, ref, { text, data: [] }))

/** The target of the first tracked link of a message. */
const targetOf = (message: string) =>
  Effect.map(Links, (links) => links.open("click", /\/c\/([\w.-]+)/.exec(message)?.[1] ?? "")?.[2])

describe("links", () => {
  const Parts = Schema.Array(Schema.String.check(Schema.makeFilter((text) => text.isWellFormed())))
  it.effect.prop(
    "verify only for the kind they were signed for, with their content unchanged",
    [Parts, Schema.Int],
    ([parts, at]) =>
      Effect.gen(function* () {
        const links = yield* Links
        const token = links.sign("click", parts).split("/c/")[1] ?? ""
        assert.deepStrictEqual(links.open("click", token), parts)
        assert.isUndefined(links.open("unsubscribe", token))
        const place = Math.abs(at) % token.length
        const other = token[place] === "A" ? "B" : "A"
        assert.isUndefined(links.open("click", token.slice(0, place) + other + token.slice(place + 1)))
        assert.isUndefined(links.open("click", token.slice(0, place)))
      }).pipe(Effect.provide(LinksLayer))
  )
  it.effect(
    "only http and https links are tracked, and links with schemes other than mailto and tel lose their address",
    () =>
      Effect.gen(function* () {
        const html = `<a href="mailto:a@b.c">m</a><a href='javascript:x'>j</a><a href="/x">r</a><A class=x HREF='https://a.b'>h</A><a href=tel:+1>t</a>`
        assert.match(
          yield* tracked(html),
          /^<a href="mailto:a@b.c">m<\/a><a >j<\/a><a href="\/x">r<\/a><A class=x HREF="https:\/\/tally\.example\/c\/[\w.-]+">h<\/A><a href=tel:\+1>t<\/a>$/
        )
      }).pipe(Effect.provide(LinksLayer))
  )

  it.effect("no spelling of a forbidden scheme remains in a link", () =>
    Effect.gen(function* () {
      for (const address of [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " \n\tjavascript:alert(1)",
        "java\tscript:alert(1)",
        "java\nscript&#10;:alert(1)",
        "\u0001javascript:alert(1)",
        "java\u200Bscript:alert(1)",
        "java\u00ADscript:alert(1)",
        "&#106;avascript:alert(1)",
        "&#x6A;avascript&#58;alert(1)",
        "&#0000106avascript:alert(1)",
        "javascript&colon;alert(1)",
        "java&Tab;script&colon;alert(1)",
        "java&NewLine;script:alert(1)",
        "vbscript:msgbox(1)",
        "data:text/html,<script>alert(1)</script>",
        "DATA&colon;text/html;base64,AA==",
        "file:///etc/passwd",
        "blob:https://a.example/1",
        "view-source:https://a.example"
      ]) {
        for (const html of [
          `<a href="${address}">x</a>`,
          `<a href='${address}'>x</a>`,
          `<a class="y"href="${address}">x</a>`,
          `<a/href="${address}">x</a>`,
          `<a href="https://a.example" href="${address}">x</a>`,
          `<form action="${address}"><button formaction="${address}">x</button></form>`,
          `<svg><a xlink:href="${address}">x</a></svg>`,
          `<!--[if mso]><a href="${address}">x</a><![endif]-->`,
          `<a title="<style>" href="${address}">x</a>`,
          `<style></style ><a href="${address}">x</a>`,
          `<!--><a href="${address}">x</a>`,
          `<!-- a --!><a href="${address}">x</a>`
        ])
          assert.notInclude(yield* tracked(html), address, html)
      }
    }).pipe(Effect.provide(LinksLayer))
  )

  it.effect("ambiguous tags are text, and an unfinished tag is removed", () =>
    Effect.gen(function* () {
      const hidden = `<noscript><p title="</noscript><a href=javascript:alert(1)>x</a>"></noscript>`
      assert.notInclude(yield* tracked(hidden), "<a")
      assert.strictEqual(yield* tracked(`<p>a</p><a href="javascript:alert(1)//`), "<p>a</p>")
    }).pipe(Effect.provide(LinksLayer))
  )

  it.effect("entities of an address are decoded once", () =>
    Effect.gen(function* () {
      const targets = yield* Effect.forEach(
        [
          "https://a.b/?x=1&amp;y=2",
          "https://a.b/?x=1&y=2&copy=3",
          "https://a.b/?x=&amp;lt;",
          "https://a.b/?x=&#38;&#x26;y=&#34;&#39;",
          "https://a.b/caf&eacute;",
          "https://a.b/товар/杯子/😀"
        ],
        (address) => Effect.flatMap(tracked(`<a href="${address}">x</a>`), targetOf)
      )
      assert.deepStrictEqual(targets, [
        "https://a.b/?x=1&y=2",
        "https://a.b/?x=1&y=2&copy=3",
        "https://a.b/?x=&lt;",
        `https://a.b/?x=&&y="'`,
        "https://a.b/café",
        "https://a.b/товар/杯子/😀"
      ])
    }).pipe(Effect.provide(LinksLayer))
  )

  it.effect("at most 1,000 of one message are tracked", () =>
    Effect.gen(function* () {
      const html = yield* tracked(`<a href="https://a.b">x</a>`.repeat(1_200))
      assert.lengthOf(html.match(/\/c\//g) ?? [], 1_000)
      assert.lengthOf(html.match(/"https:\/\/a.b"/g) ?? [], 200)
    }).pipe(Effect.provide(LinksLayer))
  )
})

describe("a link that comes from data", () => {
  const evil = "https://evil.example/x"
  const rendered = Effect.fnUntraced(function* (source: string, values: Record<string, unknown> = {}) {
    return trackLinks(
      yield* Links,
      ref,
      yield* render("html", source, { evil, word: "word", host: "evil.example", ...values })
    )
  })

  it.effect("is neither tracked nor signed, whether whole or only its host is data", () =>
    Effect.gen(function* () {
      for (const source of [
        `<a href="{{ evil }}">x</a>`,
        `<a href='{{ evil | upcase }}'>x</a>`,
        `<a href={{ evil }}>x</a>`,
        `<a href="https://{{ host }}/">x</a>`,
        `<a href="https://shop.example.{{ host }}/">x</a>`,
        `<a href="https://shop.example{{ port }}/">x</a>`,
        `<a href="https://shop.example{{ port }}">x</a>`,
        `<a href="https://{{ word }}@shop.example/">x</a>`,
        `<a href="https://shop.example&#47{{ digit }}">x</a>`,
        `<a href="https:{{ slashes }}evil.example/">x</a>`,
        `<a href="{{ scheme }}://shop.example/">x</a>`,
        `{{ anchor | raw }}`,
        `{{ attribute | raw }} class="a">x</a>`,
        `{% capture all %}<a href="{{ evil }}">x</a>{% endcapture %}{{ all | raw }}`,
        `{% assign address = evil %}<a href="{{ address }}">x</a>`,
        `{% assign address = "https://" | append: host %}<a href="{{ address }}">x</a>`,
        `<a href="{{ 'https://' }}{{ host }}">x</a>`
      ]) {
        const html = yield* rendered(source, {
          port: "@evil.example",
          digit: "5.evil.example",
          slashes: "//",
          scheme: "https",
          anchor: `<a href="${evil}">x</a>`,
          attribute: `<a href="${evil}"`
        })
        assert.notInclude(html, "/c/", source)
        assert.include(html, "<a", source)
      }
    }).pipe(Effect.provide(LinksLayer))
  )

  it.effect("is tracked when the template names the host, and leads there", () =>
    Effect.gen(function* () {
      for (const [source, target] of [
        [`<a href="https://shop.example/{{ word }}?a={{ evil }}">x</a>`, `https://shop.example/word?a=${evil}`],
        [`<a href="https://shop.example?{{ word }}">x</a>`, "https://shop.example?word"],
        [`<a href="https://shop.example/">{{ evil }}</a>`, "https://shop.example/"],
        [`<a title="{{ evil }}" href="https://shop.example/">x</a>`, "https://shop.example/"],
        [`{% if evil %}<a href="https://shop.example/a">x</a>{% endif %}`, "https://shop.example/a"],
        [`{% raw %}<a href="https://shop.example/a">x</a>{% endraw %}`, "https://shop.example/a"],
        [
          `{% capture b %}<p>{{ word }}</p><a href="https://shop.example/b">x</a>{% endcapture %}{{ b | raw }}`,
          "https://shop.example/b"
        ],
        [
          `{% capture u %}https://shop.example/c?d=1&e=2{% endcapture %}<a href="{{ u }}">x</a>`,
          "https://shop.example/c?d=1&e=2"
        ],
        [`{% assign shop = "https://shop.example" %}<a href="{{ shop }}/sale">x</a>`, "https://shop.example/sale"]
      ] as const)
        assert.strictEqual(yield* Effect.flatMap(rendered(source), targetOf), target, source)
    }).pipe(Effect.provide(LinksLayer))
  )

  it.effect("is unchanged in a text message too", () =>
    Effect.gen(function* () {
      const links = yield* Links
      const text = (source: string) =>
        Effect.map(render("sms", source, { evil, word: "word" }), (output) => trackText(links, ref, output))
      assert.deepStrictEqual(yield* text("  See {{ evil }}"), { text: `See ${evil}`, links: [] })
      assert.strictEqual((yield* text("https://shop.example{{ word }}")).text, "https://shop.exampleword")
      const own = yield* text("  {{ word }} https://shop.example/{{ word }}!")
      assert.deepStrictEqual(
        own.links.map(({ url }) => url),
        ["https://shop.example/word"]
      )
      assert.strictEqual(own.text, `word https://tally.example/s/${own.links[0]?.code ?? ""}!`)
    }).pipe(Effect.provide(LinksLayer))
  )
})

describe("an SMS provider's request", () => {
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2"
  const form = new URLSearchParams({
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675310",
    Digits: "1234",
    From: "+14158675310",
    To: "+18005551212"
  })
  it("is accepted with the signature from the provider's documentation only", () => {
    const signature = "GvWf1cFY/Q7PnoempGyD5oXAezc="
    assert.isTrue(isSignedBy("12345", url, form, signature))
    assert.isFalse(isSignedBy("12346", url, form, signature))
    assert.isFalse(isSignedBy("12345", `${url}&c=3`, form, signature))
    assert.isFalse(isSignedBy("12345", url, new URLSearchParams([...form, ["Body", "STOP"]]), signature))
    assert.isFalse(isSignedBy("12345", url, form, ""))
  })
})
