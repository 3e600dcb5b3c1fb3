import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isId, isOwnId, OwnIdText } from "../../src/domain/values/Id.ts"

const Piece = Schema.Literals(["a", "Z", "0", "_", ".", ":", "~", "-", "/", " ", "é", "%"])

describe("ids that callers choose", () => {
  it.prop(
    "are taken in bodies exactly where they are taken in paths, and come back as they are",
    [Schema.Array(Piece)],
    ([pieces]) => {
      const text = pieces.join("")
      const taken = Schema.decodeUnknownResult(OwnIdText)(text)
      assert.strictEqual(taken._tag === "Success", isOwnId(text), text)
      if (taken._tag === "Success") assert.strictEqual(Schema.encodeSync(OwnIdText)(taken.success), text)
      if (isId(text)) assert.isTrue(isOwnId(text))
    }
  )

  it("have 1 to 128 characters, and name no level of a path", () => {
    for (const text of ["a", "-", "a.", "...", "x".repeat(128)]) assert.isTrue(isOwnId(text), text)
    for (const text of ["", ".", "..", "x".repeat(129), "a/b", "a b"]) assert.isFalse(isOwnId(text), text)
  })
})
