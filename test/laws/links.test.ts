import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Links } from "../../src/messages/Links.ts"
import { isSignedBy } from "../../src/messages/smsSignature.ts"
import { htmlToText } from "../../src/messages/htmlToText.ts"
import { trackLinks, trackText } from "../../src/messages/trackLinks.ts"
import { Keys } from "../../src/store/Keys.ts"
import { settingsLayer } from "../support/databases.ts"

const LinksLayer = Links.layer.pipe(
  Layer.provide(Keys.layerMemory),
  Layer.provide(settingsLayer({ PUBLIC_URL: "https://tally.example" }))
)

describe("links", () => {
  const Parts = Schema.Array(Schema.String.check(Schema.makeFilter((text) => text.isWellFormed())))
  it.effect.prop(
    "only what was signed as this kind opens, and it opens unchanged",
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
  it.effect("only http and https links go by way of us", () =>
    Effect.gen(function* () {
      const links = yield* Links
      const html = `<a href="mailto:a@b.c">m</a><a href='javascript:x'>j</a><a href="/x">r</a><A class=x HREF='https://a.b'>h</A>`
      const tracked = trackLinks(links, { account_id: "acc", message_id: "msg" }, html)
      assert.match(
        tracked,
        /^<a href="mailto:a@b.c">m<\/a><a href='javascript:x'>j<\/a><a href="\/x">r<\/a><A class=x HREF="https:\/\/tally\.example\/c\/[\w.-]+">h<\/A>$/
      )
    }).pipe(Effect.provide(LinksLayer))
  )
})

describe("a text", () => {
  it.effect("keeps what ends a sentence out of its links", () =>
    Effect.gen(function* () {
      const links = yield* Links
      const text = trackText(
        links,
        { account_id: "acc", message_id: "msg" },
        "See https://a.b/c?d=1!?). Or https://a.b"
      )
      assert.match(text, /^See https:\/\/tally\.example\/c\/[\w.-]+!\?\)\. Or https:\/\/tally\.example\/c\/[\w.-]+$/)
    }).pipe(Effect.provide(LinksLayer))
  )

  it("made of HTML shows what a browser does: no styles, titles and scripts, also when they are never closed", () => {
    const head = "<head><title>T</title><style>p { color: red }</style><script>x()</script>"
    assert.strictEqual(htmlToText(`<html>${head}</head><body><p>Hello</p></body>`), "Hello")
    assert.strictEqual(htmlToText(`<html>${head}<body><p>Hello</p>`), "Hello")
    assert.strictEqual(htmlToText("<p>Hello</p><style>p { color: red }</p>"), "Hello")
  })
})

describe("what the SMS provider posts", () => {
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2"
  const form = new URLSearchParams({
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675310",
    Digits: "1234",
    From: "+14158675310",
    To: "+18005551212"
  })
  it("is believed with the signature of the provider's own documentation, and no other", () => {
    const signature = "GvWf1cFY/Q7PnoempGyD5oXAezc="
    assert.isTrue(isSignedBy("12345", url, form, signature))
    assert.isFalse(isSignedBy("12346", url, form, signature))
    assert.isFalse(isSignedBy("12345", `${url}&c=3`, form, signature))
    assert.isFalse(isSignedBy("12345", url, new URLSearchParams([...form, ["Body", "STOP"]]), signature))
    assert.isFalse(isSignedBy("12345", url, form, ""))
  })
})
