import { assert, describe, it } from "@effect/vitest"
import { alpha2Of } from "../../src/domain/contacts/Country.ts"
import { isTextable } from "../../src/domain/contacts/textableNumber.ts"

const everywhere = [...alpha2Of.values()]

describe("phones that strangers may have texted", () => {
  it("are never of premium-rate, shared-cost, toll-free or personal numbers, or of a satellite or international network", () => {
    const numbers = {
      "premium-rate": ["+19005550123", "+449098790000", "+33899123456", "+499001234567", "+242800123456"],
      "shared cost": ["+448431234567", "+61131234"],
      "toll-free": ["+18005550199", "+33800123456"],
      personal: ["+447012345678", "+15005550006"],
      satellite: ["+870773111632", "+881612345678"],
      international: ["+8821612345678", "+883510012345", "+878101234567890", "+979123456789", "+80812345678"],
      "international toll-free": ["+80012345678"],
      unknown: ["+49900123456789", "+15552220199", "+888123456789"]
    }
    for (const [kind, all] of Object.entries(numbers))
      for (const phone of all) assert.isFalse(isTextable(phone, everywhere), `${kind} ${phone}`)
  })

  it("are of the countries that the account names, also where countries share a calling code", () => {
    const phones = {
      US: "+12025550199",
      CA: "+14165550123",
      JM: "+18762345678",
      DO: "+18095551234",
      GB: "+447400123456"
    }
    for (const [country, phone] of Object.entries(phones)) {
      assert.isTrue(isTextable(phone, [country]), phone)
      assert.isFalse(
        isTextable(
          phone,
          Object.keys(phones).filter((other) => other !== country)
        ),
        phone
      )
    }
    assert.isTrue(isTextable("+4532123456", everywhere))
  })
})
