import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import type { CouponsGroup } from "../../api/Coupons.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { CouponCodes, CouponCodesToMake, CouponInput } from "../../domain/coupons/Coupon.ts"
import { EditCoupons } from "../../programs/coupons/EditCoupons.ts"
import { decodeJson, readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import { payload } from "../server/payload.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"

const readCoupon = payload(CouponInput)
const readCodesToMake = payload(CouponCodesToMake)
const decodeCodes = decodeJson(CouponCodes)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof CouponsGroup>) {
  const editor = yield* EditCoupons
  return handlers
    .handle("list", ({ query }) => Effect.flatMap(accountId, (id) => editor.list(id, query)))
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* readCoupon(request)
        return { data: yield* editor.create(yield* accountId, input) }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.read(yield* accountId, params.id) }
      })
    )
    .handle(
      "remove",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.remove(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "addCodes",
      Effect.fnUntraced(function* ({ request, params }) {
        const { codes } = yield* decodeCodes(yield* readJson(request, bodyLimit))
        return { data: yield* editor.addCodes(yield* accountId, params.id, codes) }
      })
    )
    .handleRaw(
      "makeCodes",
      Effect.fnUntraced(function* ({ request, params }) {
        const wanted = yield* readCodesToMake(request)
        return { data: yield* editor.makeCodes(yield* accountId, params.id, wanted) }
      })
    )
})

export const CouponsHandlers = HttpApiBuilder.group(Api, "coupons", build)
export const DashboardCouponsHandlers = HttpApiBuilder.group(DashboardApi, "coupons", build)
