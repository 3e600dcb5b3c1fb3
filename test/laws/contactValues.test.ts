import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { customFieldTag } from "../../src/domain/content/customFieldTag.ts"
import { contactsRead, sumValues, ValueKind } from "../../src/domain/contacts/ContactValues.ts"
import { maxFieldValues, ShopValueKind, shopValues } from "../../src/domain/contacts/ShopValues.ts"
import { checkTemplate, render } from "../../src/outbound/templates/Template.ts"
import { templateVariables } from "../../src/outbound/templates/templateVariables.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5_000 }))
const Value = Schema.Literals(["a", "b", "__proto__", ""])
const Parts = Schema.Array(
  Schema.Struct({
    contacts: Count,
    lowest: Schema.NullOr(Schema.String),
    values: Schema.Array(Schema.Struct({ kind: ValueKind, value: Value, contacts: Count })).check(
      Schema.isMaxLength(8)
    ),
    fieldValues: Schema.Record(Value, Schema.NullOr(Schema.Array(Schema.String).check(Schema.isMaxLength(12))))
  })
).check(Schema.isMaxLength(4))
const partsOf = (parts: typeof Parts.Type) =>
  parts.map((part) => ({ ...part, fieldValues: new Map(Object.entries(part.fieldValues)) }))

describe("the values that contacts have", () => {
  it.prop("are those of all parts, each once with the sum of its contacts, most first", [Parts], ([drawn]) => {
    const parts = partsOf(drawn)
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
  it.prop("of a field are listed where all parts together have few of them", [Parts], ([drawn]) => {
    const parts = partsOf(drawn)
    for (const { value, values } of sumValues(parts, 3).custom_fields) {
      const given = parts.flatMap(({ fieldValues }) => {
        const found = fieldValues.get(value)
        return found === undefined ? [] : [found]
      })
      const all = new Set(given.flatMap((found) => found ?? []))
      assert.deepStrictEqual(new Set(values), given.includes(null) || all.size > maxFieldValues ? new Set() : all)
    }
  })
  it("are at most 100 of a kind", () => {
    const values = Array.from({ length: 150 }, (_, at) => ({ kind: "tags", value: `t${at}`, contacts: at }) as const)
    const { tags } = sumValues([{ contacts: 150, lowest: null, values, fieldValues: new Map() }], 150)
    assert.deepStrictEqual([tags.length, tags[0]?.value, tags[99]?.value], [100, "t149", "t50"])
  })
})

const ShopPart = Schema.Struct({
  records: Schema.Struct({ read: Count, all: Schema.Boolean }),
  values: Schema.Array(Schema.Struct({ kind: ShopValueKind, value: Value, count: Count })).check(Schema.isMaxLength(12))
})

describe("the values of products and orders", () => {
  it.prop(
    "are those of both, each once with the products and the orders that have it",
    [ShopPart, ShopPart],
    (parts) => {
      const [products, orders] = parts
      const listed = shopValues(products, orders, [])
      const sumOf = (part: typeof ShopPart.Type, kind: ShopValueKind, value: string) =>
        part.values.reduce((sum, one) => sum + (one.kind === kind && one.value === value ? one.count : 0), 0)
      for (const kind of ShopValueKind.literals) {
        const given = parts.flatMap(({ values }) => values.flatMap((one) => (one.kind === kind ? one.value : [])))
        assert.deepStrictEqual(listed[kind].map(({ value }) => value).toSorted(), [...new Set(given)].toSorted())
        for (const one of listed[kind]) {
          assert.deepStrictEqual(
            [one.products, one.orders],
            [sumOf(products, kind, one.value), sumOf(orders, kind, one.value)]
          )
        }
      }
    }
  )
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
