import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Amount } from "../../src/domain/values/Decimal.ts"
import { maxDepth, numberText, parseObject } from "../../src/domain/json/Json.ts"

type Body = string | Uint8Array
const bytes = (body: Body): Uint8Array => (typeof body === "string" ? new TextEncoder().encode(body) : body)
const accepts = (body: Body): boolean => Result.isSuccess(parseObject(bytes(body)))
const shown = (body: Body): string => Buffer.from(bytes(body)).toString("latin1").slice(0, 80)

const text = '{"a":"\u00e9"}'
const utf16 = (mark: ReadonlyArray<number> = []) => Buffer.from([...mark, ...Buffer.from(text, "utf16le")])
/** The text in UTF-32. */
const utf32 = (mark: ReadonlyArray<number> = []) =>
  Buffer.from([...mark, ...[...text].flatMap((character) => [character.charCodeAt(0), 0, 0, 0])])
const marked = (mark: ReadonlyArray<number>, rest = '{"a":1}') => Buffer.from([...mark, ...Buffer.from(rest)])
const member = (value: string) => `{"a":${value}}`
/** Nested to that depth, including the body itself. */
const nested = (levels: number, open = "[", close = "]") => member(open.repeat(levels - 1) + close.repeat(levels - 1))
const objects = (levels: number) => member(`${'{"a":'.repeat(levels - 1)}1${"}".repeat(levels - 1)}`)

interface Choice {
  readonly why: string
  readonly taken: ReadonlyArray<Body>
  readonly refused: ReadonlyArray<Body>
}

/** Inputs that RFC 8259 leaves to the implementation, the behaviour here, and the reason. */
const choices: Readonly<Record<string, Choice>> = {
  encodings: {
    why: "JSON between systems is UTF-8 (RFC 8259 §8.1): guessing another one would keep text that nobody sent",
    taken: [text],
    refused: [
      [utf16(), utf16([0xff, 0xfe]), utf16().swap16(), utf16([0xff, 0xfe]).swap16()],
      [utf32(), utf32([0xff, 0xfe, 0, 0]), utf32().swap32(), utf32([0xff, 0xfe, 0, 0]).swap32()],
      [Buffer.from(text, "latin1"), '+AHsAIg-a":1}']
    ].flat()
  },
  "byte order marks": {
    why: "one before the body says UTF-8 once more, and some editors write it (§8.1 lets a parser pass over it); any other is a character of its own",
    taken: [marked([0xef, 0xbb, 0xbf]), marked([0xef, 0xbb, 0xbf], ' {"a":1}'), '{"\ufeffa":"\ufeff"}'],
    refused: [
      [marked([0xef, 0xbb]), marked([0xef]), marked([0xbb, 0xbf]), marked([0xfe, 0xff]), marked([0xff, 0xfe])],
      ["\ufeff", "\ufeff\ufeff{}", " \ufeff{}", "{}\ufeff", "{\ufeff}", '{"a"\ufeff:1}']
    ].flat()
  },
  numbers: {
    why: "the grammar has no largest number: one of the caller's own is kept digit by digit, and only a field that counts refuses it",
    taken: ["1e400", "-1e400", "1e-400", "1e999999999999", "0e999999999999", `1${"0".repeat(5_000)}`].map(member),
    refused: ["1e", "1e+", "1e9e9", "1e1.5", "1e 9", "Infinity", "1e∞"].map(member)
  },
  depth: {
    why: `a body says what it means in ${maxDepth} levels, itself among them (contract §1); more would make its readers fall over`,
    taken: [nested(maxDepth), objects(maxDepth)],
    refused: [
      [nested(maxDepth + 1), objects(maxDepth + 1), nested(500_000), objects(200_000)],
      [member("[".repeat(1_000_000)), member('{"a":'.repeat(200_000)), member('[{"a":'.repeat(100_000))]
    ].flat()
  },
  surrogates: {
    why: "half a character is no text: databases refuse it, and other languages read it differently (§8.2)",
    taken: ['"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"😀"', '"\\udbff\\udfff"'].map(member),
    refused: [
      ['"\\ud83d"', '"\\ude00"', '"\\ude00\\ud83d"', '"\\ud83d\\ud83d\\ude00"', '"\\ud83d \\ude00"'].map(member),
      [member('["\\ud83d","\\ude00"]'), '{"\\ud83d":1}', '{"a":[{"b\\ude00":1}]}', member('"\\ud83d\\\\ude00"')],
      [Buffer.from([...Buffer.from('{"a":"'), 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, ...Buffer.from('"}')])]
    ].flat()
  },
  characters: {
    why: "every character is text, those that mean nothing too; but NUL, which PostgreSQL keeps nowhere",
    taken: ['"\u007f\u0085\u2028\u2029"', '"\uffff"', '"\\ufffe"', '"\u{10ffff}"', '"\\u202e"', '""'].map(member),
    refused: [...['"\\u0000"', '"a\\u0000"', '"\0"', '"\u001f"'].map(member), '{"\\u0000":1}', '{"a\\u0000":1}']
  },
  names: {
    why: "of a repeated name the last counts (contract §1), and none means anything to the language",
    taken: ['{"a":1,"a":2}', '{"":1}', '{"__proto__":1}', `{"${"a".repeat(100_000)}":1}`, '{"\\u0061":1,"a":2}'],
    refused: ['{"a":1,"a"}', '{"a":1,,"a":2}', "{1:1}", "{a:1}", "{'a':1}"]
  }
}

describe("implementation-defined JSON", () => {
  for (const [name, { why, taken, refused }] of Object.entries(choices)) {
    it(`${name}: ${why}`, () => {
      for (const body of taken) assert.isTrue(accepts(body), shown(body))
      for (const body of refused) assert.isFalse(accepts(body), shown(body))
    })
  }

  it("keeps numbers beyond double precision in free-form members, and refuses them as amounts", () => {
    for (const number of ["1e400", "1e999999999999", "1e-999999999999", "-1e400", `1${"0".repeat(5_000)}`]) {
      const { a } = Result.getOrThrow(parseObject(bytes(member(number))))
      assert.strictEqual(numberText(a), number)
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(Amount)(a)), number)
    }
  })
})
