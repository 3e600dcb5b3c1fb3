import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { decodeJson } from "../../src/domain/json/decodeJson.ts"
import { FreeObject } from "../../src/domain/json/FreeForm.ts"
import { isObject, parseObject } from "../../src/domain/json/Json.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const accepted = (text: string) => Result.isSuccess(parseObject(bytes(text)))
/** A body with the value as its only member. */
const member = (value: string) => `{"a":${value}}`

const valid = [
  ["null", "true", "false", "0", "-0", "0.5", "-1", "1e1", "1E+2", "1e-2", "123456789012345678901234567890", "1.50"],
  [
    '""',
    '"\\u00e9"',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\ud83d\\ude00"',
    '"\u2028"',
    '"\u007f"',
    '"\uffff"',
    '"é"',
    '"]["'
  ],
  ["[]", "{}", "[[[]]]", '{"":0}', '{"a":1,"a":2}', "[1 , 2]", "\t1\r\n", '{"__proto__":{}}']
].flat()

const invalid = [
  [
    "",
    "nul",
    "True",
    "+1",
    "01",
    "1.",
    ".5",
    "1e",
    "1e+",
    "0x1",
    "1_000",
    "--1",
    "NaN",
    "Infinity",
    "-Infinity",
    "1 2"
  ],
  ["'a'", '"', '"\\x41"', '"\\u12"', '"\\uD8zz"', '"\n"', '"\t"', '"a', '"\\', "a", "undefined"],
  ["[", "]", "[1,]", "[,1]", "[1 2]", "[1", "{", '{"a"}', '{"a":}', '{"a" 1}', '{"a":1,}', "{a:1}", "{1:1}", "{,}"],
  ["/* a */ 1", "1 // a", "\u00a01", "\u200b1", "\ufeff1", "#", "1;"]
].flat()

describe("the JSON parser", () => {
  it("accepts all valid JSON", () => {
    for (const value of valid) assert.isTrue(accepted(member(value)), value)
  })

  it("refuses all invalid JSON", () => {
    for (const value of invalid) assert.isFalse(accepted(member(value)), value)
    for (const text of ["", " ", "{}{}", "{}x", "[]", "1", "null", '"a"']) assert.isFalse(accepted(text), text)
  })

  it("accepts no number for an object, also one that keeps its text", () => {
    for (const number of ["1", "1.50", "-0", "1e3", "12345678901234567890"]) {
      const { a } = Result.getOrThrow(parseObject(bytes(member(number))))
      assert.isFalse(isObject(a), number)
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(FreeObject)(a)), number)
    }
  })

  it("accepts no number for a struct whose members are all optional, also one that keeps its text", () => {
    const inner = Schema.Struct({ b: Schema.optionalKey(Schema.String) }).annotate({ identifier: "Inner" })
    const decode = decodeJson(Schema.Struct({ a: inner }))
    for (const number of ["1", "1.50", "-0", "1e-400"]) {
      const issues = Effect.runSync(Effect.flip(decode(Result.getOrThrow(parseObject(bytes(member(number))))))).issues
      assert.deepStrictEqual(issues, [{ field: "a", message: "Must be an object" }], number)
    }
  })
})
