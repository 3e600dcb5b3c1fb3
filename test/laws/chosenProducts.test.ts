import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Candidates, chooseProducts, inTurn, productKinds } from "../../src/domain/products/chooseProducts.ts"
import {
  boughtWithin,
  kindsNamed,
  type OfferedVariant,
  productIdsOf,
  templateProduct
} from "../../src/domain/products/productsInMail.ts"
import { countLimits, isWorthCounting, nextCountAt } from "../../src/domain/products/productCounts.ts"

const Id = Schema.Literals(["a", "b", "c", "d", "e", "f", "g"])
const Ids = Schema.Array(Id).check(Schema.isMaxLength(12))
const Wanted = Schema.Struct({
  kind: Schema.Literals(productKinds),
  candidates: Ids,
  bestSellers: Ids,
  offered: Ids,
  owned: Ids,
  most: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))
})

const candidatesOf = ({ offered, owned, ...rest }: typeof Wanted.Type): Candidates => ({
  ...rest,
  isOffered: (id) => offered.some((other) => other === id),
  isOwned: (id) => owned.some((other) => other === id)
})

describe("the products of a message", () => {
  const idsOf = (wanted: Candidates) => chooseProducts(wanted).map(({ product_id }) => product_id)
  const isFit = ({ isOffered, isOwned }: Candidates, id: string) => isOffered(id) && !isOwned(id)

  it.prop("are never out of stock, never what the person has, and each once", [Wanted], ([given]) => {
    const wanted = candidatesOf(given)
    const ids = idsOf(wanted)
    assert.isTrue(ids.every((id) => isFit(wanted, id)))
    assert.strictEqual(new Set(ids).size, ids.length)
  })

  it.prop("are at most as many as wanted, and as many while there are candidates", [Wanted], ([given]) => {
    const wanted = candidatesOf(given)
    const fit = new Set([...given.candidates, ...given.bestSellers].filter((id) => isFit(wanted, id)))
    assert.strictEqual(idsOf(wanted).length, Math.min(given.most, fit.size))
  })

  it.prop("keep their order: those of the kind first, then best sellers, which are named so", [Wanted], ([given]) => {
    const wanted = candidatesOf(given)
    const chosen = chooseProducts(wanted)
    const all: ReadonlyArray<string> = [...given.candidates, ...given.bestSellers]
    const places = chosen.map(({ product_id }) => all.indexOf(product_id))
    assert.deepStrictEqual(
      places,
      places.toSorted((one, other) => one - other)
    )
    for (const { product_id, kind } of chosen) {
      const isOfKind = given.candidates.some((id) => id === product_id)
      assert.strictEqual(kind, isOfKind ? given.kind : "best_sellers")
    }
  })

  it.prop("do not change when fewer are wanted, but for those at the end", [Wanted], ([given]) => {
    const wanted = candidatesOf(given)
    assert.deepStrictEqual(idsOf(wanted), idsOf({ ...wanted, most: 99 }).slice(0, given.most))
  })

  it.prop("of several lists come in turn, none left out", [Schema.Array(Ids)], ([lists]) => {
    const all = inTurn(lists)
    assert.deepStrictEqual(all.toSorted(), lists.flat().toSorted())
    const heads: ReadonlyArray<string> = lists.flatMap((list) => list.slice(0, 1))
    assert.deepStrictEqual(all.slice(0, heads.length), heads)
  })
})

describe("the templates of a message", () => {
  it("ask for the kinds that their tags and outputs name, whatever their text says", () => {
    const asks = (...templates: ReadonlyArray<string | null>) => [...kindsNamed(templates)]
    assert.deepStrictEqual(asks(null, "<p>Our new products: best_sellers</p> {{ contact.first_name }}"), [])
    assert.deepStrictEqual(asks("{{ products.new[0].title }}", "<p>best_sellers</p>"), ["new"])
    assert.deepStrictEqual(asks(null, "{% for p in products['in_cart'] %}{{ p.title }}{% endfor %}"), ["in_cart"])
    assert.deepStrictEqual(asks(null, "{%- assign all = products -%}{{ all.bought_together }}"), ["bought_together"])
    assert.deepStrictEqual(asks(null, "{% assign kind = 'new' %}{{ products[kind] }}"), ["new"])
    assert.deepStrictEqual(asks(null, "{{{{{%{%products"), [])
  })

  it("leave out what was bought for 30 days, or as many as they say", () => {
    const days = (...templates: ReadonlyArray<string | null>) => boughtWithin(templates) / 86_400_000
    assert.strictEqual(days(null, "not_bought_for = 5"), 30)
    assert.strictEqual(days("Hi", "{%- assign not_bought_for=7 -%}"), 7)
    assert.strictEqual(days(null, "{% assign not_bought_for = 0 %}"), 0)
    assert.strictEqual(days(null, "{% assign not_bought_for = 999 %}"), 365)
    assert.strictEqual(days(null, "{% assign not_bought_for = 1000 %}"), 30)
  })
})

describe("a product in a template", () => {
  const variant = { price: "9.5", compare_at_price: "12", currency: "USD", stock: 1 }
  const product = { product_id: "7", title: "Cup", url: null, image_url: null, vendor: null }
  const shown = (...variants: ReadonlyArray<typeof variant | OfferedVariant>) =>
    templateProduct({ ...product, variants }, "new")

  it("has the price of its cheapest variant in stock", () => {
    assert.deepInclude(shown({ ...variant, price: "5", stock: 0 }, { ...variant, price: "10" }, variant), {
      price: 9.5,
      price_amount: "9.50",
      compare_at_price: 12,
      compare_at_amount: "12.00",
      currency: "USD"
    })
    assert.deepInclude(shown({ ...variant, price: "5", stock: null }, variant), { price: 5 })
    assert.deepInclude(shown({ ...variant, price: null }), { price: null, price_amount: null, currency: null })
    assert.deepInclude(shown(), { id: "7", title: "Cup", kind: "new", price: null })
  })

  it("of an order or a cart is the text of its id, each once", () => {
    const items = [{ product_id: 5 }, { product_id: "A" }, { product_id: 5 }, { product_id: null }, {}, 7]
    assert.deepStrictEqual(productIdsOf({ line_items: items }, 9), ["5", "A"])
    assert.deepStrictEqual(productIdsOf({ line_items: items }, 1), ["5"])
    assert.deepStrictEqual(productIdsOf(null, 9), [])
    assert.deepStrictEqual(productIdsOf({ line_items: "x" }, 9), [])
  })
})

describe("the count of products", () => {
  const hour = 3_600_000

  it("comes an hour later at the soonest, and takes at most a hundredth of the time", () => {
    assert.strictEqual(nextCountAt(5, 0), 5 + hour)
    assert.strictEqual(nextCountAt(0, 60_000), 6_000_000)
    assert.isAtLeast(nextCountAt(0, countLimits.longest) / countLimits.longest, 100)
  })

  it("is made where orders came, and once a day", () => {
    assert.isTrue(isWorthCounting(hour, { counted_at: null, has_news: false }))
    assert.isTrue(isWorthCounting(hour, { counted_at: 0, has_news: true }))
    assert.isFalse(isWorthCounting(23 * hour, { counted_at: 0, has_news: false }))
    assert.isTrue(isWorthCounting(24 * hour, { counted_at: 0, has_news: false }))
  })
})
