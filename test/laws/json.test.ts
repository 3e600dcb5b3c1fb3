import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { fromText, isText, type JsonObject, maxDepth, parseObject, textOf } from "../../src/domain/json/Json.ts"
import { membersOf } from "../../src/domain/json/JsonText.ts"

const runs = { arbitrary: { runs: 500 } }
const bytes = (text: string) => new TextEncoder().encode(text)
const parsed = (text: string): JsonObject => Result.getOrThrow(parseObject(bytes(text)))

/** JSON text in every spelling: spacing, numbers beyond double precision, integer-like names that JavaScript reorders. */
const Space = Schema.Literals(["", " ", "\n", "\t ", "\r\n"])
const Scalar = Schema.Literals([
  "0",
  "-0",
  "1.50",
  "1e2",
  "1E+2",
  "1e-7",
  "0.0000001",
  "12345678901234567890",
  "9007199254740993",
  "0.1",
  "100.0",
  "true",
  "false",
  "null",
  '""',
  '"a"',
  '"\\u00e9"',
  '"é"',
  '"\\"}"',
  '"\\\\"',
  '"]["',
  '"1.50"',
  '"{\\"2\\":1}"'
])
const Name = Schema.Literals([
  '"a"',
  '"b"',
  '"2"',
  '"10"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"\\u0061"',
  '""',
  '"a b"',
  '"\\"x"'
])
const Node = Schema.Struct({
  kind: Schema.Literals(["array", "object"]),
  space: Space,
  parts: Schema.Array(Schema.Struct({ name: Name, value: Scalar })).check(Schema.isMaxLength(4))
})
const Text = Schema.Struct({
  space: Space,
  members: Schema.Array(Schema.Struct({ name: Name, value: Schema.Union([Scalar, Node]) })).check(Schema.isMaxLength(5))
})

const write = (value: typeof Scalar.Type | typeof Node.Type): string => {
  if (typeof value === "string") return value
  const { kind, parts, space } = value
  return kind === "array"
    ? `[${space}${parts.map((part) => part.value).join(`${space},${space}`)}${space}]`
    : `{${space}${parts.map(({ name, value: inner }) => `${name}${space}:${space}${inner}`).join(`,${space}`)}${space}}`
}
// JSON.parse resolves names repeated inside a member, where the last wins too.
const distinct = (value: typeof Scalar.Type | typeof Node.Type): boolean =>
  typeof value === "string" || new Set(value.parts.map(({ name }) => JSON.parse(name))).size === value.parts.length

const textFrom = ({ members, space }: typeof Text.Type): string =>
  `${space}{${space}${members.map(({ name, value }) => `${name}${space}:${space}${write(value)}${space}`).join(`,${space}`)}}${space}`

describe("the JSON parser", () => {
  it.prop(
    "gives every member its source text, the last of repeated names",
    [Text],
    ([generated]) => {
      if (!generated.members.every(({ value }) => distinct(value))) return
      const last = new Map(generated.members.map(({ name, value }) => [String(JSON.parse(name)), write(value)]))
      const value = parsed(textFrom(generated))
      assert.sameMembers(Object.keys(value), [...last.keys()])
      for (const [name, source] of last) {
        const text = textOf(Object.getOwnPropertyDescriptor(value, name)?.value)
        // Only white space and the spelling of escapes may change.
        if (text !== source) assert.strictEqual(text, compact(source))
      }
    },
    runs
  )

  it.prop(
    "finds the same members as JSON.parse, each with text of the same value",
    [Text],
    ([generated]) => {
      const text = textFrom(generated)
      const members = new Map(membersOf(text))
      const plain: object = JSON.parse(text)
      assert.sameMembers([...members.keys()], Object.keys(plain))
      for (const [name, source] of members) {
        assert.deepStrictEqual(JSON.parse(source), Object.getOwnPropertyDescriptor(plain, name)?.value)
      }
    },
    runs
  )

  it.prop(
    "reads stored text back unchanged, repeatedly",
    [Text],
    ([generated]) => {
      for (const { value } of generated.members) {
        const once = textOf(fromText(write(value)))
        assert.strictEqual(textOf(fromText(once)), once)
      }
    },
    runs
  )

  it.prop(
    "accepts any object that JSON.parse accepts, with equal values",
    [Schema.Record(Schema.String, Schema.Unknown)],
    ([record]) => {
      const text = JSON.stringify(record)
      const sane = [...text.matchAll(/\\u(0000|d[89a-f][0-9a-f]{2})/g)].length === 0
      const result = parseObject(bytes(text))
      assert.strictEqual(Result.isSuccess(result), sane)
    },
    runs
  )

  it.prop(
    "refuses NUL and lone surrogates in any string or name, at any depth",
    [Schema.String, Schema.Literals(["key", "value", "deep"])],
    ([text, where]) => {
      const body = { key: { [text]: 1 }, value: { a: text }, deep: { a: [{ b: [{ [text]: text }] }] } }[where]
      assert.strictEqual(Result.isSuccess(parseObject(bytes(JSON.stringify(body)))), isText(text))
    },
    runs
  )

  it("checks values hidden by a repeated name, since they are stored", () => {
    const within = (value: string) => parseObject(bytes(`{"a":[{"b":${value},"b":1.50}]}`))
    assert.isTrue(Result.isSuccess(within('"\\ud83d\\ude00"')))
    assert.isTrue(Result.isSuccess(within(String.raw`"\\u0000"`)))
    for (const bad of ['"\\u0000"', '"\\ud800"', '{"\\u0000":1}']) assert.isTrue(Result.isFailure(within(bad)), bad)
    for (const [depth, is] of [
      [maxDepth - 3, true],
      [maxDepth - 2, false]
    ] as const)
      assert.strictEqual(Result.isSuccess(within("[".repeat(depth) + "]".repeat(depth))), is)
  })

  it(`accepts ${maxDepth} levels and refuses more without a stack overflow`, () => {
    const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`
    assert.isTrue(Result.isSuccess(parseObject(bytes(nested(maxDepth)))))
    assert.isTrue(Result.isFailure(parseObject(bytes(nested(maxDepth + 1)))))
    assert.isTrue(Result.isFailure(parseObject(bytes(nested(300_000)))))
  })

  it("keeps a member named __proto__ a plain member", () => {
    const value = parsed('{"__proto__":{"polluted":true},"total":1.50}')
    assert.isTrue(Object.hasOwn(value, "__proto__"))
    assert.isUndefined(Reflect.get({}, "polluted"))
    assert.isUndefined(Reflect.get(value, "polluted"))
  })

  it("refuses bytes that are not UTF-8", () => {
    for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
      assert.isTrue(Result.isFailure(parseObject(Uint8Array.from([0x7b, 0x22, ...bad, 0x22, 0x3a, 0x31, 0x7d]))))
    }
  })
})

// The text without white space, its strings as JSON.stringify writes them.
const compact = (source: string): string =>
  (source.match(/"(?:\\.|[^"\\])*"|[^\s"]+/g) ?? [])
    .map((part) => (part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : part))
    .join("")
