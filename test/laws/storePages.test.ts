import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { acceptedLanguage, filled, Language } from "../../src/domain/languages/Language.ts"
import { leavingTexts } from "../../src/domain/languages/leavingTexts.ts"
import { preferenceTexts } from "../../src/domain/languages/preferenceTexts.ts"
import { unsubscribeTexts } from "../../src/domain/languages/unsubscribeTexts.ts"

const concepts = { leavingTexts, preferenceTexts, unsubscribeTexts }

const placeholders = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\{[a-z]+\}/g)].map(([name]) => name).toSorted()

describe("the words of pages for contacts", () => {
  for (const [concept, byLanguage] of Object.entries(concepts)) {
    it(`${concept} has every key in every language, with the same placeholders`, () => {
      const english = new Map(Object.entries<string>({ ...byLanguage.en }))
      for (const language of Language.literals) {
        const texts = new Map(Object.entries<string>({ ...byLanguage[language] }))
        assert.deepStrictEqual([...texts.keys()].toSorted(), [...english.keys()].toSorted(), language)
        for (const [key, text] of texts) {
          assert.match(text, /\S/, `${language} ${key}`)
          assert.deepStrictEqual(placeholders(text), placeholders(english.get(key) ?? ""), `${language} ${key}`)
        }
      }
    })
  }
})

describe("the language of a page", () => {
  it.prop(
    "is the one with the greatest weight, the first of several",
    [Schema.Array(Schema.Struct({ language: Language, weight: Schema.Literals([0, 0.2, 0.5, 1]) }))],
    ([ranges]) => {
      const header = ranges.map(({ language, weight }) => `${language}-XX;q=${weight}`).join(", ")
      const most = Math.max(0, ...ranges.map(({ weight }) => weight))
      const expected = most === 0 ? "en" : ranges.find(({ weight }) => weight === most)?.language
      assert.strictEqual(acceptedLanguage(header), expected)
    }
  )

  it("is English for others, and for headers that cannot be read", () => {
    const cases = [
      [undefined, "en"],
      ["", "en"],
      ["ja, zh;q=0.9", "en"],
      ["ja, de-AT;q=0.8, fr;q=0.9", "fr"],
      ["PL", "pl"],
      ["*", "en"],
      ["de;q=x", "en"],
      ["de;q=0", "en"],
      ["fr;q=7, it;q=0.1", "it"]
    ] as const
    for (const [header, language] of cases) assert.strictEqual(acceptedLanguage(header), language, header)
  })

  it("keeps placeholders of values as they are", () => {
    assert.strictEqual(
      filled("{store} to {address}, {other}", { store: "{address}", address: "a" }),
      "{address} to a, {other}"
    )
  })
})
