import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { newContact } from "../../src/domain/contacts/Contact.ts"
import type { Op, Scalar } from "../../src/domain/conditions/Condition.ts"
import { factReader } from "../../src/domain/conditions/Facts.ts"
import { noHistory } from "../../src/domain/conditions/History.ts"
import { conditionMatches } from "../../src/domain/conditions/matches.ts"
import { decodeSegment } from "../../src/domain/segments/decodeSegment.ts"

const now = Date.parse("2026-06-30T12:00:00Z")
const blank = { account_id: "acc_1", contact_id: "con_1", email: null, phone: null, first_name: null, last_name: null }

/** Whether a condition holds for a contact whose custom field has the value. */
const holds = (field: unknown, op: Op, value: Scalar | ReadonlyArray<Scalar>): boolean =>
  conditionMatches(
    { field: "contact.custom_fields.field", op, value },
    factReader({
      order: null,
      event: null,
      now,
      history: noHistory,
      contact: { ...newContact(blank, now), tags: [], custom_fields: { field }, left_topics: [] }
    })
  )

describe("a condition on a custom field", () => {
  it("compares numbers as numbers, whether they are numbers or texts of them", () => {
    for (const hundred of [100, "100", "100.0"]) {
      assert.isTrue(holds("120", "gt", hundred))
      assert.isTrue(holds(1000, "gt", hundred))
      assert.isFalse(holds("99", "gt", hundred))
      assert.isTrue(holds("99", "lt", hundred))
      assert.isTrue(holds("100", "eq", hundred))
      assert.isTrue(holds(100, "in", [7, hundred]))
      assert.isFalse(holds("100", "neq", hundred))
    }
  })

  it("takes no number for a text that begins with a zero or a sign, or has more digits than a number keeps", () => {
    assert.isFalse(holds("07", "eq", 7))
    assert.isFalse(holds("+7", "eq", 7))
    assert.isFalse(holds("12345678901234567", "eq", "12345678901234568"))
    assert.isTrue(holds("0", "eq", 0))
  })

  it("takes true and false of a text for true and false", () => {
    for (const text of ["true", "True", "TRUE", true]) {
      assert.isTrue(holds(text, "eq", true))
      assert.isTrue(holds(text, "eq", "true"))
      assert.isFalse(holds(text, "eq", false))
    }
    assert.isFalse(holds("truly", "eq", true))
  })

  it("compares dates with days before and after now, and a date without a time is the whole day", () => {
    assert.isTrue(holds("2026-05-31", "within", "30 days"))
    assert.isFalse(holds("2026-05-30", "within", "30 days"))
    assert.isTrue(holds("2026-06-30", "within", "1 day"))
    assert.isFalse(holds("2026-07-01", "within", "30 days"))
    assert.isTrue(holds("2026-07-01", "not_within", "30 days"))
    assert.isTrue(holds("2026-07-30T08:00:00+02:00", "within_next", "30 days"))
    assert.isTrue(holds("2026-06-30", "within_next", "30 days"))
    assert.isFalse(holds("2026-07-31", "within_next", "30 days"))
    for (const other of ["soon", "2026-6-3", "2026-06-300", 20260630, true, null]) {
      assert.isFalse(holds(other, "within", "30 days"))
    }
  })

  it("says in a sentence which operator a field does not take", () => {
    const conditions = [[{ field: "contact.email", op: "within", value: "1 day" }]]
    const result = Result.getOrThrow(Result.flip(decodeSegment({ name: "Tested", conditions })))
    assert.deepStrictEqual(
      result.issues.find(({ field }) => field.endsWith(".op")),
      { field: "conditions.0.0.op", message: "Can't be used with a text" }
    )
  })
})
