import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Language } from "../../src/domain/languages/Language.ts"
import { makeRenderBudget } from "../../src/outbound/templates/RenderBudget.ts"
import { render } from "../../src/outbound/templates/Template.ts"
import { localeOf } from "../../src/outbound/templates/TemplateLocale.ts"

const shown = (source: string, country: string, content: Language | null) =>
  Effect.map(
    render("html", source, {}, makeRenderBudget(), localeOf({ timezone: "UTC", country, content })),
    ({ text }) => text
  )

describe("a sum of money in a message", () => {
  it.effect("writes as the language of the message does, and as the account's country where that reads it", () =>
    Effect.gen(function* () {
      for (const [country, content, expected] of [
        ["US", null, "€1,234.50"],
        ["DE", null, "1.234,50\u00a0€"],
        ["US", "de", "1.234,50\u00a0€"],
        ["DE", "en", "€1,234.50"],
        ["AT", "de", "€\u00a01.234,50"],
        ["DE", "fr", "1\u202f234,50\u00a0€"],
        ["DE", "es", "1234,50\u00a0€"],
        ["DE", "it", "1234,50\u00a0€"],
        ["DE", "nl", "€\u00a01.234,50"],
        ["DE", "pt", "1234,50\u00a0€"],
        ["BR", "pt", "€\u00a01.234,50"],
        ["DE", "pl", "1234,50\u00a0€"],
        ["JP", "de", "1.234,50\u00a0€"]
      ] as const)
        assert.strictEqual(
          yield* shown("{{ 1234.5 | money: 'EUR' }}", country, content),
          expected,
          `${country} ${content}`
        )
      assert.strictEqual(yield* shown("{{ 5 | money: 'EUR', 'de-DE' }}", "DE", "en"), "5,00\u00a0€")
    })
  )
})
