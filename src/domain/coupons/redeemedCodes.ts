import { isObject } from "../json/Json.ts"
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
