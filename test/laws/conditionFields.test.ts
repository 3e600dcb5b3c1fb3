import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import { type Facts, factReader, fieldNames } from "../../src/domain/conditions/Facts.ts"
import { historyLookups, noHistory } from "../../src/domain/conditions/History.ts"
import { decideProduct } from "../../src/domain/products/decideProduct.ts"
import type { ProductFields } from "../../src/domain/products/Product.ts"
import { productReport, variant } from "../support/samples/products.ts"
import { drawnFields } from "../support/segments/conditions.ts"
import { drawsOf } from "../support/segments/draws.ts"
import { modelFacts, personOf } from "../support/segments/population.ts"

// A law compares memory and SQL on these fields; on a field that all contacts have alike it would see nothing.
it("every field that segments compare is drawn, with contacts that differ in it", () => {
  const draws = drawsOf(1)
  const people = Array.from({ length: 200 }, (_, at) => personOf(draws, at))
  const alike = drawnFields.filter((field) => {
    const condition = { field, op: "exists" as const }
    const lookups = historyLookups([[condition]])
    const values = people.map((person) => factReader(modelFacts(person, lookups)).read(condition))
    return new Set(values.map((value) => JSON.stringify(value instanceof Set ? [...value] : value))).size < 2
  })
  // Nothing lies below a text: the path leads nowhere, in memory as in SQL.
  assert.deepStrictEqual(alike, ["contact.custom_fields.plan.deeper"])
  assert.includeMembers([...drawnFields], ["contact.phone", "contact.last_name", "contact.sms_consent", "order.count"])
})

const now = Date.parse("2026-06-30T12:00:00Z")

const productOf = (product_id: string, prices: ReadonlyArray<string>, members: Partial<ProductFields>) => {
  const variants = prices.map((price, at) => variant(`${at}`, { price, stock: at }))
  const { fields } = productReport(product_id, now, variants)
  const put = productReport(product_id, now, variants, { fields: fields === null ? null : { ...fields, ...members } })
  return Result.getOrThrow(decideProduct(now, put, { product: undefined, levels: [], room: 1 })).product
}

it("every field of the product that starts a flow is read of it, and none without a product", () => {
  const cup = productOf("cup", ["9.5", "10"], { title: "Cup", vendor: "Acme", product_type: "Mug", tags: ["gift"] })
  const plate = productOf("plate", ["100"], { title: "Plate", vendor: null })
  const valuesOf = (product: Facts["product"]) => {
    const contact = modelFacts(personOf(drawsOf(1), 0), []).contact
    const facts = {
      order: null,
      event: null,
      contact,
      history: noHistory,
      now,
      ...(product === undefined ? {} : { product })
    }
    const reader = factReader(facts)
    const names = fieldNames.filter((name) => name.startsWith("product."))
    return Object.fromEntries(
      names.map((field) => {
        const value = reader.read({ field })
        return [field.slice("product.".length), value instanceof Set ? [...value] : value]
      })
    )
  }
  const none = { id: undefined, title: undefined, vendor: undefined, product_type: undefined, tags: undefined }
  assert.deepStrictEqual(valuesOf(cup), {
    id: "cup",
    title: "Cup",
    vendor: "Acme",
    product_type: "Mug",
    tags: ["gift"],
    price: 9.5,
    in_stock: true
  })
  assert.deepStrictEqual(valuesOf(plate), {
    id: "plate",
    title: "Plate",
    vendor: null,
    product_type: null,
    tags: [],
    price: 100,
    in_stock: false
  })
  for (const missing of [null, undefined])
    assert.deepStrictEqual(valuesOf(missing), { ...none, price: undefined, in_stock: undefined })
})
