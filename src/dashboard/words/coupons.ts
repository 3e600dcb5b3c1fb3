/** Words of the coupon pages. */
import type { PoolLevel } from "../../domain/coupons/poolLevel.ts"
import { counted } from "./common.ts"

// In several places
export const coupons = "Coupons"
export const coupon = "Coupon"
export const kinds = { single: "Single codes", shared: "One code for all" } as const
export const levels: Readonly<Record<PoolLevel, string>> = { ok: "Enough", low: "Nearly used up", empty: "Empty" }
export const free = "Free"
export const given = "Given"
export const redeemed = "Redeemed"
export const revenue = "Revenue"
export const inMessages = (name: string) => `{{ coupon.${name} }}`
export const levelText = "Codes left"

// List of coupons
export const couponsSubtitle = "Codes that your e-mails and texts show, and the orders that used them."
export const noCouponsYet = "No coupons yet"
export const whatCouponIs = "A coupon is a pool of codes, each for one contact, or one code that all share."
export const sampleName = "spring"
export const needsCodes = (names: string) => `Add codes: ${names}. Messages wait while a coupon has none.`

// New coupon
export const newCoupon = "New coupon"
export const nameHint = "Small letters, digits and _. Messages show the code by this name."
export const kind = "Kind"
export const code = "Code"

// Page of a coupon
export const backToCoupons = "← Coupons"
export const details = "Details"
export const inTemplates = "In e-mails and texts"
export const addCodes = "Add codes"
export const codes = "Codes"
export const codesHint = "One on each line, or separated by commas. Up to 10,000 at once are sent together."
export const chooseFile = "Choose a file"
export const makeCodes = "Make codes"
export const pattern = "Pattern"
export const patternHint = "Each # becomes a random letter or digit. Enter the codes in your shop too."
export const count = "How many"
export const addedCodes = (added: number, duplicates: number) =>
  `${counted(added, "code")} added${duplicates > 0 ? `, ${counted(duplicates, "duplicate")} left out` : ""}.`
export const deleteTitle = "Delete this coupon?"
export const deleteText = "Its free codes are deleted. Codes that were given stay valid in your shop."
