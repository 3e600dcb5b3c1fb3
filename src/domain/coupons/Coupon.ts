import { Schema } from "effect"
import { Revenue } from "../messages/ListedMessage.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { Timestamp } from "../values/Time.ts"
import { CouponCode } from "./couponCode.ts"
import { CouponPattern } from "./couponPattern.ts"
import { PoolLevel } from "./poolLevel.ts"

const nameForm = /^[a-z][a-z0-9_]{0,39}$/

/** The name of a coupon, which templates show its code by: `{{ coupon.spring }}`. */
export const CouponName = leaf({
  to: Schema.String.check(madeUpText(/^[a-z]{1,6}_[0-9]{1,6}$/), Schema.isPattern(nameForm)),
  json: { type: "string", pattern: nameForm.source, examples: ["spring"] },
  message: "Must be 1 to 40 small letters, digits or _, beginning with a letter",
  decode: (value) => (typeof value === "string" && nameForm.test(value) ? value : undefined),
  encode: (name) => name
})

/** Codes of one call. */
export const maxCodesOfCall = 10_000

/** Codes that an answer lists. */
export const maxListedCodes = 100

/** `single`: a pool of codes, each for one contact. `shared`: one code for all. */
export const CouponKind = Schema.Literals(["single", "shared"])
export type CouponKind = typeof CouponKind.Type

/** The body that creates a coupon (contract §21): a shared one with its code, else an empty pool. */
export const CouponInput = Schema.Struct({
  name: CouponName,
  code: Schema.optionalKey(Schema.NullOr(CouponCode))
}).annotate({ identifier: "CouponInput" })
export type CouponInput = typeof CouponInput.Type

/** The body that adds codes to a pool. */
export const CouponCodes = Schema.Struct({
  codes: Schema.Array(CouponCode).check(
    Schema.isMinLength(1, { message: "Must have a code" }),
    Schema.isMaxLength(maxCodesOfCall)
  )
}).annotate({ identifier: "CouponCodes" })

/** The body that makes codes from a pattern. */
export const CouponCodesToMake = Schema.Struct({
  pattern: CouponPattern,
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxCodesOfCall }))
}).annotate({ identifier: "CouponCodesToMake" })
export type CouponCodesToMake = typeof CouponCodesToMake.Type

/** The codes of a pool. */
export const PoolCounts = Schema.Struct({
  total: Schema.Int,
  free: Schema.Int,
  given: Schema.Int,
  level: PoolLevel
}).annotate({ identifier: "PoolCounts" })

/** A coupon with what became of its codes. */
export const Coupon = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  kind: CouponKind,
  code: Schema.NullOr(Schema.String).annotate({ description: "The code of a shared coupon, else null." }),
  codes: Schema.NullOr(PoolCounts).annotate({ description: "Null for a shared coupon." }),
  redeemed: Schema.Int.annotate({ description: "Orders with a code of the coupon, but for those that were voided." }),
  revenue: Schema.Array(Revenue).annotate({ description: "What these orders brought in, refunds deducted." }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Coupon" })
export type Coupon = typeof Coupon.Type

/** How many codes of a call were added, and which were there before. */
export const AddedCodes = Schema.Struct({
  added: Schema.Int,
  duplicates: Schema.Int.annotate({ description: "Codes of the call that a coupon of the account has already." }),
  duplicate_codes: Schema.Array(Schema.String).annotate({ description: `The first ${maxListedCodes} of them.` }),
  coupon: Coupon
}).annotate({ identifier: "AddedCodes" })
export type AddedCodes = typeof AddedCodes.Type
