import { Effect } from "effect"
import type { JsonObject } from "../json/Json.ts"
import type { ShopCartOwner } from "../integrations/PlatformCommand.ts"
import type { ValidationFailed } from "../ValidationIssue.ts"
import type { PutCart } from "./Cart.ts"
import { type CartContext, readCart } from "./readCart.ts"

/** The report of a cart that a connected store sends, leniently. Without `owner` it is of the items alone. */
export const readPlatformCart = (
  { cart, owner }: { readonly cart: JsonObject; readonly owner: ShopCartOwner | null },
  { default_country, ...context }: Omit<CartContext, "now">
): Effect.Effect<PutCart, ValidationFailed> =>
  Effect.map(
    readCart(
      cart,
      // The times of a platform are compared with each other alone.
      { ...context, now: Number.POSITIVE_INFINITY, default_country: owner?.country ?? default_country },
      "lenient"
    ),
    ({ call }) => ({
      ...call,
      owner:
        owner === null || call.owner === undefined
          ? undefined
          : { ...call.owner, token: owner.token, completed: owner.completed }
    })
  )
