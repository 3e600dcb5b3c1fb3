import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { decodeFlow } from "../../src/domain/flows/decodeFlow.ts"
import { definitionOf } from "../support/flows/definitions.ts"

const issues = (steps: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const decoded = decodeFlow({ name: "Tested", definition: definitionOf(steps) }, () => [])
  return Result.isSuccess(decoded) ? [] : decoded.failure.issues.map(({ field }) => field.replace(/^definition\./, ""))
}

const delay = (id: string) => ({ id, type: "delay", duration: "1 day" })

describe("a wait for an order or event", () => {
  it("compares only what comes, and reports each issue by its path", () => {
    const wait = (event: boolean, field: string) => ({
      id: "w",
      type: "wait_for",
      for: event ? { type: "event", event_type: "signed_up" } : { type: "order_placed" },
      where: [[{ field, op: "exists" }]],
      timeout: "1 day",
      happened: [delay("a")],
      timed_out: [delay("b")]
    })
    assert.deepStrictEqual(issues([wait(true, "event.event_data.plan")]), [])
    assert.deepStrictEqual(issues([wait(false, "order.total")]), [])
    assert.deepStrictEqual(issues([wait(true, "order.total")]), ["steps.0.where.0.0.field"])
    assert.deepStrictEqual(issues([wait(false, "contact.email")]), ["steps.0.where.0.0.field"])
    const wrong = { ...wait(true, "order.total"), for: { type: "refund" }, timeout: "9 years", timed_out: [delay("a")] }
    assert.deepStrictEqual(issues([wrong]).toSorted(), ["steps.0.for", "steps.0.timed_out.0.id", "steps.0.timeout"])
  })
})
