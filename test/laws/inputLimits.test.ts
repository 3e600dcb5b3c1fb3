import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { firstOfEachField, maxIssues, ValidationFailed } from "../../src/domain/ValidationIssue.ts"
import { decodeFlow } from "../../src/domain/flows/decodeFlow.ts"
import { containsText } from "../../src/domain/conditions/containsText.ts"
import { parseCursor, splitPage } from "../../src/domain/lists/ListPosition.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { growthOf, stepsOf } from "../support/runner/steps.ts"

const [earliest, latest] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]
const Moment = Schema.Int.check(Schema.isBetween({ minimum: earliest, maximum: latest }))
const Letters = Schema.String.check(Schema.isPattern(/^[ab]{0,300}$/))

describe("caller input", () => {
  it("has the first issue of each field reported, at most a hundred and one", () => {
    let read = 0
    function* endless() {
      for (;;) yield { field: `f${Math.floor(read / 2)}`, message: String(read++) }
    }
    const issues = firstOfEachField(endless())
    assert.strictEqual(issues.length, maxIssues + 1)
    assert.isAtMost(read, 2 * maxIssues + 2)
    assert.deepStrictEqual(
      issues.slice(0, 2).map(({ message }) => message),
      ["0", "2"]
    )
  })

  it.prop("is searched with the same result as String.indexOf", [Letters, Letters], ([text, wanted]) => {
    const long = text.repeat(4).slice(0, 5_000)
    // Long enough for the service's own search algorithm.
    const padded = `${wanted}${"a".repeat(1_000)}`.slice(0, 1_000)
    for (const [within, part] of [
      [long, wanted],
      [`${long}${padded}`.slice(-5_000), padded],
      [`${"a".repeat(2_000)}${long}`.slice(0, 5_000), padded.slice(0, 600)],
      [`${"a".repeat(2_500)}b${"a".repeat(2_499)}`, `${"a".repeat(499)}${wanted.slice(0, 1)}${"a".repeat(500)}`]
    ] as const) {
      assert.strictEqual(containsText(within, part), within.includes(part), `${within} ${part}`)
    }
  })

  it("is searched in steps linear in the text, whatever the needle", async () => {
    const [steps = 0] = await stepsOf([["search", 250_000]])
    assert.isAbove(steps, 0)
    // Each start compared with the whole needle would be 100,000,000.
    assert.isBelow(steps, 4 * 250_000)
  })

  it.prop("has cursors for every time that an order can have", [Moment], ([at]) => {
    const { next_cursor } = splitPage([at, at], 1, (one) => ({ at: one, id: "7" }))
    assert.deepStrictEqual(parseCursor(next_cursor ?? ""), { at, id: "7" })
  })

  it("has no cursors at times that the database cannot store", () => {
    for (const at of [earliest - 1, latest + 1, 999_999_999_999_999]) assert.isUndefined(parseCursor(`${at}.7`))
  })

  it("has no more unknown members of a flow reported than an answer lists", () => {
    const definition = definitionOf([{ id: "end", type: "exit" }])
    for (const count of [1, 100, 101, 5_000]) {
      const unknown = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
      const listed = Array.from({ length: Math.min(count, maxIssues + 1) }, (_, at) => ({
        field: `k${at}`,
        message: "Is not known here"
      }))
      for (const body of [
        { ...unknown, name: "Tested", definition },
        { name: "Tested", definition, ...unknown }
      ]) {
        assert.deepStrictEqual(
          Result.merge(
            Result.map(
              decodeFlow(body, () => []),
              () => []
            )
          ),
          new ValidationFailed({ issues: listed })
        )
      }
    }
  })

  it("may be a form of ten thousand fields, whose signature is checked in steps that grow with their number", async () => {
    const [growth = Infinity] = await growthOf([["formSignature", 2_500]])
    assert.isBelow(growth, 12)
  })

  it("that is refused is checked in steps that grow with its size", async () => {
    const calls = [
      ["order", 10_000, "line_items=1"],
      ["order", 10_000, "tax_lines=1"],
      ["order", 1_250, 'line_items={"sku":1,"title":1}'],
      ["contact", 10_000, "tags"],
      ["contact", 2_000, "custom_fields"]
    ] as const
    const growths = await growthOf(calls)
    for (const [at, call] of calls.entries()) assert.isBelow(growths[at] ?? Infinity, 12, call.join(" "))
  })
})
