import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { SmsPartPrice, maxParts, smsCost } from "../../src/domain/messages/smsPrice.ts"

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const digits = 6

/** A number of millionths as text, with all six digits after the point. */
const textOf = (millionths: bigint): string =>
  String(millionths)
    .padStart(digits + 1, "0")
    .replace(/(?=.{6}$)/, ".")

/** Decimal text as a number of millionths. */
const millionthsOf = (text: string): bigint => {
  const [whole = "", fraction = ""] = text.split(".")
  return BigInt(whole + fraction.padEnd(digits, "0"))
}

const read = Schema.decodeUnknownResult(Schema.toCodecJson(SmsPartPrice))
const write = Schema.encodeUnknownSync(Schema.toCodecJson(SmsPartPrice))
const amountOf = (source: string) => {
  const price = read({ amount: JSON.rawJSON(source), currency: "eur" })
  return price._tag === "Success" ? price.success : undefined
}

describe("the price of texts", () => {
  it.prop(
    "is price times parts times people, exactly",
    [within(0, 100_000_000), within(1, 30), within(0, 10_000_000)],
    ([price, parts, people]) => {
      const own = amountOf(textOf(BigInt(price)))
      assert.isDefined(own)
      if (own === undefined) return
      const { amount, currency } = smsCost(own, { parts, people })
      assert.strictEqual(currency, "EUR")
      assert.strictEqual(millionthsOf(amount), BigInt(price) * BigInt(parts) * BigInt(people))
      assert.notMatch(amount, /\.\d*0$|\.$/)
    }
  )

  it.prop("is read and written as the same number", [within(0, 100_000_000)], ([price]) => {
    const own = amountOf(textOf(BigInt(price)))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(write(own))), { amount: price / 1_000_000, currency: "EUR" })
  })

  it("is a number from 0 to 100 with at most 6 digits after the point", () => {
    for (const [source, amount] of [
      ["0", "0"],
      ["-0", "0"],
      ["100.0", "100"],
      ["7.25e-2", "0.0725"],
      ["0.0725000000", "0.0725"],
      ["0.000001", "0.000001"]
    ] as const)
      assert.deepStrictEqual(amountOf(source), { amount, currency: "EUR" }, source)
    for (const source of ["-0.01", "100.000001", "101", "0.0000001", "1e300", '"0.1"', "null"])
      assert.isUndefined(amountOf(source), source)
  })

  it("has no error of floating point", () => {
    assert.strictEqual(smsCost({ amount: "0.0725", currency: "EUR" }, { parts: 2, people: 1 }).amount, "0.145")
    assert.strictEqual(smsCost({ amount: "0.1", currency: "EUR" }, { parts: 3, people: 1 }).amount, "0.3")
    assert.strictEqual(smsCost({ amount: "0.075", currency: "EUR" }, { parts: 2, people: 1_200 }).amount, "180")
  })

  it("is of the longest text", () => {
    assert.strictEqual(maxParts(["Tea", "x".repeat(161), "🍵".repeat(68)]), 3)
    assert.strictEqual(maxParts([]), 1)
  })
})
