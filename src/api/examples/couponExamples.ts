import type { Example } from "./examples.ts"

const at = "2026-05-04T09:30:01.250Z"

const coupon = {
  id: "cpn_01kqs2v6t4b6c8k2r5h1f9m7ns",
  name: "spring",
  kind: "single",
  code: null,
  codes: { total: 1000, free: 180, given: 820, level: "ok" },
  redeemed: 41,
  revenue: [{ currency: "GBP", orders: 41, amount: "2118.40" }],
  created_at: at,
  updated_at: at
}

const added = { added: 1, duplicates: 1, duplicate_codes: ["SPRING-7KQ2MX"], coupon }

/** The examples of the endpoints of coupons. */
export const couponExamples: Readonly<Record<string, Example>> = {
  "coupons.list": {
    responses: {
      200: { data: [coupon], pagination: { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null } }
    }
  },
  "coupons.create": {
    request: { name: coupon.name },
    responses: {
      201: {
        data: { ...coupon, codes: { total: 0, free: 0, given: 0, level: "empty" }, redeemed: 0, revenue: [] }
      }
    }
  },
  "coupons.get": { responses: { 200: { data: coupon } } },
  "coupons.remove": { responses: { 200: { data: coupon } } },
  "coupons.addCodes": {
    request: { codes: ["SPRING-7KQ2MX", "SPRING-M84XTC"] },
    responses: { 200: { data: added } }
  },
  "coupons.makeCodes": {
    request: { pattern: "SPRING-########", count: 500 },
    responses: { 200: { data: { ...added, added: 500, duplicates: 0, duplicate_codes: [] } } }
  }
}
