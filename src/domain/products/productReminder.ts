import type { MessageReason } from "../reasons.ts"
import {
  decideTurn,
  type OfferedState,
  outOfStock,
  type TurnDecision,
  type TurnRule,
  whyNotBought
} from "./productTurns.ts"

/** The trigger of the run that a message about a product is of. */
export type ReminderRule = TurnRule | { readonly type: "product_viewed" }

/** A message about a product, with the product as it is now. Times in milliseconds. */
export interface ProductReminder {
  readonly rule: ReminderRule
  readonly variant_id: string | null
  /** The price before it fell, as decimal text; null where none did. */
  readonly old_price: string | null
  /** When the product changed, or the contact looked at it last. */
  readonly caused_at: number
  /** Whether the run answers a request to be told of a restocking. */
  readonly asked: boolean
  /** Undefined for a product that is not kept. */
  readonly product: OfferedState | undefined
  readonly last_order_at: number | null
}

/**
 * Decides at the moment of sending whether a message about a product is still true, as its flow was started (contract §18): no mail is about what cannot be bought, a
 * price that rose again, or what the contact ordered since. A product that is back and ran out again is waited for while its next return is the same restocking. Pure.
 */
export const decideProductReminder = (now: number, reminder: ProductReminder): TurnDecision => {
  const { rule, caused_at, asked, product, last_order_at, variant_id } = reminder
  if (rule.type !== "product_viewed") {
    const turn = { ...reminder, since: caused_at, happened_at: caused_at, asked }
    return decideTurn(now, rule, turn, product, last_order_at)
  }
  if (last_order_at !== null && last_order_at >= caused_at) return { _tag: "drop", reason: "the contact ordered since" }
  // A page may be viewed of a product that nobody ever put.
  const gone = product === undefined ? undefined : whyNotBought(product, variant_id)
  return gone === undefined ? { _tag: "start" } : { _tag: "drop", reason: gone }
}

/** The reasons for which a person who asked waits for the next restocking, if no message of the run was sent. */
export const unansweredReasons: ReadonlyArray<MessageReason> = [
  "the product is no longer kept",
  "the product is not published",
  outOfStock
]
