import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { searchLimits, searchTerms } from "../../src/domain/contacts/contactSearch.ts"

const texts = (search: string) => searchTerms(search).map(({ text }) => text)

describe("the terms of a search", () => {
  it("are its words, in lower case and without accents", () => {
    assert.deepStrictEqual(texts("  Zoë, LOVELACE;Иван "), ["zoe", "lovelace", "иван"])
    assert.deepStrictEqual(texts("O’Brien"), ["obrien"])
    assert.deepStrictEqual(texts(" , ; "), [])
  })

  it("of a phone number are its digits, however it is written", () => {
    for (const search of ["+1 (415) 555-2671", "0014155552671", "1.415.555.2671"]) {
      assert.deepStrictEqual(texts(search), ["14155552671"], search)
    }
    assert.deepStrictEqual(texts("020 7946 0000"), ["2079460000"])
    assert.deepStrictEqual(texts("0178"), ["0178"])
    assert.deepStrictEqual(texts("000000"), ["0000"])
  })

  it("of one or two characters match the beginning of a word", () => {
    assert.deepStrictEqual(searchTerms("Li"), [{ text: " li", grams: [" li"] }])
    assert.deepStrictEqual(searchTerms("a"), [{ text: " a", grams: [] }])
  })

  it("of an address are found by pieces of the part before its domain, which few contacts share", () => {
    assert.deepStrictEqual(searchTerms("customer1@example.com"), [
      { text: "customer1@example.com", grams: ["cus", "sto", "ome", "r1@"] }
    ])
  })

  it("of many characters are found by a piece of each three of them", () => {
    assert.deepStrictEqual(searchTerms("family17")[0]?.grams, ["fam", "mil", "y17"])
    assert.deepStrictEqual(searchTerms("customer4861101@example.com")[0]?.grams, [
      "cus",
      "sto",
      "mer",
      "r48",
      "611",
      "01@"
    ])
  })

  it.prop("are few, and each piece of three characters is a part of its term", [Schema.String], ([search]) => {
    const terms = searchTerms(search)
    assert.isAtMost(terms.length, searchLimits.terms)
    for (const { text, grams } of terms) {
      assert.isAtMost(grams.length, 12)
      for (const gram of grams) assert.isTrue(text.includes(gram) && [...gram].length === 3)
    }
  })
})
