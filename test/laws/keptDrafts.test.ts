import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isSameInput, keptDrafts, onSaved } from "../../src/dashboard/components/keptDrafts.ts"

const Entry = Schema.Union([Schema.Literals(["", "a", "b"]), Schema.Boolean, Schema.NullOr(Schema.Literals([0, 1]))])
const Values = Schema.Struct({ name: Entry, port: Entry, user: Entry })

describe("drafts that are kept", () => {
  it("hold input by key until it is saved or discarded", () => {
    const drafts = keptDrafts<string>()
    drafts.keep("one", { draft: "new", base: "old" })
    assert.deepStrictEqual(drafts.get("one"), { draft: "new", base: "old" })
    assert.isUndefined(drafts.get("other"))
    drafts.keep("one", undefined)
    assert.isUndefined(drafts.get("one"))
  })

  it.prop(
    "have each field that was changed as it was entered, and each other one as it was saved last",
    [Values, Values, Values],
    ([draft, base, saved]) => {
      const form = onSaved({ draft, base }, saved)
      for (const field of ["name", "port", "user"] as const) {
        const expected = isSameInput(draft[field], base[field]) ? saved[field] : draft[field]
        assert.strictEqual(form[field], expected)
      }
    }
  )
})
