import { sampleCode } from "./couponCode.ts"

/** A coupon that the templates of a message show. `code` is null while the pool has none for it. */
export interface MessageCoupon {
  readonly name: string
  readonly code: string | null
  readonly is_deleted: boolean
}

/** Whether a message has all its codes: it waits while a pool is `empty`, and is not sent without a coupon that was `deleted`. Pure. */
export const couponState = (coupons: ReadonlyArray<MessageCoupon>): "ready" | "empty" | "deleted" => {
  if (coupons.some(({ is_deleted, code }) => is_deleted && code === null)) return "deleted"
  return coupons.some(({ code }) => code === null) ? "empty" : "ready"
}

/** The variable `coupon` of templates. Pure. */
export const couponVariable = (coupons: ReadonlyArray<MessageCoupon>): Readonly<Record<string, string>> =>
  Object.fromEntries(coupons.flatMap(({ name, code }) => (code === null ? [] : [[name, code] as const])))

/** The variable `coupon` of previews and test mails. Pure. */
export const sampleCoupons = (names: Iterable<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(names, (name) => [name, sampleCode] as const))
