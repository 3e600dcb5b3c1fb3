import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Currency, formatAmount } from "../../src/domain/orders/Currency.ts"
import { Amount, Decimal, Int, plainDecimal } from "../../src/domain/values/Decimal.ts"
import { Email, emailKey } from "../../src/domain/contacts/Email.ts"
import { OrderId } from "../../src/domain/orders/OrderId.ts"
import { normalizePhone } from "../../src/domain/contacts/Phone.ts"
import { fits, Name } from "../../src/domain/values/Text.ts"
import { formatTime, Timestamp } from "../../src/domain/values/Time.ts"
import { Password } from "../../src/domain/accounts/User.ts"

const runs = { arbitrary: { runs: 500 } }
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const digits = (most: number) => Schema.String.check(Schema.isPattern(new RegExp(`^[0-9]{1,${most}}$`)))

/** The value after a round trip through JSON text. */
const throughJson = <A, I>(schema: Schema.Codec<A, I>, value: A): A => {
  const text = JSON.stringify({ value: Schema.encodeSync(schema)(value) })
  const source = text.slice('{"value":'.length, -1)
  // The body parser passes numbers to codecs as source text.
  const parsed: unknown = /^[-\d]/.test(source) ? JSON.rawJSON(source) : JSON.parse(source)
  return Schema.decodeUnknownSync(schema)(parsed)
}

const refuses = (schema: Schema.Codec<unknown, unknown>, value: unknown): boolean =>
  Schema.decodeUnknownResult(schema)(value)._tag === "Failure"

describe("codecs", () => {
  it.prop(
    "an order id survives JSON, above 2^53 too, and equals its digits",
    [Schema.toType(OrderId)],
    ([id]) => {
      assert.strictEqual(throughJson(OrderId, id), id)
      assert.strictEqual(Schema.decodeUnknownSync(OrderId)(String(id)), id)
      assert.strictEqual(Schema.decodeUnknownSync(OrderId)(`00${id}`), id)
    },
    runs
  )

  it.prop(
    "a decimal survives JSON to the digit",
    [digits(20), digits(20)],
    ([whole, fraction]) => {
      const number = `${whole.replace(/^0+(?=\d)/, "")}.${fraction}`
      assert.strictEqual(throughJson(Decimal, number), number)
      assert.strictEqual(throughJson(Amount, number), number)
      assert.strictEqual(Number(throughJson(Decimal, `-${number}`)) + Number(number), 0)
      assert.isTrue(!/[1-9]/.test(number) || refuses(Amount, JSON.rawJSON(`-${number}`)))
    },
    runs
  )

  it.prop(
    "an exponent keeps the digits of a decimal",
    [digits(12), between(-30, 30)],
    ([whole, exponent]) => {
      const number = `${whole.replace(/^0+(?=\d)/, "")}e${exponent}`
      assert.match(plainDecimal(number) ?? "", /^\d+(\.\d+)?$/)
      assert.closeTo(Number(plainDecimal(number)) / (Number(number) || 1), Number(number) === 0 ? 0 : 1, 1e-12)
    },
    runs
  )

  it.prop(
    "text is not accepted as a number, nor a number as text",
    [Schema.Finite, Schema.String],
    ([number, text]) => {
      for (const schema of [Decimal, Amount, Int]) assert.isTrue(refuses(schema, text))
      for (const schema of [Email, Currency, Timestamp]) assert.isTrue(refuses(schema, number))
    },
    runs
  )

  it.prop(
    "a time survives JSON to the millisecond, and shows milliseconds only when there are some",
    [between(-62_135_596_800_000, Date.UTC(9999, 11, 31))],
    ([millis]) => {
      const written = formatTime(millis)
      assert.strictEqual(Schema.decodeUnknownSync(Timestamp)(written).epochMilliseconds, millis)
      assert.strictEqual(written.includes("."), millis % 1_000 !== 0)
      for (const offset of ["+00:00", "-00:00", "+01:00", "z", ""]) {
        assert.isTrue(refuses(Timestamp, written.replace("Z", offset)))
      }
    },
    runs
  )

  it("accepts exactly the dates that exist, over four years", () => {
    for (let year = 2023; year <= 2026; year++) {
      for (let month = 0; month <= 13; month++) {
        for (let date = 0; date <= 32; date++) {
          const two = (part: number) => String(part).padStart(2, "0")
          const text = `${year}-${two(month)}-${two(date)}T12:00:00Z`
          const real = new Date(Date.UTC(year, month - 1, date)).toISOString().startsWith(text.slice(0, 10))
          assert.strictEqual(refuses(Timestamp, text), !real, text)
        }
      }
    }
  })

  it.prop(
    "an e-mail is kept as sent but trimmed, and its key lower-cases ASCII letters only",
    [
      Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+_'-]{1,20}$/)),
      Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{1,20}$/))
    ],
    ([name, domain]) => {
      const address = `${name}@${domain}.example`
      assert.strictEqual(throughJson(Email, address), address)
      assert.strictEqual(Schema.decodeUnknownSync(Email)(` ${address}\n`), address)
      assert.strictEqual(emailKey(address), address.toLowerCase())
      assert.strictEqual(emailKey(`\u212a${address}`)[0], "\u212a")
      for (const bad of [
        name,
        `@${domain}.example`,
        `${address}@b.example`,
        `${name}@${domain}`,
        `${name} @${domain}.example`,
        `${address}\0`,
        `${address}.`,
        `${"a".repeat(250)}@b.example`
      ]) {
        assert.isTrue(refuses(Email, bad), bad)
      }
    },
    runs
  )

  it.prop(
    "lengths count characters, not UTF-16 units",
    [Schema.Literals(["a", "é", "王", "😀", "𝒳"]), between(1, 300)],
    ([character, length]) => {
      const text = character.repeat(length)
      assert.deepStrictEqual([fits(text, length), fits(text, length - 1)], [true, false])
      assert.deepStrictEqual([refuses(Name, text), refuses(Password, text)], [length > 255, length < 8])
    },
    runs
  )

  it.prop(
    "no text makes the e-mail, currency or phone rules throw",
    [Schema.String],
    ([text]) => {
      for (const schema of [Email, Currency, Timestamp, OrderId]) {
        if (!refuses(schema, text)) assert.isNotEmpty(String(Schema.decodeUnknownSync(schema)(text)))
      }
      normalizePhone(text, ["US", text])
    },
    runs
  )

  it.prop(
    "an E.164 phone is the same in every country, with any spacing",
    [between(2_000_000, 9_999_999), Schema.UndefinedOr(Schema.Literals(["US", "DE", "GB"]))],
    ([number, country]) => {
      const e164 = `+1202${number}`
      assert.strictEqual(normalizePhone(e164, [country]), e164)
      assert.strictEqual(
        normalizePhone(` +1 (202) ${String(number).slice(0, 3)}-${String(number).slice(3)} `, [country]),
        e164
      )
      for (const bad of [`${e164}x1`, `${e164} ext. 4`, `tel:${e164}`, `${e164};ext=1`, `${e164}a`]) {
        assert.isUndefined(normalizePhone(bad, [country]))
      }
    },
    runs
  )

  it.prop(
    "an amount has at least the currency's digits, and the same value",
    [digits(12), Schema.Literals(["JPY", "USD", "KWD", "CLF"])],
    ([whole, currency]) => {
      const least = { JPY: 0, USD: 2, KWD: 3, CLF: 4 }[currency]
      for (const amount of [whole, `${whole}.5`, `${whole}.12345`]) {
        const shown = formatAmount(amount, currency)
        assert.strictEqual(Number(shown), Number(amount))
        assert.strictEqual((shown.split(".")[1] ?? "").length, Math.max(least, (amount.split(".")[1] ?? "").length))
      }
    },
    runs
  )

  it("accepts a currency in either case and returns upper case", () => {
    assert.strictEqual(Schema.decodeUnknownSync(Currency)("usd"), "USD")
    for (const bad of ["", "us", "XXQ", "USDX", " USD", "\u017fos"]) assert.isTrue(refuses(Currency, bad))
  })
})
