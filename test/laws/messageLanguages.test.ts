import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { decodeCampaign } from "../../src/domain/campaigns/decodeCampaign.ts"
import { countryLanguage } from "../../src/domain/languages/countryLanguage.ts"
import {
  languageOfAccount,
  languageOfContact,
  linkWords,
  messageLanguage,
  serviceLanguage,
  serviceText
} from "../../src/domain/languages/messageWords.ts"
import {
  chooseTranslation,
  chosenLanguage,
  makeMessage,
  MessageContents
} from "../../src/domain/content/messageContents.ts"
import { Language } from "../../src/domain/languages/Language.ts"
import { composeMail } from "../../src/outbound/email/composeMail.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"

const wantedOf = (country: string, language: string | null = null, custom_fields = {}) => ({
  contact: languageOfContact(custom_fields),
  account: languageOfAccount({ language, countryLanguage: countryLanguage(country) ?? "" })
})

const languageOf = (country: string, language: string | null = null, custom_fields = {}) =>
  chosenLanguage(null, null, wantedOf(country, language, custom_fields))

const Wanted = Schema.Struct({ contact: Schema.NullOr(Language), account: Schema.NullOr(Language) })

describe("the language of a message", () => {
  it("is the account's, else that of its country, and so are its words: the contact's where that is not known", () => {
    assert.deepStrictEqual(languageOf("FR"), { content: "fr", words: "fr" })
    assert.deepStrictEqual(languageOf("BR"), { content: "pt", words: "pt" })
    assert.deepStrictEqual(languageOf("FR", "en"), { content: "en", words: "en" })
    // A country of another language: what the content is written in is not known.
    assert.deepStrictEqual(languageOf("JP"), { content: null, words: "en" })
    assert.deepStrictEqual(languageOf("FR", null, { Language: "de-AT" }), { content: "fr", words: "fr" })
    assert.deepStrictEqual(languageOf("JP", null, { preferred_language: "ja", locale: "it_IT" }), {
      content: null,
      words: "it"
    })
    for (const value of ["", "x".repeat(1_000), 5, null, "français"])
      assert.strictEqual(languageOf("JP", null, { language: value }).words, "en", String(value))
    // The service writes its own texts in all of them.
    assert.deepStrictEqual(serviceLanguage(wantedOf("FR", null, { Language: "de-AT" })), { content: "de", words: "de" })
    assert.deepStrictEqual(serviceLanguage(wantedOf("JP")), { content: "en", words: "en" })
    assert.deepStrictEqual(messageLanguage("es", wantedOf("FR")), { content: "es", words: "es" })
  })

  it.prop(
    "is the contact's if the content has it, else the account's, else that of the content itself",
    [MessageContents, Wanted],
    ([contents, wanted]) => {
      const own = contents.language ?? wanted.account
      const has = (language: Language | null) =>
        language !== null && (contents.languages.includes(language) || language === own)
      const expected = has(wanted.contact) ? wanted.contact : has(wanted.account) ? wanted.account : own
      const chosen = chooseTranslation(contents, wanted)
      assert.isTrue(chosen === null || contents.languages.includes(chosen))
      const { content, words } = chosenLanguage(contents, chosen, wanted)
      assert.strictEqual(content, expected)
      if (content !== null) assert.strictEqual(words, content)
    }
  )

  it("is chosen among all that were written, each with its own templates", () => {
    const made = makeMessage({
      subject: "Hi",
      html: "<p>Tea</p>",
      language: "en",
      translations: {
        de: { subject: "Hallo", preheader: "Neu", html: "<p>Tee</p>" },
        fr: { subject: "Salut", html: "<p>Thé</p>" }
      }
    })
    assert.deepStrictEqual([made.subject, made.body, made.contents?.languages], ["Hi", "<p>Tea</p>", ["de", "fr"]])
    assert.include(made.contents?.translations["de"]?.body, "Neu")
    assert.strictEqual(made.contents?.translations["fr"]?.body, "<p>Thé</p>")
    assert.isNull(makeMessage({ text: "Hi" }).contents)
    assert.deepStrictEqual(
      makeMessage({ text: "Hi", translations: { pl: { text: "Cześć" } } }).contents?.translations,
      {
        pl: { subject: null, body: "Cześć", shown_if: {} }
      }
    )
  })

  it("is another one in each translation", () => {
    const written = { subject: "Hallo", html: "<p>Tee</p>" }
    const variant = { ...written, language: "de", translations: { de: written, tlh: written } }
    const decoded = decodeCampaign({ name: "Tea", channel: "email", variants: [variant] }, () => [])
    const fields = decoded._tag === "Failure" ? decoded.failure.issues.map(({ field }) => field) : []
    assert.deepStrictEqual(fields, ["variants.0.translations.tlh"])
    const { tlh: _, ...translations } = variant.translations
    const known = decodeCampaign({ name: "Tea", channel: "email", variants: [{ ...variant, translations }] }, () => [])
    assert.deepStrictEqual(known._tag === "Failure" ? known.failure.issues : [], [
      { field: "variants.0.translations.de", message: "Is in the language of the content itself" }
    ])
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
