import type { JsonObject } from "../json/Json.ts"
import type { PlatformReport } from "../orders/PlatformOrder.ts"
import { compareSum, convertDecimal, sumOf } from "../values/sumDecimals.ts"
import { decimalOf, idOf, objectOf, objectsOf, textOf, timeOf } from "./platformFields.ts"

/** One amount in the currency of the shop and in that of the customer. */
interface MoneySet {
  readonly shop: string
  readonly shopCurrency: string
  readonly presentment: string
  readonly presentmentCurrency: string
}

const moneySetOf = (value: unknown): ReadonlyArray<MoneySet> => {
  const [shop, presentment] = [objectOf(objectOf(value)["shop_money"]), objectOf(objectOf(value)["presentment_money"])]
  const set = {
    shop: decimalOf(shop["amount"]),
    shopCurrency: textOf(shop["currency_code"]),
    presentment: decimalOf(presentment["amount"]),
    presentmentCurrency: textOf(presentment["currency_code"])
  }
  const { shop: amount, shopCurrency, presentment: other, presentmentCurrency } = set
  return amount === null || shopCurrency === null || other === null || presentmentCurrency === null
    ? []
    : [{ shop: amount, shopCurrency, presentment: other, presentmentCurrency }]
}

// The sets of a refund, then that of its order: all have the exchange rate of the payment.
const moneySetsOf = (refund: JsonObject, order: JsonObject): ReadonlyArray<MoneySet> => [
  ...objectsOf(refund["refund_line_items"]).flatMap(({ subtotal_set }) => moneySetOf(subtotal_set)),
  ...objectsOf(refund["order_adjustments"]).flatMap(({ amount_set }) => moneySetOf(amount_set)),
  ...moneySetOf(order["total_price_set"])
]

/** The amount of a transaction in the shop's currency: transactions are in that of the customer. */
const inShopCurrency = (amount: string, currency: string | null, sets: ReadonlyArray<MoneySet>): string => {
  const rate = sets.find(
    ({ presentmentCurrency, presentment }) => presentmentCurrency === currency && compareSum([presentment], "0") !== 0
  )
  if (rate === undefined || rate.shopCurrency === currency) return amount
  return convertDecimal(amount, rate.presentment, rate.shop) ?? amount
}

/** The amount that a refund of Shopify paid back, in the shop's currency. `order` is the order that the refund came with, if any. */
export const refundOf = (refund: JsonObject, order: JsonObject = {}): PlatformReport["refunds"] => {
  const id = idOf(refund["admin_graphql_api_id"], refund["id"])
  const at = timeOf(refund["created_at"])
  const sets = moneySetsOf(refund, order)
  const amounts = objectsOf(refund["transactions"])
    .filter(({ kind, status }) => kind === "refund" && (status ?? "success") === "success")
    .flatMap(({ amount, currency }) => {
      const decimal = decimalOf(amount)
      return decimal === null ? [] : [inShopCurrency(decimal, textOf(currency), sets)]
    })
  // Several transactions of a refund are several amounts.
  return id === null || at === null
    ? {}
    : Object.fromEntries(amounts.map((value, index) => [index === 0 ? id : `${id}.${index}`, { at, value }]))
}

/**
 * The totals of an order of Shopify. `total_price` keeps what was ordered first; `current_total_price` follows edits, returns and refunds, and is
 * the order's total until all is paid back. `full`: the total without refunds, which they are compared with.
 */
export const totalsOf = (body: JsonObject, refunds: PlatformReport["refunds"], isOver: boolean) => {
  const ordered = decimalOf(body["total_price"])
  if (ordered === null) return null
  const current = decimalOf(body["current_total_price"])
  if (current === null) return { total: ordered, full: ordered }
  const before = sumOf([current, ...Object.values(refunds).map(({ value }) => value)])
  // A refund of no item need not lower the current total.
  const most = compareSum([ordered], current) > 0 ? ordered : current
  return { total: isOver ? ordered : current, full: compareSum([before], most) > 0 ? most : before }
}
