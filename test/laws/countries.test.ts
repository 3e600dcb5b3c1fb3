import { assert, describe, it } from "@effect/vitest"
import { getCountries, isSupportedCountry } from "libphonenumber-js"
import { alpha2Of, countryCode, hasPhoneNumbers } from "../../src/domain/contacts/Country.ts"

const codes = [...alpha2Of.values()]

describe("countries", () => {
  it("are all of ISO 3166 and Kosovo, each with one alpha-2 and one alpha-3 code", () => {
    assert.strictEqual(alpha2Of.size, 250)
    assert.strictEqual(new Set(codes).size, 250)
    const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })
    for (const [alpha3, alpha2] of alpha2Of) {
      assert.match(alpha3, /^[A-Z]{3}$/)
      assert.isDefined(names.of(alpha2), alpha2)
      assert.deepStrictEqual([countryCode(alpha3), countryCode(` ${alpha2.toLowerCase()} `)], [alpha2, alpha2])
    }
  })

  it("are those with phone metadata, except two islands without an ISO 3166 code", () => {
    assert.deepStrictEqual(
      getCountries().filter((country) => !codes.includes(country)),
      ["AC", "TA"]
    )
  })

  it("have phone numbers where libphonenumber's metadata has some", () => {
    const all = new Set([...codes, ...getCountries(), "ZZ", "us", "USA", ""])
    assert.deepStrictEqual(
      [...all].filter((code) => hasPhoneNumbers(code) !== isSupportedCountry(code)),
      []
    )
  })

  it("are recognized by name in English and other languages", () => {
    for (const language of ["en", "de", "fr", "es", "it", "nl", "pl"]) {
      const names = new Intl.DisplayNames([language], { type: "region" })
      for (const code of ["US", "GB", "IN", "DE", "FR", "BR", "JP", "NL", "PL", "ZA", "CI", "CW"]) {
        assert.strictEqual(countryCode(names.of(code) ?? ""), code, `${language} ${code}`)
      }
    }
    for (const [name, code] of Object.entries({
      India: "IN",
      "UNITED STATES OF AMERICA": "US",
      "u.s.a.": "US",
      UK: "GB",
      "The Netherlands": "NL",
      "Korea, Republic of": "KR",
      "Trinidad and Tobago": "TT",
      "St. Lucia": "LC",
      "Cote d'Ivoire": "CI",
      Österreich: "AT",
      日本: "JP",
      Россия: "RU",
      भारत: "IN"
    })) {
      assert.strictEqual(countryCode(name), code, name)
    }
  })

  it("are not guessed from ambiguous names, states, continents or unknown names", () => {
    for (const name of [
      "Congo",
      "Korea",
      "California",
      "Europe",
      "Atlantis",
      "XX",
      "ZZZ",
      "+91",
      "",
      "I",
      "x".repeat(1_000)
    ]) {
      assert.isUndefined(countryCode(name), name)
    }
  })
})
