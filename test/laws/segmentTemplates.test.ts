import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { decodeSegment } from "../../src/domain/segments/decodeSegment.ts"
import { segmentTemplates } from "../../src/domain/segments/segmentTemplates.ts"

describe("the templates of segments", () => {
  for (const { name, conditions } of segmentTemplates) {
    it(`can be saved as they are: ${name}`, () => {
      assert.deepStrictEqual(decodeSegment({ name, conditions }), Result.succeed({ name, conditions }))
    })
  }
})
