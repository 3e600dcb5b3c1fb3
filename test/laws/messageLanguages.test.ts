import { assert, describe, it } from "@effect/vitest"
import { countryLanguage } from "../../src/domain/languages/countryLanguage.ts"
import { linkWords, messageLanguage, serviceText } from "../../src/domain/languages/messageWords.ts"
import { Language } from "../../src/domain/languages/Language.ts"
import { composeMail } from "../../src/outbound/email/composeMail.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"

const languageOf = (country: string, language: string | null = null, custom_fields = {}) =>
  messageLanguage({ language, countryLanguage: countryLanguage(country) ?? "" }, custom_fields)

describe("the language of a message", () => {
  it("is the account's, else that of its country, and its words are in the contact's where that is known", () => {
    assert.deepStrictEqual(languageOf("FR"), { content: "fr", words: "fr" })
    assert.deepStrictEqual(languageOf("BR"), { content: "pt", words: "pt" })
    assert.deepStrictEqual(languageOf("FR", "en"), { content: "en", words: "en" })
    // A country of another language: what the content is written in is not known.
    assert.deepStrictEqual(languageOf("JP"), { content: null, words: "en" })
    assert.deepStrictEqual(languageOf("FR", null, { Language: "de-AT" }), { content: "fr", words: "de" })
    assert.deepStrictEqual(languageOf("FR", null, { preferred_language: "ja", locale: "it_IT" }), {
      content: "fr",
      words: "it"
    })
    for (const value of ["", "x".repeat(1_000), 5, null, "français"])
      assert.strictEqual(languageOf("FR", null, { language: value }).words, "fr", String(value))
  })

  it("holds for all words of a mail, its text part and its lang", () => {
    for (const words of Language.literals) {
      const own = linkWords({ content: null, words })
      for (const layout of ["shell", "none"] as const) {
        const message = {
          ...dueMessage({ layout, language: { content: "fr", words } }),
          to: "a@example.com",
          subject: "Hi"
        }
        const { html, text } = composeMail(links, { ...message, html: { text: "<p>Thé</p>", data: [] } })
        assert.include(html, `>${own.unsubscribe}</a>`)
        assert.include(text, own.unsubscribe)
        if (words !== "en") assert.notMatch(html + text, /Unsubscribe|Preferences/)
        if (layout === "none") continue
        assert.include(html, '<html lang="fr"')
        assert.strictEqual(html.includes(`<td dir="auto" lang="${words}"`), words !== "fr")
        assert.include(text, `${own.preferences}: https://`)
      }
    }
  })

  it("holds for the service's own texts, which name STOP and START, and are one part long", () => {
    for (const words of Language.literals) {
      const [welcome, stopped] = (["welcome", "confirmation"] as const).map((purpose) =>
        serviceText(purpose, { content: null, words })
      )
      assert.include(welcome, "STOP")
      assert.include(stopped, "START")
      for (const text of [welcome, stopped]) assert.isAtMost(text?.length ?? 0, 130, words)
    }
  })
})
