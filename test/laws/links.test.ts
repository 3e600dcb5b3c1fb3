import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Links } from "../../src/outbound/templates/Links.ts"
import { isSignedBy } from "../../src/outbound/sms/smsSignature.ts"
import { trackLinks } from "../../src/outbound/templates/trackLinks.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { settingsLayer } from "../support/database/databases.ts"
import { twilioSecret, twilioSignatures } from "../support/samples/twilioSignatures.ts"

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
          `<!-- a --!><a href="${address}">x</a>`,
          `<![CDATA[ ><a href="${address}">x</a>]]>`,
          `<p></p title="><a href="${address}">x</a>`
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
      assert.strictEqual(yield* tracked(`<p>a</p title=">b</p >`), "<p>a</p>b</p>")
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
    const proof = { url, form, signature: "GvWf1cFY/Q7PnoempGyD5oXAezc=", settings: undefined }
    assert.isTrue(isSignedBy("12345", proof))
    assert.isFalse(isSignedBy("12346", proof))
    assert.isFalse(isSignedBy("12345", { ...proof, url: `${url}&c=3` }))
    assert.isFalse(isSignedBy("12345", { ...proof, form: new URLSearchParams([...form, ["Body", "STOP"]]) }))
    assert.isFalse(isSignedBy("12345", { ...proof, signature: "" }))
  })

  it("is accepted as Twilio's own library accepts it: ports, repeated fields, shared keys", () => {
    const judged = twilioSignatures.map(({ name, url: called, form: fields, settings, signature }) => ({
      name,
      accepted: isSignedBy(twilioSecret, {
        url: called,
        form: new URLSearchParams(fields),
        signature,
        settings: settings ?? undefined
      })
    }))
    assert.deepStrictEqual(
      judged,
      twilioSignatures.map(({ name, accepted }) => ({ name, accepted }))
    )
  })
})
