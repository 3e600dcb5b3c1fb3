import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { decideSend } from "../../src/domain/messages/decideSend.ts"
import { decideProductReminder, type ProductReminder } from "../../src/domain/products/productReminder.ts"
import { flapTime } from "../../src/domain/products/productChanges.ts"

const now = 100 * flapTime
const Stock = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 })))
const Time = Schema.Int.check(Schema.isBetween({ minimum: now - 2 * flapTime, maximum: now }))
const Rules = Schema.Union([
  Schema.Struct({ type: Schema.Literals(["back_in_stock", "product_viewed"]) }),
  Schema.Struct({ type: Schema.Literal("price_dropped"), percent: Schema.Literals([10, 20]) })
])
const Cases = Schema.Struct({
  rule: Rules,
  about: Schema.Literals(["any", "a", "gone"]),
  caused_at: Time,
  asked: Schema.Boolean,
  last_order_at: Schema.NullOr(Time),
  kept: Schema.Boolean,
  removed: Schema.Boolean,
  published: Schema.Boolean,
  a: Stock,
  b: Stock,
  price: Schema.Literals(["79", "80", "80.01", "100"]),
  back_at: Time
})

const reminderOf = ({ about, kept, removed, published, a, b, price, back_at, ...given }: typeof Cases.Type) => {
  const variants = [
    { id: "a", stock: a, price },
    { id: "b", stock: b, price: "5" }
  ]
  const in_stock = variants.some(({ stock }) => stock === null || stock > 0)
  const reminder: ProductReminder = {
    ...given,
    variant_id: about === "any" ? null : about,
    old_price: given.rule.type === "price_dropped" ? "100" : null,
    product: kept ? { removed, published, in_stock, restocks: { a: back_at }, variants } : undefined
  }
  return reminder
}

const contact = {
  email: "ada@example.com",
  phone: null,
  email_consent: "subscribed",
  sms_consent: "never_subscribed",
  paused_until: null,
  left_topics: [],
  timezone: null
} as const

describe("a message about a product", () => {
  it.prop("leaves only while what it says is true", [Cases], ([given]) => {
    const reminder = reminderOf(given)
    const decision = decideProductReminder(now, reminder)
    const { product, variant_id, rule, last_order_at, caused_at, asked } = reminder
    const variant = product?.variants.find(({ id }) => id === variant_id)
    const isThere = variant_id === null ? product?.in_stock === true : variant !== undefined && variant.stock !== 0
    const isOffered = product !== undefined && !product.removed && product.published && isThere
    const isUnknown = product === undefined && rule.type === "product_viewed"
    const hasOrdered = last_order_at !== null && last_order_at >= caused_at
    const isWished = asked && rule.type !== "product_viewed"
    const isLow = rule.type !== "price_dropped" || Number(variant?.price) <= 100 - rule.percent
    const leaves = (isOffered || isUnknown) && isLow && (isWished || !hasOrdered)
    assert.strictEqual(decision._tag === "start", leaves)
    if (decision._tag === "wait") {
      assert.strictEqual(rule.type, "back_in_stock")
      assert.isTrue(decision.until > now && decision.until <= now + flapTime)
    }
  })

  it.prop("is skipped or held for the reason that is found", [Cases], ([given]) => {
    const product_reminder = reminderOf(given)
    const decision = decideProductReminder(now, product_reminder)
    const message = { channel: "email", purpose: "flow", class: "marketing", product_reminder } as const
    const sent = decideSend(now, message, contact, "UTC")
    assert.deepStrictEqual(
      sent,
      decision._tag === "start"
        ? { _tag: "send", recipient: contact.email }
        : decision._tag === "drop"
          ? { _tag: "skip", reason: decision.reason }
          : { _tag: "hold", until: decision.until, reason: "the product is out of stock" }
    )
  })
})
