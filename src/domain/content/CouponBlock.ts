import { Schema } from "effect"
import { CouponName } from "../coupons/Coupon.ts"
import { text } from "../values/Text.ts"
import { blockMembers } from "./blockParts.ts"

/** The code of a coupon (contract §18) below the words of `label`. `coupon` is its name, empty while it is not chosen yet. */
export const CouponBlock = Schema.Struct({
  type: Schema.Literal("coupon"),
  ...blockMembers,
  coupon: Schema.Union([CouponName, Schema.Literal("")]).annotate({ message: "Must be the name of a coupon" }),
  label: Schema.optionalKey(text(200))
}).annotate({ identifier: "CouponBlock" })
export type CouponBlock = typeof CouponBlock.Type
