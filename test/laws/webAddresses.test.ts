import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result, Schema } from "effect"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { CustomIntegrationChange, CustomIntegrationInput } from "../../src/domain/integrations/CustomIntegration.ts"
import { checkDefinition } from "../../src/domain/flows/checkDefinition.ts"
import { Links } from "../../src/outbound/templates/Links.ts"
import { trackLinks } from "../../src/outbound/templates/trackLinks.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { settingsLayer } from "../support/database/databases.ts"

const dashboard = join(import.meta.dirname, "../../src/dashboard")

/** Whether each place that accepts external links accepts this one. */
const taken = Effect.fnUntraced(function* (url: string) {
  const links = yield* Links
  const html = `<a href="${url.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">x</a>`
  return {
    integration: Result.isSuccess(
      Schema.decodeUnknownResult(CustomIntegrationInput)({ store_name: "a", store_url: url })
    ),
    change: Result.isSuccess(Schema.decodeUnknownResult(CustomIntegrationChange)({ store_url: url })),
    webhook: checkDefinition(definitionOf([{ id: "a", type: "webhook", url }]), () => []).length === 0,
    click: trackLinks(links, { account_id: "acc", message_id: "msg" }, { text: html, data: [] }).includes(
      "https://tally.example/c/"
    )
  }
})

const everywhere = (is: boolean) => ({ integration: is, change: is, webhook: is, click: is })

const withLinks = Effect.provide(
  Links.layer.pipe(
    Layer.provide(Keys.layerMemory),
    Layer.provide(settingsLayer({ PUBLIC_URL: "https://tally.example" }))
  )
)

const Scheme = Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9+.-]{0,11}$/))
const Rest = Schema.String.check(Schema.isPattern(/^[a-z0-9/?=:@.-]{0,20}$/))

describe("a link from external input", () => {
  it.effect("is accepted with http or https", () =>
    Effect.gen(function* () {
      for (const url of [
        "https://a.example",
        "http://a.example:8080/b?c=d&e#f",
        "HTTPS://A.example",
        "https://ä.example"
      ])
        assert.deepStrictEqual(yield* taken(url), everywhere(true), url)
    }).pipe(withLinks)
  )

  it.effect("is not followed when relative or disguised", () =>
    Effect.gen(function* () {
      for (const url of [
        "/a",
        "//a.example",
        "a.example",
        "https//a.example",
        "https://",
        "javascript:alert(1)//https://a.example",
        "java\nscript:alert(1)",
        "\u0001javascript:alert(1)",
        "data:text/html,https://a.example",
        "view-source:https://a.example",
        "blob:https://a.example/b"
      ])
        assert.deepStrictEqual(yield* taken(url), everywhere(false), url)
    }).pipe(withLinks)
  )

  it.effect.prop("is not followed with any other scheme", [Scheme, Rest], ([scheme, rest]) =>
    Effect.gen(function* () {
      if (/^https?$/i.test(scheme)) return
      assert.deepStrictEqual(yield* taken(`${scheme}:${rest}`), everywhere(false))
    }).pipe(withLinks)
  )

  it("is not rendered as a link in the dashboard, which links to its own pages only", () => {
    const written = globSync("**/*.tsx", { cwd: dashboard }).flatMap((path) => [
      ...readFileSync(join(dashboard, path), "utf8").matchAll(/\b(?:href|src|formAction|xlinkHref)=\S+/g)
    ])
    assert.isAbove(written.length, 1)
    const others = written
      .map(([attribute]) => attribute)
      .filter((one) => !/^(?:href=(?:"[/#]|\{`\/(?:dashboard\/api|f)\/)|(?:href|src)=\{`\/m\/)/.test(one))
    assert.deepStrictEqual(others, [])
  })
})
