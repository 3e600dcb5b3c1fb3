import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Links } from "../../src/outbound/templates/Links.ts"
import { render } from "../../src/outbound/templates/Template.ts"
import { trackLinks, trackText } from "../../src/outbound/templates/trackLinks.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { settingsLayer } from "../support/database/databases.ts"

const LinksLayer = Links.layer.pipe(
  Layer.provide(Keys.layerMemory),
  Layer.provide(settingsLayer({ PUBLIC_URL: "https://tally.example" }))
)

const ref = { account_id: "acc", message_id: "msg" }
/** The target of the first tracked link of a message. */
const targetOf = (message: string) =>
  Effect.map(Links, (links) => links.open("click", /\/c\/([\w.-]+)/.exec(message)?.[1] ?? "")?.[2])

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

  it.effect("is the whole value of a parameter, whatever characters it has", () =>
    Effect.gen(function* () {
      for (const name of ["Tom & Jerry #1", `"a" <b> 'c' d=e&f=g`, "Ünïcödé", "tea"])
        for (const source of [
          `<a href="https://shop.example/?a=1&amp;q={{ name }}&b=2#top">x</a>`,
          `<a href="https://shop.example/?a=1&q={{ name }}&b={% if name %}2{% endif %}#top">x</a>`
        ]) {
          const target = yield* Effect.flatMap(rendered(source, { name }), targetOf)
          const { searchParams, hash } = new URL(target ?? "")
          const value = [searchParams.get("a"), searchParams.get("q"), searchParams.get("b"), hash]
          assert.deepStrictEqual(value, ["1", name, "2", "#top"], `${source} ${target}`)
        }
    }).pipe(Effect.provide(LinksLayer))
  )

  it.effect("is not encoded a second time as a value, nor where it holds parameters of its own", () =>
    Effect.gen(function* () {
      const values = { name: "Tom & Jerry", query: "a=1&b=2" }
      for (const [source, target] of [
        [`<a href="https://shop.example/?q={{ name | url_encode }}">x</a>`, "https://shop.example/?q=Tom+%26+Jerry"],
        [`<a href="https://shop.example/?{{ query }}">x</a>`, "https://shop.example/?a=1&b=2"]
      ] as const)
        assert.strictEqual(yield* Effect.flatMap(rendered(source, values), targetOf), target)
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
