import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { codeKey, distinctCodes, isCouponCode, sampleCode } from "../../src/domain/coupons/couponCode.ts"
import { bytesFor, codeAlphabet, codesOf, CouponPattern, maxCodesOf } from "../../src/domain/coupons/couponPattern.ts"
import { poolLevel } from "../../src/domain/coupons/poolLevel.ts"
import { redeemedCodes } from "../../src/domain/coupons/redeemedCodes.ts"

const Codes = Schema.Array(Schema.String.check(Schema.isPattern(/^[A-Ca-c]{3}$/))).check(Schema.isMaxLength(60))
const Bytes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))).check(
  Schema.isMaxLength(400)
)

describe("codes of coupons", () => {
  it.prop("are kept once each, case aside, and none is lost", [Codes], ([codes]) => {
    const { distinct, repeated } = distinctCodes(codes)
    assert.strictEqual(new Set(distinct.map(codeKey)).size, distinct.length)
    assert.deepStrictEqual(new Set(distinct.map(codeKey)), new Set(codes.map(codeKey)))
    assert.deepStrictEqual([...distinct, ...repeated].toSorted(), [...codes].toSorted())
  })

  it.prop(
    "of a pattern keep its letters, and have random ones of the alphabet elsewhere",
    [CouponPattern, Bytes],
    ([pattern, random]) => {
      const codes = codesOf(pattern, 20, Uint8Array.from(random))
      const form = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("#", `[${codeAlphabet}]`)}$`)
      for (const code of codes) {
        assert.match(code, form)
        assert.isTrue(isCouponCode(code))
      }
      assert.deepStrictEqual(codesOf(pattern, 20, Uint8Array.from(random)), codes)
    }
  )

  it("of a pattern are equally likely, whatever the bytes", () => {
    // Each byte stands for a character of its own, or for none.
    const made = codesOf(
      "######",
      10_000,
      Uint8Array.from({ length: 256 * 60 }, (_, at) => at % 256)
    ).join("")
    const counts = [...codeAlphabet].map((character) => made.split(character).length - 1)
    assert.isAtMost(Math.max(...counts) - Math.min(...counts), 1)
  })

  it("of a pattern can't be guessed: one of ten thousand guesses at most hits one", () => {
    assert.strictEqual(maxCodesOf("SPRING-######"), Math.floor(26 ** 6 / 10_000))
    assert.isAbove(maxCodesOf("########"), 1_000_000)
    assert.isBelow(maxCodesOf("######"), 31_000)
  })

  it("of a pattern are nearly all made of the bytes that are asked for", () => {
    const pattern = "A-########"
    const bytes = Uint8Array.from({ length: bytesFor(pattern, 1_000) }, (_, at) => (at * 97 + 13) % 256)
    assert.isAtLeast(codesOf(pattern, 1_000, bytes).length, 950)
  })

  it("are letters, digits and a few signs, and never the sample", () => {
    for (const code of ["abc", "SPRING-2026", "a.b_c-d", "9".repeat(64)]) assert.isTrue(isCouponCode(code), code)
    for (const code of ["ab", "a b c", "-abc", "ÄBC", "<abc>", "9".repeat(65), sampleCode, "sample-code"])
      assert.isFalse(isCouponCode(code), code)
  })
})

describe("a pool of codes", () => {
  const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
  it.prop(
    "is low at a tenth and empty at none, and only ever gets emptier as codes are given",
    [Count, Count],
    ([one, other]) => {
      const [free, total] = [Math.min(one, other), Math.max(one, other)]
      const levels = ["ok", "low", "empty"]
      const level = poolLevel({ total, free })
      assert.strictEqual(level, free === 0 ? "empty" : free / total <= 0.1 ? "low" : "ok")
      assert.isAtLeast(levels.indexOf(poolLevel({ total, free: free - 1 })), levels.indexOf(level))
    }
  )
})

describe("codes that an order redeems", () => {
  it("are those of its discounts, case and space aside, each once", () => {
    const discounts = [{ code: " spring-1 ", amount: 5 }, { code: "SPRING-1" }, { code: "b b" }, { amount: 1 }, null, 7]
    assert.deepStrictEqual(redeemedCodes(JSON.stringify(discounts)), ["SPRING-1"])
    assert.deepStrictEqual(redeemedCodes(null), [])
    assert.deepStrictEqual(redeemedCodes('{"code":"SPRING-1"}'), [])
  })
})
