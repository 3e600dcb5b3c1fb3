import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { fieldKindOf, fieldNames } from "../../src/domain/conditions/Facts.ts"
import { nearestField } from "../../src/domain/conditions/nearestField.ts"
import { decodeSegment } from "../../src/domain/segments/decodeSegment.ts"
import { nearestName } from "../../src/domain/values/nearestName.ts"
import { checkTemplate } from "../../src/outbound/templates/Template.ts"
import { templateVariables } from "../../src/outbound/templates/templateVariables.ts"

const roots = ["contact", "order", "event", "cart", "product", "message", "viewed"]

const at = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 200 }))
const Error = Schema.Struct({ kind: Schema.Literals(["left out", "doubled", "wrong", "swapped"]), at })

const mistyped = (name: string, { kind, at: drawn }: typeof Error.Type): string => {
  const place = drawn % name.length
  const [before, letter = "", after] = [name.slice(0, place), name[place], name.slice(place + 1)]
  if (kind === "left out") return before + after
  if (kind === "doubled") return before + letter + letter + after
  return kind === "wrong" ? `${before}q${after}` : before + after.slice(0, 1) + letter + after.slice(1)
}

describe("a mistyped field", () => {
  it.prop(
    "of conditions is answered by the field that is one error away",
    [Schema.Literals(fieldNames), Error],
    ([name, error]) => {
      const typed = mistyped(name, error)
      if (typed === name || fieldKindOf(typed) !== undefined) return
      assert.strictEqual(nearestField(typed, roots), name)
    }
  )

  it("is answered by fields of the given roots alone", () => {
    assert.strictEqual(nearestField("order.totl", ["contact", "order"]), "order.total")
    assert.isUndefined(nearestField("order.totl", ["contact"]))
    assert.strictEqual(nearestField("contact.contry", ["contact"]), "contact.country")
    assert.strictEqual(nearestField("contact.total_spnet.EUR", ["contact"]), "contact.total_spent.EUR")
    assert.strictEqual(nearestField("contact.costum_fields.size", ["contact"]), "contact.custom_fields.size")
    assert.isUndefined(nearestField("contact.total_spnet.euro", ["contact"]))
    assert.isUndefined(nearestField("contact.shoe_size", ["contact"]))
  })

  it("of a segment is told with the field that was meant", () => {
    const conditions = [[{ field: "contact.fist_name", op: "exists" }]]
    const decoded = decodeSegment({ name: "Tea", conditions })
    assert.deepStrictEqual(Result.isFailure(decoded) ? decoded.failure.issues : [], [
      {
        field: "conditions.0.0.field",
        message: "Is not a field that can be compared. Did you mean contact.first_name?"
      }
    ])
  })

  it("of a template is answered by the nearest variable, and by a custom field only where none is near", () => {
    const told = (source: string, known: Parameters<typeof checkTemplate>[2] = templateVariables.order) =>
      checkTemplate("html", source, known).map((issue) => issue.replace(/^Unknown variable \S+, line 1/, ""))
    assert.deepStrictEqual(told("{{ contact.fist_name }}"), [". Did you mean {{ contact.first_name }}?"])
    assert.deepStrictEqual(told("{{ contcat.email }}"), [". Did you mean {{ contact.email }}?"])
    assert.deepStrictEqual(told("{{ order.line_itmes[0].title }}"), [". Did you mean {{ order.line_items }}?"])
    assert.deepStrictEqual(told("{{ contact.custom_feilds.size }}"), [
      ". Did you mean {{ contact.custom_fields.size }}?"
    ])
    assert.deepStrictEqual(told("{{ contact.shoe_size }}"), [". Write {{ contact.custom_fields.shoe_size }}"])
    // Names of other services are translated as before.
    assert.deepStrictEqual(told("{{ contact.firstname }}"), [". Write {{ contact.first_name }}"])
    // Only what the trigger has.
    assert.deepStrictEqual(told("{{ order.totl }}", templateVariables.none), [""])
  })
})

describe("the nearest name", () => {
  it.prop(
    "is one of the names, and within two errors of what was typed",
    [Schema.String.check(Schema.isMaxLength(80)), Schema.Array(Schema.String).check(Schema.isMaxLength(8))],
    ([typed, names]) => {
      const nearest = nearestName(typed, names)
      if (nearest === undefined) return
      assert.include(names, nearest)
      assert.isAtMost(Math.abs(nearest.length - typed.length), 2)
    }
  )

  it("is looked for in steps that a long text does not add to", () => {
    assert.isUndefined(nearestName("a".repeat(1_000_000), ["a".repeat(1_000_000)]))
  })
})
