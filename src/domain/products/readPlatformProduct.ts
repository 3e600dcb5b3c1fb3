import { Effect } from "effect"
import type { PlatformCommand } from "../integrations/PlatformCommand.ts"
import type { ValidationFailed } from "../ValidationIssue.ts"
import type { PutProduct } from "./Product.ts"
import { type ProductContext, readProduct } from "./readProduct.ts"

/**
 * The report of a product that a connected store sends, leniently. `received_at` is the time of one that the platform does not say the time of, or
 * that holds as it was read.
 */
export const readPlatformProduct = (
  { product, inventory_items, isAsOfReceipt, read_at }: Extract<PlatformCommand, { readonly type: "product" }>,
  context: Omit<ProductContext, "now">,
  received_at: number
): Effect.Effect<PutProduct, ValidationFailed> => {
  const seen_at = read_at ?? received_at
  if (product === null) return Effect.succeed({ ...context, fields: null, at: seen_at })
  // The times of a platform are compared with each other alone.
  return Effect.map(readProduct(product, { ...context, now: Number.POSITIVE_INFINITY }, "lenient"), ({ report }) => ({
    ...report,
    at: isAsOfReceipt ? Math.max(report.at ?? 0, seen_at) : report.at,
    fields: report.fields && {
      ...report.fields,
      variants: report.fields.variants.map((variant) => ({
        ...variant,
        inventory_item_id: inventory_items[variant.id] ?? null
      }))
    }
  }))
}
