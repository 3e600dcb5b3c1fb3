import { maxCartItems } from "../carts/Cart.ts"
import type { JsonObject } from "../json/Json.ts"
import { beginning } from "../values/Text.ts"
import { formatTime } from "../values/Time.ts"
import { webAddress } from "../values/WebAddress.ts"
import { isOwnId } from "../values/Id.ts"
import { emailOf, exactMember, textOf, timeOf } from "./platformFields.ts"
import { ignored, type PlatformCommand } from "./PlatformCommand.ts"

/**
 * The token of a cart or checkout, without the key that some versions of a platform put behind it; null for any other value. Carts have it as their
 * id.
 */
export const tokenOf = (value: unknown): string | null => {
  const token = (textOf(value) ?? "").split("?", 1)[0]
  return token !== undefined && isOwnId(token) ? token : null
}

/** The tokens among these values, each once. */
export const tokensOf = (...values: ReadonlyArray<unknown>): ReadonlyArray<string> => [
  ...new Set(values.flatMap((value) => tokenOf(value) ?? []))
]

/** A cart as its platform has it. */
interface PlatformCart {
  readonly cart_id: string | null
  /** When the platform last changed it. */
  readonly updated: unknown
  readonly currency: unknown
  /** A decimal as a JSON number. */
  readonly total: unknown
  readonly items: ReadonlyArray<JsonObject>
}

/** The person of a cart, and where it stands. */
interface PlatformOwner {
  readonly emails: ReadonlyArray<unknown>
  readonly phones: ReadonlyArray<unknown>
  /** The country of a national phone. */
  readonly country?: unknown
  readonly stage: "cart" | "checkout"
  readonly url?: unknown
  /** The token of the checkout, beside that of the cart. */
  readonly token?: string | null
  readonly completed?: boolean
  /** The visitor of the account's site whose cart it is. */
  readonly visitor?: unknown
}

/** The command of a cart. Without `owner` the report is of its items alone. */
export const cartCommand = (
  { cart_id, updated, currency, total, items }: PlatformCart,
  owner: PlatformOwner | undefined
): PlatformCommand => {
  const at = timeOf(updated)
  if (cart_id === null || at === null) return ignored("unreadable")
  const phone = owner?.phones.map(textOf).find((text) => text !== null) ?? null
  const cart: JsonObject = {
    ...(items.length === 0 ? {} : { currency: textOf(currency), total }),
    line_items: exactMember(items.slice(0, maxCartItems)),
    updated_at: formatTime(at),
    ...(owner === undefined
      ? {}
      : {
          email: emailOf(...owner.emails),
          phone,
          visitor_id: textOf(owner.visitor),
          stage: owner.stage,
          url: webAddress(beginning(textOf(owner.url) ?? "", 2_048)) ?? null
        })
  }
  return {
    type: "cart",
    cart_id,
    cart,
    owner:
      owner === undefined
        ? null
        : { token: owner.token ?? null, completed: owner.completed === true, country: textOf(owner.country) }
  }
}
