import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { smsParts } from "../../src/domain/messages/smsParts.ts"

/** The code points of GSM 03.38 in the order of their codes from 00 to 7F, as Unicode's table GSM0338.TXT maps them; 1B is the escape. */
const basic = [
  "0040 00A3 0024 00A5 00E8 00E9 00F9 00EC 00F2 00C7 000A 00D8 00F8 000D 00C5 00E5",
  "0394 005F 03A6 0393 039B 03A9 03A0 03A8 03A3 0398 039E -    00C6 00E6 00DF 00C9",
  "0020 0021 0022 0023 00A4 0025 0026 0027 0028 0029 002A 002B 002C 002D 002E 002F",
  "0030 0031 0032 0033 0034 0035 0036 0037 0038 0039 003A 003B 003C 003D 003E 003F",
  "00A1 0041 0042 0043 0044 0045 0046 0047 0048 0049 004A 004B 004C 004D 004E 004F",
  "0050 0051 0052 0053 0054 0055 0056 0057 0058 0059 005A 00C4 00D6 00D1 00DC 00A7",
  "00BF 0061 0062 0063 0064 0065 0066 0067 0068 0069 006A 006B 006C 006D 006E 006F",
  "0070 0071 0072 0073 0074 0075 0076 0077 0078 0079 007A 00E4 00F6 00F1 00FC 00E0"
]

/** Those that follow the escape, by the same table: 0A, 14, 28, 29, 2F, 3C, 3D, 3E, 40 and 65. */
const extension = "000C 005E 007B 007D 005C 005B 007E 005D 007C 20AC"

const codePoints = (table: string) =>
  table
    .split(/ +/)
    .filter((code) => code !== "-")
    .map((code) => Number.parseInt(code, 16))

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

  it("take one place for each character of Unicode's table of GSM 03.38, two for each after its escape, and no other", () => {
    const one = new Set(codePoints(basic.join(" ")))
    const two = new Set(codePoints(extension))
    assert.deepStrictEqual([one.size, two.size], [127, 10])
    // Each of the first 9,000, which hold all of the table, and every 41st beyond.
    for (let code = 0; code < 0x1_0000; code += code < 9_000 ? 1 : 41) {
      const isSurrogate = code >= 0xd800 && code < 0xe000
      if (isSurrogate) continue
      const sign = String.fromCodePoint(code)
      const name = `U+${code.toString(16)}`
      const fits = one.has(code) ? 160 : two.has(code) ? 80 : 0
      assert.strictEqual(smsParts(sign).encoding, fits === 0 ? "UCS-2" : "GSM-7", name)
      if (fits === 0) continue
      assert.deepStrictEqual([smsParts(sign.repeat(fits)).parts, smsParts(sign.repeat(fits + 1)).parts], [1, 2], name)
    }
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
