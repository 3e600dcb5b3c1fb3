import { assert, describe, it } from "@effect/vitest"
import { previewSubject, type SubjectProduct, templateSubject } from "../../src/domain/products/subjectProduct.ts"

const variant = (id: string, price: string | null, stock: number | null) => ({
  id,
  sku: `sku-${id}`,
  title: id.toUpperCase(),
  price,
  compare_at_price: null,
  currency: "JPY",
  stock,
  image_url: `https://shop.example/${id}.png`
})

const cup: SubjectProduct = {
  id: "cup",
  variant_id: null,
  old_price: null,
  title: "Cup",
  url: "https://shop.example/cup",
  image_url: "https://shop.example/cup.png",
  vendor: null,
  product_type: null,
  variants: [variant("s", "9", 0), variant("m", "20", 3), variant("l", "15", null), variant("x", null, null)]
}

describe("the product that a message is about", () => {
  it("is shown at the price of its cheapest variant in stock, without naming that variant", () => {
    const shown = templateSubject(cup)
    assert.deepInclude(shown, { price: 15, price_amount: "15", variant: null, image_url: "https://shop.example/l.png" })
  })

  it("is shown at the price of the variant that started the flow, in stock or not", () => {
    const shown = templateSubject({ ...cup, variant_id: "s", old_price: "12" })
    assert.deepInclude(shown, { price: 9, old_price: 12, old_price_amount: "12" })
    assert.deepStrictEqual(shown.variant, { id: "s", title: "S", sku: "sku-s" })
  })

  it("of which nothing is kept any more has its id alone", () => {
    const gone = { ...cup, title: null, url: null, image_url: null, variants: null, variant_id: "s" }
    assert.deepInclude(templateSubject(gone), { id: "cup", title: null, price: null, variant: null })
  })

  it("has an earlier price in every preview, where any price is known", () => {
    assert.strictEqual(previewSubject(cup).old_price, "15")
    assert.strictEqual(previewSubject({ ...cup, old_price: "30" }).old_price, "30")
    assert.isNull(previewSubject({ ...cup, variants: [] }).old_price)
  })
})
