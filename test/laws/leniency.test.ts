import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parseObject, textOf } from "../../src/domain/json/Json.ts"
import { leaveOut } from "../../src/domain/json/leaveOut.ts"
import { Text } from "../../src/domain/values/Text.ts"
import { parsePrefer } from "../../src/http/public/Preferences.ts"

const parsed = (text: string) => {
  const result = parseObject(new TextEncoder().encode(text))
  assert.strictEqual(result._tag, "Success", text)
  return result._tag === "Success" ? result.success : {}
}

describe("members left out of a body", () => {
  it.prop(
    "are exactly those named",
    [
      Schema.Record(Schema.Literals(["a", "b", "c"]), Schema.Array(Schema.Struct({ x: Schema.Finite, y: Text }))),
      Schema.Literals(["a", "b", "c"]),
      Schema.Literals(["", ".1", ".0.x", ".2.y"])
    ],
    ([body, member, below]) => {
      const expected = structuredClone<Record<string, Array<Record<string, unknown>>>>(JSON.parse(JSON.stringify(body)))
      const [, at, name] = below.split(".")
      if (at === undefined) delete expected[member]
      else if (name === undefined) expected[member]?.splice(Number(at), 1)
      else delete expected[member]?.[Number(at)]?.[name]
      const left = leaveOut(parsed(JSON.stringify(body)), [`${member}${below}`])
      const members = Object.entries(left).map(([key, value]) => [key, JSON.parse(textOf(value))])
      assert.deepStrictEqual(Object.fromEntries(members), expected)
    }
  )

  it("leave the rest byte for byte and in order, also with repeated or escaped names", () => {
    const body = parsed('{"a":{"2":1.0,"1":1e2,"x":0,"\\u0078":5,"y":[1.50,{"x":2.0}]},"b":1.0}')
    assert.strictEqual(textOf(leaveOut(body, ["a.x"])["a"]), '{"2":1.0,"1":1e2,"y":[1.50,{"x":2.0}]}')
    assert.strictEqual(textOf(leaveOut(body, ["a.y.1.x", "a.y.0", "a.x"])["a"]), '{"2":1.0,"1":1e2,"y":[{}]}')
  })
})

describe("the Prefer header", () => {
  it("is parsed by RFC 7240: lists, quotes, parameters, any case, and the first of repeated preferences", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, string]>]> = [
      ["handling=lenient", [["handling", "lenient"]]],
      [
        "Handling = LENIENT ; a=b, dry-run;c",
        [
          ["handling", "lenient"],
          ["dry-run", ""]
        ]
      ],
      ['foo="a, b\\", c", handling="strict", handling=lenient', [["handling", "strict"]]]
    ]
    for (const [header, expected] of cases) {
      const preferences = parsePrefer(header)
      for (const [name, value] of expected) assert.strictEqual(preferences.get(name), value, header)
    }
    assert.isUndefined(parsePrefer('foo="a, handling=lenient"').get("handling"))
    assert.isUndefined(parsePrefer("x;handling=lenient").get("handling"))
  })
})
