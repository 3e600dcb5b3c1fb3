import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { placeOf } from "../../src/domain/json/JsonText.ts"
import { firstDifference, type FoundMessage, inOrder } from "../../src/domain/scenarios/compareMessages.ts"
import { lookTimes } from "../../src/domain/scenarios/lookTimes.ts"
import { readScenario } from "../../src/domain/scenarios/readScenario.ts"
import { scenarioReport } from "../../src/domain/scenarios/scenarioReport.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const at = Date.UTC(2026, 2, 2, 8)
const minute = 60_000

const message = (more: Partial<FoundMessage> = {}): FoundMessage => ({
  to: "ada@shop.example",
  at,
  channel: "email",
  flow: "Thanks",
  step: "mail",
  status: "sent",
  reason: null,
  trigger: "order_placed",
  subject: "Thank you",
  body: "<p>Hello</p>",
  ...more
})

const file = (more: object = {}) =>
  JSON.stringify(
    {
      name: "One",
      clock: { starts_at: "2026-03-02T08:00:00Z", ends_at: "2026-03-03T08:00:00Z" },
      flows: [{ name: "Thanks", definition: {} }],
      calls: [],
      expected: [],
      ...more
    },
    null,
    2
  )

const issuesOf = (text: string) => {
  const read = readScenario(bytes(text))
  return Result.isFailure(read) ? read.failure : []
}

describe("a place in JSON text", () => {
  it("is that of the value at each path, whatever stands before it", () => {
    const value = { "a.b": [1, { c: 'x"]}' }], d: { "0": [], e: [[], [{}, "2"]] }, é: null }
    for (const space of [0, 2, "\t"]) {
      const text = JSON.stringify(value, null, space)
      const check = (inner: unknown, path: ReadonlyArray<string>): void => {
        const rest = text.slice(placeOf(text, path))
        assert.isTrue(rest.startsWith(JSON.stringify(inner, null, space).slice(0, 1)), path.join("/"))
        if (typeof inner !== "object" || inner === null) assert.isTrue(rest.startsWith(JSON.stringify(inner)))
        else for (const [key, member] of Object.entries(inner)) check(member, [...path, key])
      }
      check(value, [])
    }
  })

  it("is that of the nearest value around it where a path leads on to none, and of the last of repeated keys", () => {
    const text = '{"a": {"b": 1}, "a": [5]}'
    assert.strictEqual(text.slice(placeOf(text, ["a", "0", "x"])), "5]}")
    assert.strictEqual(text.slice(placeOf(text, ["a", "7"])), "[5]}")
  })
})

describe("a scenario file", () => {
  it("is read with all its issues, each with the line of its value", () => {
    const text = file({ calls: [{ at: "2026-03-02T08:00:00Z" }], expected: [{ status: "lost" }], extra: 1 })
    const issues = issuesOf(text)
    const lines = text.split("\n")
    assert.sameMembers(
      issues.map(({ field }) => field),
      ["calls.0", "expected.0.status", "extra"]
    )
    for (const { field, line } of issues) {
      const last = field.split(".").at(-1) ?? ""
      assert.include(lines[line - 1] ?? "", Number.isNaN(Number(last)) ? `"${last}"` : "{", field)
    }
  })

  it("that is no JSON is an issue of the line where it stops to be", () => {
    assert.deepStrictEqual(issuesOf('{\n"name": "x",\n]'), [{ field: "", message: "Is no valid JSON", line: 3 }])
    assert.deepStrictEqual(issuesOf("[]"), [{ field: "", message: "Must be a JSON object", line: 1 }])
  })

  it("keeps every digit of the numbers of its bodies", () => {
    const call = { at: "2026-03-02T08:00:00Z", order: { order_id: 1 } }
    const read = readScenario(
      bytes(file({ calls: [call] }).replace('"order_id": 1', '"order_id": 12345678901234567890'))
    )
    const order = Result.getOrThrow(read).scenario.calls[0]?.order
    assert.strictEqual(JSON.stringify(order?.["order_id"]), "12345678901234567890")
  })
})

describe("messages of a scenario", () => {
  it("are as expected if each member that is expected is the same, times to the minute", () => {
    const expected = [{ to: "ada@shop.example", at: DateTime.makeUnsafe(at), contains: "Hello" }, {}]
    assert.isUndefined(firstDifference(expected, [message({ at: at + minute - 1 }), message()]))
  })

  it("differ first where a member differs, one is missing or one is too many", () => {
    const skipped = message({ status: "skipped", reason: "quiet hours", subject: null })
    const found = [message(), skipped]
    const expected = [{ status: "sent" as const }, { status: "sent" as const, subject: "Thank you", contains: "Bye" }]
    const difference = firstDifference(expected, found)
    assert.strictEqual(difference?._tag, "differs")
    assert.deepStrictEqual(
      difference?._tag === "differs" ? difference.members.map(({ name, found: is }) => [name, is]) : [],
      [
        ["status", "skipped"],
        ["subject", "none"],
        ["contains", "a body without it"]
      ]
    )
    assert.deepStrictEqual(firstDifference([{}, {}, {}], found), { _tag: "missing", place: 2 })
    assert.deepStrictEqual(firstDifference([{}], found), { _tag: "unexpected", place: 1, found: skipped })
  })

  it("are in order of minute, address and channel, and else as they came", () => {
    const late = message({ at: at + minute })
    const [grace, text] = [message({ to: "grace@shop.example" }), message({ channel: "sms", at: at + 5 })]
    const [one, two] = [message({ step: "one", at: at + 9 }), message({ step: "two" })]
    assert.deepStrictEqual(inOrder([late, grace, text, one, two]), [one, two, text, grace, late])
  })

  it("are reported on one line each, without characters that act on a terminal", () => {
    const found = [message({ subject: "\u001b[2JHi\u202e" })]
    const difference = { _tag: "unexpected", place: 0, found: message({ subject: "a\nb" }), line: 7 } as const
    const lines = scenarioReport("x.json", { _tag: "ran", name: "One", seconds: 1, found, difference })
    assert.isTrue(lines.every((line) => !/[\p{Cc}\u202e]/u.test(line)))
    assert.strictEqual(lines[1], "  x.json:7: message 1 was found and is not expected:")
  })
})

describe("the looks of a scenario", () => {
  const span = { starts_at: at, ends_at: at + 86_400_000 }

  it("come at the first full minute after each call and wait, once, within the clock", () => {
    const cart = { type: "cart_abandoned", duration: "4 hours" } as const
    const absent = { type: "no_order_for", duration: "1 day" } as const
    const times = lookTimes(
      span,
      [cart, absent, { type: "order_placed" }],
      [at - 86_400_000, at, at + 30_000, at + minute]
    )
    assert.deepStrictEqual(
      times.map(({ time, types }) => [(time - at) / minute, ...types]),
      [
        [240, "cart_abandoned"],
        [241, "cart_abandoned"],
        [1440, "no_order_for"]
      ]
    )
  })

  it("come each half hour where any moment may be the one", () => {
    const times = lookTimes(span, [{ type: "entered_segment", segment_id: "s" }], [])
    assert.strictEqual(times.length, 48)
    assert.isTrue(times.every(({ time }, index) => time === at + (index + 1) * 30 * minute))
  })
})
