import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { customFieldTag } from "../../src/domain/content/customFieldTag.ts"
import { contactsRead, sumValues, ValueKind } from "../../src/domain/contacts/ContactValues.ts"
import { checkTemplate, render } from "../../src/outbound/templates/Template.ts"
import { templateVariables } from "../../src/outbound/templates/templateVariables.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5_000 }))
const Parts = Schema.Array(
  Schema.Struct({
    contacts: Count,
    lowest: Schema.NullOr(Schema.String),
    values: Schema.Array(
      Schema.Struct({ kind: ValueKind, value: Schema.Literals(["a", "b", "__proto__", ""]), contacts: Count })
    ).check(Schema.isMaxLength(8))
  })
).check(Schema.isMaxLength(4))

describe("the values that contacts have", () => {
  it.prop("are those of all parts, each once with the sum of its contacts, most first", [Parts], ([parts]) => {
    const summed = sumValues(parts, 3)
    assert.strictEqual(summed.read, contactsRead(parts))
    assert.isAtLeast(summed.total, summed.read)
    for (const kind of ValueKind.literals) {
      const given = parts.flatMap(({ values }) => values.filter((one) => one.kind === kind))
      const found = summed[kind]
      assert.deepStrictEqual(new Set(found.map(({ value }) => value)), new Set(given.map(({ value }) => value)))
      assert.strictEqual(found.length, new Set(found.map(({ value }) => value)).size)
      for (const { value, contacts } of found) {
        const own = given.filter((one) => one.value === value)
        assert.strictEqual(
          contacts,
          own.reduce((sum, one) => sum + one.contacts, 0)
        )
      }
      assert.deepStrictEqual(
        found.map(({ contacts }) => contacts),
        found.map(({ contacts }) => contacts).toSorted((a, b) => b - a)
      )
    }
  })
  it("are at most 100 of a kind", () => {
    const values = Array.from({ length: 150 }, (_, at) => ({ kind: "tags", value: `t${at}`, contacts: at }) as const)
    const { tags } = sumValues([{ contacts: 150, lowest: null, values }], 150)
    assert.deepStrictEqual([tags.length, tags[0]?.value, tags[99]?.value], [100, "t149", "t50"])
  })
})

describe("the tag of a custom field", () => {
  it.effect.prop(
    "shows the field of its name, and saves without an issue",
    [
      Schema.Union([
        Schema.String,
        Schema.Literals(["birthday", "Shoe size", "größe", "a-b", "__proto__", "a.b", "1st"])
      ])
    ],
    ([name]) =>
      Effect.gen(function* () {
        const tag = customFieldTag(name)
        if (tag === undefined || name === "") return
        assert.deepStrictEqual(checkTemplate("html", tag, templateVariables.none), [])
        if (Object.hasOwn(Object.prototype, name)) return
        const data = { contact: { custom_fields: { [name]: "shown" } } }
        assert.strictEqual((yield* render("sms", tag, data)).text, "shown")
      })
  )
})
