import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Product } from "../../src/domain/products/Product.ts"
import { flapTime, productChanges } from "../../src/domain/products/productChanges.ts"
import {
  dropsFor,
  isEnough,
  paceOf,
  type PriceRule,
  type RestockRule
} from "../../src/domain/products/productTriggers.ts"
import { decideTurn, type ProductTurn, toldBy } from "../../src/domain/products/productTurns.ts"
import { restockRequests } from "../../src/domain/products/restockRequest.ts"
import { variant } from "../support/samples/products.ts"

const minute = 60_000
const restocking: RestockRule = { type: "back_in_stock" }
const price = (percent: number): PriceRule => ({ type: "price_dropped", percent, days: 30 })

const product = (stock: number, members: Partial<Product> = {}): Product => {
  const variants = members.variants ?? [variant("v", { stock, price: "80" })]
  return {
    account_id: "acc_1",
    product_id: "cup",
    product_key: "prd_1",
    source: "api",
    removed: false,
    title: "Cup",
    url: null,
    image_url: null,
    description: null,
    vendor: null,
    product_type: null,
    tags: [],
    published: true,
    in_stock: stock > 0,
    restocks: {},
    changed_at: 0,
    changed_rank: "",
    created_at: 0,
    written_at: 0,
    ...members,
    variants
  }
}

const turn: ProductTurn = {
  product_id: "cup",
  contact_id: "con_1",
  variant_id: null,
  old_price: null,
  asked: true,
  since: 0,
  happened_at: 100 * minute
}
const cheaper: ProductTurn = { ...turn, variant_id: "v", old_price: "100", asked: false }

const Stock = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Gap = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 25 }))
const Reports = Schema.Array(Schema.Struct({ gap: Gap, stock: Stock })).check(Schema.isMaxLength(30))

describe("a turn of a restocking", () => {
  it("starts while a piece is there, and is dropped with a product that is not offered", () => {
    const decide = (given: Product | undefined) => decideTurn(100 * minute, restocking, turn, given, null)._tag
    assert.deepStrictEqual(
      [product(3), product(3, { removed: true }), product(3, { published: false }), undefined].map(decide),
      ["start", "drop", "drop", "drop"]
    )
  })

  it("is that of its variant alone", () => {
    const variants = [variant("s", { stock: 0 }), variant("m", { stock: 2 })]
    const decide = (variant_id: string) =>
      decideTurn(200 * minute, restocking, { ...turn, variant_id }, product(2, { variants }), null)._tag
    assert.deepStrictEqual(["s", "m", "gone"].map(decide), ["drop", "start", "drop"])
  })

  it("of a cart is dropped after an order, and of a wish is not", () => {
    const decide = (asked: boolean, last: number) =>
      decideTurn(100 * minute, restocking, { ...turn, asked, since: 50 }, product(3), last)._tag
    assert.deepStrictEqual([decide(false, 49), decide(false, 50), decide(true, 50)], ["start", "drop", "start"])
  })

  it.prop(
    "is dropped only when the next return is another restocking, whatever the stock did and does, and else comes again before that",
    [Reports, Gap],
    ([reports, later]) => {
      let state: Pick<Product, "variants" | "restocks"> = { variants: [variant("v", { stock: 0 })], restocks: {} }
      let now = 100 * minute
      const restocked: Array<number> = []
      const report = (stock: number) => {
        const variants = [variant("v", { stock })]
        const changed = productChanges(now, state, variants)
        if (changed.restocked.length > 0) restocked.push(now)
        state = { variants, restocks: changed.restocks }
      }
      for (const { gap, stock } of reports) {
        now += gap * minute
        report(stock)
      }
      const happened_at = restocked.at(-1)
      if (happened_at === undefined) return
      now += later * minute
      const given = product(state.variants[0]?.stock ?? 0, state)
      const decision = decideTurn(now, restocking, { ...turn, happened_at }, given, null)
      const before = restocked.length
      if (decision._tag === "drop") {
        report(1)
        assert.strictEqual(restocked.length, before + 1)
      } else if (decision._tag === "wait") {
        assert.isTrue(decision.until > now && decision.until <= now + flapTime)
        report(1)
        assert.strictEqual(restocked.length, before)
      } else assert.strictEqual(given.variants[0]?.stock, 1)
    }
  )
})

describe("a turn of a lower price", () => {
  it("starts while the price is as low as the rule says, a piece is there, and no order came since", () => {
    const decide = (given: Product, percent = 20, last: number | null = null) =>
      decideTurn(100 * minute, price(percent), cheaper, given, last)._tag
    const dearer = product(3, { variants: [variant("v", { stock: 3, price: "80.01" })] })
    assert.deepStrictEqual(
      [decide(product(3)), decide(product(3), 21), decide(dearer), decide(product(0)), decide(product(3), 20, 0)],
      ["start", "drop", "drop", "drop", "drop"]
    )
  })

  it("is deep enough to the digit", () => {
    assert.isTrue(isEnough(price(10), "0.10", "0.09"))
    assert.isFalse(isEnough(price(10), "19.99", "17.992"))
    assert.isTrue(isEnough(price(10), "19.99", "17.991"))
    assert.isFalse(isEnough(price(10), "0", "0"))
  })

  it("tells of the deepest drop first", () => {
    const drops = [
      { variant_id: "a", from: "10", to: "9.5", currency: "USD" },
      { variant_id: "b", from: "10", to: "8", currency: "USD" },
      { variant_id: "c", from: "10", to: "5", currency: "USD" }
    ]
    assert.deepStrictEqual(
      dropsFor(price(10), drops).map(({ variant_id }) => variant_id),
      ["c", "b"]
    )
  })
})

describe("what a flow tells of changes", () => {
  const known = ["s", "m", "l"]
  const change = (happened_at: number, restocked: ReadonlyArray<string> | null, from: string | null = null) => ({
    product_id: "cup",
    happened_at,
    restocked,
    price_drops: from === null ? null : [{ variant_id: "s", from, to: "1", currency: "USD" }],
    known
  })

  it("is of each product once: all that came back, and the last drop", () => {
    const [back] = toldBy(restocking, [change(2, ["m"]), change(1, ["s"], "10"), change(3, null, "5")])
    assert.deepInclude(back, { happened_at: 2, usual: null })
    assert.sameMembers([...(back?.variants ?? [])], ["s", "m"])
    const told = toldBy(price(10), [change(3, null, "5"), change(1, ["s"], "10"), change(2, ["m"])])
    assert.deepStrictEqual(told, [
      { product_id: "cup", happened_at: 3, known, variants: ["s"], old_prices: ["5"], usual: "s" }
    ])
  })

  it("names the variant that came back alone", () => {
    assert.strictEqual(toldBy(restocking, [change(1, ["m"])])[0]?.usual, "m")
  })

  it("comes at a pace of so many people an hour, 200 where the flow does not say, and at once for prices", () => {
    const paces = [
      restocking,
      { ...restocking, people_per_hour: 10_000 },
      { ...restocking, people_per_hour: 1 },
      price(10)
    ]
    assert.deepStrictEqual(paces.map(paceOf), [18_000, 360, 60 * minute, 0])
  })
})

describe("a wish to be told of a restocking", () => {
  const event = (event_type: string, data: Record<string, never> | Record<string, string | number>) => ({
    account_id: "acc_1",
    contact_id: "con_1",
    event_type,
    data,
    occurred_at: 5
  })
  const wish = { account_id: "acc_1", contact_id: "con_1", product_id: "7", variant_id: "", asked_at: 5 }

  it("is an event of its type that names a product, and is kept once", () => {
    const asked = event("restock_requested", { product_id: 7 })
    assert.deepStrictEqual(restockRequests([asked, asked, event("viewed", { product_id: 7 })]), [wish])
    assert.deepStrictEqual(restockRequests([event("restock_requested", { product_id: "7", variant_id: "s" })]), [
      { ...wish, variant_id: "s" }
    ])
  })

  it("without a product, or with an id that no product can have, is none", () => {
    const ids = ["", " ", "x".repeat(129), 0.5]
    const events = ids.map((product_id) => event("restock_requested", { product_id }))
    assert.deepStrictEqual(restockRequests([...events, event("restock_requested", {})]), [])
  })
})
