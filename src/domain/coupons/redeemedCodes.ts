import { isObject } from "../json/Json.ts"
import type { Order } from "../orders/Order.ts"
import { codeKey, isCouponCode } from "./couponCode.ts"

/** The keys of the codes that `discounts`, the JSON text of an order, may have redeemed; each once. Pure. */
export const redeemedCodes = (discounts: string | null): ReadonlyArray<string> => {
  if (discounts === null) return []
  const list: unknown = JSON.parse(discounts)
  if (!Array.isArray(list)) return []
  const codes = list.flatMap((discount: unknown) => {
    const code = isObject(discount) ? discount["code"] : undefined
    return typeof code === "string" ? [code.trim()] : []
  })
  return [...new Set(codes.filter(isCouponCode).map(codeKey))]
}

/** An order whose codes changed. `had`: the stored order had codes, which may have been redeemed. */
export interface OrderCodes {
  readonly account_id: string
  readonly order_id: bigint
  readonly codes: ReadonlyArray<string>
  readonly had: boolean
}

type WithDiscounts = Pick<Order, "account_id" | "order_id" | "discounts">

const keyOf = ({ account_id, order_id }: WithDiscounts): string => `${account_id}|${order_id}`

/** The orders of a batch whose codes are not those of the stored orders; of an order that is written twice, its last. Pure. */
export const changedCodes = (
  stored: ReadonlyArray<WithDiscounts>,
  written: ReadonlyArray<WithDiscounts>
): ReadonlyArray<OrderCodes> => {
  const last = new Map(written.map((order) => [keyOf(order), order]))
  // Most orders have no discounts, and nothing is looked up for them.
  if (stored.every(({ discounts }) => discounts === null) && written.every(({ discounts }) => discounts === null))
    return []
  const before = new Map(stored.map((order) => [keyOf(order), order.discounts]))
  return [...last.values()].flatMap(({ account_id, order_id, discounts }) => {
    const was = before.get(keyOf({ account_id, order_id, discounts })) ?? null
    if (was === discounts) return []
    const codes = redeemedCodes(discounts)
    const had = redeemedCodes(was).length > 0
    return codes.length > 0 || had ? [{ account_id, order_id, codes, had }] : []
  })
}
