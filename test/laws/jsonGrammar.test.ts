import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { maxDepth, numberText, parseObject, textOf } from "../../src/domain/json/Json.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const accepted = (text: string | Uint8Array) =>
  Result.isSuccess(parseObject(typeof text === "string" ? bytes(text) : text))
/** A body with the value as its only member. */
const member = (value: string) => `{"a":${value}}`

const numbers = {
  valid:
    "0 -0 0e0 0E+1 0e-1 -0e1 20e1 1E22 123.456e78 -0.000000000000000000000000001 100000000000000000000000000000 1.7976931348623157e308",
  invalid:
    "- -- +0 ++1 -01 00 012 0_0 1.e1 2.e+3 0.e1 .1 -.1 .-1 1.2.3 1eE2 1e+-2 1e1.5 0e 0e+ 0E 1a -a 0x0 0b1 0o7 1n １ ٣ ½ ∞ -NaN Inf 1,000 1' 1f"
}

const escapes = {
  valid: String.raw`"\/" "\u0041" "\uABCD" "\uabcd" "\\u0000" "\u007f" "\u2028\u2029" "\uDBFF\uDFFF" "\uFFFE" "\uFFFF" "\"" "a\\"`,
  invalid: String.raw`"\a" "\0" "\'" "\v" "\u" "\u0" "\u00" "\u000" "\u00G0" "\U0041" "\u{41}" "\ua\u" "\
" "\é" "\😀" "\"`,
  // Lone surrogates and NUL are valid JSON, but PostgreSQL cannot store them.
  refused: String.raw`"\uD800" "\uDFFF" "\uD800\uD800" "\uDC00\uD800" "\uD800a" "\uD800\n" "\uD83D\u00e9" "a\u0000b"`
}
// Cases are separated by a space before a quote, which none contains.
const each = (cases: string): ReadonlyArray<string> => cases.split(/ (?=")/)

/** A string with these bytes. */
const utf8 = {
  valid: [
    [0x7f],
    [0xc2, 0x80],
    [0xef, 0xbf, 0xbf],
    [0xf0, 0x90, 0x80, 0x80],
    [0xf4, 0x8f, 0xbf, 0xbf],
    [0xef, 0xbb, 0xbf]
  ],
  invalid: [
    [0x80],
    [0xbf],
    [0xc2],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xe0, 0x80, 0xaf],
    [0xe0, 0x9f, 0xbf],
    [0xe1, 0x80],
    [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80],
    [0xed, 0xbf, 0xbf],
    [0xf0, 0x80, 0x80, 0xaf],
    [0xf0, 0x8f, 0xbf, 0xbf],
    [0xf0, 0x9f, 0x98],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xfe],
    [0xff, 0xff],
    [0xe9]
  ]
}

const structures = {
  valid: [
    "[[],[{}],{}]",
    '{"a":{"a":{}}}',
    '[null,1,"1",{}]',
    '{"":{"":[]}}',
    '{"a\\u0062":1}',
    "[ \t\n\r]",
    '{"a" :\n1 }'
  ],
  invalid:
    '[1,,2] [,] [1 true] [1:2] ["", [[] []] [}{] {] [} {"a"} {"a",1} {"a"::1} {"a":1,,} {"a":1:2} {:1} {null:1} {[]:1} {"a":} {"a":1"b":2} [\u000c] [\u000b] [\u2028] [\u00a0] [\ufeff] [\u2060] nulll tru TRUE NULL [*] <a> `a` [1#] [/**/]'.split(
      / (?=[[{]|null|tru|TRUE|NULL|<|`)/
    )
}

describe("the grammar of JSON, class by class", () => {
  it("accepts every spelling of a number, and keeps those beyond double precision", () => {
    for (const number of numbers.valid.split(" ")) assert.isTrue(accepted(member(number)), number)
    for (const number of numbers.invalid.split(" ")) assert.isFalse(accepted(member(number)), number)
    for (const number of ["1e400", "-1e400", "1e-400", "9007199254740993", "0.1000", "1".repeat(1_000)]) {
      const { a } = Result.getOrThrow(parseObject(bytes(member(number))))
      assert.strictEqual(numberText(a), number)
    }
  })

  it("accepts every escape, and refuses text that PostgreSQL cannot store", () => {
    for (const text of each(escapes.valid)) assert.isTrue(accepted(member(text)), text)
    for (const text of [...each(escapes.invalid), ...each(escapes.refused)]) {
      assert.isFalse(accepted(member(text)), text)
      assert.isFalse(accepted(`{${text}:1}`), text)
    }
    for (let code = 0; code < 0x20; code++) {
      assert.isFalse(accepted(member(`"${String.fromCharCode(code)}"`)), String(code))
    }
  })

  it("refuses every kind of invalid UTF-8", () => {
    const around = (inner: ReadonlyArray<number>) => Uint8Array.from([...bytes('{"a":"'), ...inner, ...bytes('"}')])
    for (const inner of utf8.valid) assert.isTrue(accepted(around(inner)), String(inner))
    for (const inner of utf8.invalid) assert.isFalse(accepted(around(inner)), String(inner))
  })

  it("ignores one leading byte order mark and surrounding white space, and nothing else", () => {
    for (const text of ['\ufeff{"a":1}', ' \t\r\n{"a":1}\n\n']) assert.isTrue(accepted(text), text)
    for (const before of ["\ufeff\ufeff", " \ufeff", "\u00a0", "\f", "\0", ",", "1", "{}", "//\n", ")]}',\n"]) {
      assert.isFalse(accepted(`${before}{"a":1}`), before)
      assert.isFalse(accepted(`{"a":1}${before}`), before)
    }
    assert.isFalse(accepted('{"a":1}\ufeff'))
    assert.isFalse(accepted("\ufeff"))
  })

  it("checks structure, and limits the depth", () => {
    for (const value of structures.valid) assert.isTrue(accepted(member(value)), value)
    for (const value of structures.invalid) assert.isFalse(accepted(member(value)), value)
    const nested = (depth: number, open: string, close: string) =>
      member(open.repeat(depth) + "1" + close.repeat(depth))
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"]
    ] as const) {
      assert.isTrue(accepted(nested(maxDepth - 1, open, close)))
      assert.isFalse(accepted(nested(maxDepth, open, close)))
      assert.isFalse(accepted(nested(100_000, open, close)))
      assert.isFalse(accepted(member(open.repeat(200_000))))
    }
  })

  it("takes the last of a repeated key, in any spelling, and sets no prototype", () => {
    const read = (text: string) => Result.getOrThrow(parseObject(bytes(text)))
    assert.deepStrictEqual(read('{"a":1,"a":2}'), { a: 2 })
    assert.deepStrictEqual(read('{"a":1,"\\u0061":[3]}'), { a: [3] })
    assert.strictEqual(textOf(read('{"a":{"b":1.50,"b":2.50}}')["a"]).replaceAll(/"b":1.50,/g, ""), '{"b":2.50}')
    const odd = read('{"__proto__":{"polluted":1},"constructor":1}')
    assert.isUndefined(Reflect.get({}, "polluted"))
    assert.deepStrictEqual(Object.keys(odd), ["__proto__", "constructor"])
    const number = read('{"__proto__":1.50}')
    assert.strictEqual(numberText(Object.getOwnPropertyDescriptor(number, "__proto__")?.value), "1.50")
    assert.strictEqual(Object.getPrototypeOf(number), Object.prototype)
  })
})
