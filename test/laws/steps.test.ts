import { assert, describe, it } from "@effect/vitest"
import { growthOf, stepsOf } from "../support/runner/steps.ts"

describe("counted steps", () => {
  it("are equal in every run, and tell linear from quadratic work", async () => {
    const calls = [
      ["loop", 1_000],
      ["nestedLoop", 100]
    ] as const
    assert.deepStrictEqual(await stepsOf(calls), await stepsOf(calls))
    const [linear = 0, quadratic = 0] = await growthOf(calls)
    assert.closeTo(linear, 8, 0.5)
    assert.closeTo(quadratic, 64, 4)
  })
})
