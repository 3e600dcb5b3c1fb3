import type { Coupon } from "../../domain/coupons/Coupon.ts"
import { showMoney } from "../format.ts"

/** The revenue of a coupon, by currency; a dash without any. */
export const CouponRevenue = ({ revenue }: Pick<Coupon, "revenue">) => (
  <>{revenue.length === 0 ? "—" : revenue.map(({ amount, currency }) => showMoney(amount, currency)).join(", ")}</>
)
