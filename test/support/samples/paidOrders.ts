import type { Platform } from "../../../src/domain/integrations/IntegrationKind.ts"
import { hour, type Members, shopifyOrder, type PlatformWebhook } from "./shopifyWebhooks.ts"
import { bigOrder, wooOrder } from "./storeWebhooks.ts"

/** Reports of a paid order; `at` is the hour of its last change. */
export const shopify = (at: number, members: Members = {}): PlatformWebhook => ({
  topic: "orders/updated",
  body: shopifyOrder(at, { financial_status: "paid", ...members })
})
export const woo = (at: number, members: Members = {}): PlatformWebhook => ({
  topic: "order.updated",
  body: wooOrder(at, { status: "processing", date_paid_gmt: hour(1, ""), ...members })
})
export const big = (at: number, members: Members = {}): PlatformWebhook => ({
  topic: "store/order/updated",
  body: bigOrder(at, { status_id: 11, payment_status: "captured", ...members })
})
/** An order that is paid, by platform. */
export const orders = { shopify, woocommerce: woo, bigcommerce: big } as const
export const platforms: ReadonlyArray<Platform> = ["shopify", "woocommerce", "bigcommerce"]

/** All orders in which the webhooks may arrive. */
export const permutations = <A>(list: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  list.length < 2
    ? [list]
    : list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]))
