import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { smsParts } from "../../src/domain/messages/smsParts.ts"

const partsOf = (text: string) => {
  const { encoding, parts, part_length } = smsParts(text)
  return [encoding, parts, part_length]
}

describe("the parts of a text", () => {
  it("are of 160 characters, or 153 where there are several, and of 70 or 67 with a sign beyond GSM 03.38", () => {
    assert.deepStrictEqual(partsOf("a".repeat(160)), ["GSM-7", 1, 160])
    assert.deepStrictEqual(partsOf("a".repeat(161)), ["GSM-7", 2, 153])
    assert.deepStrictEqual(partsOf("a".repeat(306)), ["GSM-7", 2, 153])
    assert.deepStrictEqual(partsOf("a".repeat(307)), ["GSM-7", 3, 153])
    assert.deepStrictEqual(partsOf(`${"a".repeat(69)}’`), ["UCS-2", 1, 70])
    assert.deepStrictEqual(partsOf(`${"a".repeat(70)}’`), ["UCS-2", 2, 67])
    assert.deepStrictEqual(partsOf("é".repeat(160)), ["GSM-7", 1, 160])
    // The euro takes two places, and is not divided between two parts.
    assert.deepStrictEqual(partsOf("€".repeat(80)), ["GSM-7", 1, 160])
    assert.deepStrictEqual(partsOf("€".repeat(153)), ["GSM-7", 3, 153])
    assert.deepStrictEqual(partsOf("🍵".repeat(35)), ["UCS-2", 1, 70])
    assert.deepStrictEqual(partsOf("🍵".repeat(67)), ["UCS-2", 3, 67])
  })

  it("name the signs that cost, and offer the plain ones where all of them have one", () => {
    const { special, plain } = smsParts("It’s “tea” – now… 50 % off\u00a0all")
    assert.deepStrictEqual(special, ["’", "“", "”", "–", "…", "\u00a0"])
    assert.strictEqual(plain, `It's "tea" - now... 50 % off all`)
    assert.isNull(smsParts("Tea’s 🍵").plain)
    assert.isNull(smsParts("Zażółć").plain)
    assert.deepStrictEqual(smsParts("It's tea"), {
      encoding: "GSM-7",
      part_length: 160,
      parts: 1,
      special: [],
      plain: null
    })
  })

  it.prop(
    "are enough for all characters, and plain signs never make more of them in GSM-7",
    [Schema.String],
    ([text]) => {
      const { parts, part_length, plain } = smsParts(text)
      assert.isAtLeast(parts * part_length, [...text].length)
      if (plain !== null) assert.strictEqual(smsParts(plain).encoding, "GSM-7")
    }
  )
})
