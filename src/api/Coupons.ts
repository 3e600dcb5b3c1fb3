import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AddedCodes, Coupon, CouponCodes, CouponCodesToMake, CouponInput } from "../domain/coupons/Coupon.ts"
import { NamedListQuery } from "../domain/lists/Page.ts"
import { created, page, single } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"

const params = { id: Schema.String }

/** Coupons and their codes (contract §21). */
export class CouponsGroup extends HttpApiGroup.make("coupons").add(
  HttpApiEndpoint.get("list", "/coupons", {
    query: NamedListQuery,
    success: page(Coupon),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("coupons_read"))
    .annotate(OpenApi.Summary, "List coupons")
    .annotate(OpenApi.Description, "By name, with what became of their codes."),
  HttpApiEndpoint.post("create", "/coupons", {
    payload: CouponInput,
    success: created(Coupon),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("coupons_write"))
    .annotate(OpenApi.Summary, "Create a coupon")
    .annotate(
      OpenApi.Description,
      "With `code`, a coupon whose one code is for all; without, an empty pool of single codes. E-mails and texts show the code by the coupon's name, `{{ coupon.spring }}`: a single code goes to one contact for one campaign or one run of a flow, and to nobody else."
    ),
  HttpApiEndpoint.get("get", "/coupons/:id", {
    params,
    success: single(Coupon),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("coupons_read"))
    .annotate(OpenApi.Summary, "Read a coupon")
    .annotate(
      OpenApi.Description,
      "With its free and given codes, and the orders that used them. An order uses a code of its `discounts`, case aside."
    ),
  HttpApiEndpoint.delete("remove", "/coupons/:id", {
    params,
    success: single(Coupon),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("coupons_write"))
    .annotate(OpenApi.Summary, "Delete a coupon")
    .annotate(
      OpenApi.Description,
      "Its free codes are deleted; codes that were given stay given. The answer is the coupon as it was."
    ),
  HttpApiEndpoint.post("addCodes", "/coupons/:id/codes", {
    params,
    payload: CouponCodes,
    success: single(AddedCodes),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("coupons_write"))
    .annotate(OpenApi.Summary, "Add codes to a pool")
    .annotate(
      OpenApi.Description,
      "Codes that a coupon of the account has already, case aside, are left out and listed, so that repeating the call is safe. Messages that wait for a code get one."
    ),
  HttpApiEndpoint.post("makeCodes", "/coupons/:id/made-codes", {
    params,
    payload: CouponCodesToMake,
    success: single(AddedCodes),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("coupons_write"))
    .annotate(OpenApi.Summary, "Make codes for a pool")
    .annotate(
      OpenApi.Description,
      "Each `#` of the pattern becomes a random letter or digit, without those that look alike. A pattern has enough of them that at most one guess in ten thousand hits a code. Enter the codes in your shop too."
    )
) {}
