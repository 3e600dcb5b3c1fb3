import type { Contact } from "../contacts/Contact.ts"
import type { FlowTrigger } from "../flows/FlowTrigger.ts"
import { durationMillis } from "../flows/FlowDuration.ts"
import type { ProductRef } from "../products/subjectProduct.ts"

/** Starts a flow once for a contact, a product and its last view, when the contact looked as often, and left it for as long, as the flow says. */
export interface ViewTrigger {
  readonly account_id: string
  readonly type: "product_viewed"
  readonly flow_id: string
  readonly duration: string
  readonly contact_id: string
  readonly contact: Contact
  readonly product: ProductRef
  /** When the contact looked last, in milliseconds. */
  readonly viewed_at: number
  readonly occurred_at: number
}

export type ViewRule = Extract<FlowTrigger, { readonly type: "product_viewed" }>

/** A view of a contact. `known_at`: when it was known with its contact, where that is later; null for others. In milliseconds. */
export interface KnownView {
  readonly viewed_at: number
  readonly known_at: number | null
}

/** Milliseconds: a last view that was known later than this starts nothing, as with carts. */
export const maxViewDelay = 72 * 3_600_000

/**
 * Whether a contact has looked at a product as often as the rule says and left it since: the views lie within the rule's span, the contact ordered
 * nothing since the first of them, and looked no more for the rule's duration. `newest`: the contact's views of the product, newest first, at
 * least as many as the rule counts. Pure.
 */
export const isViewedAndLeft = (
  now: number,
  { times, within, duration }: ViewRule,
  newest: ReadonlyArray<KnownView>,
  { last_order_at }: Pick<Contact, "last_order_at">
): boolean => {
  const counted = newest.slice(0, times)
  const [last] = counted
  const first = counted[times - 1]
  if (last === undefined || first === undefined) return false
  const known = Math.max(...counted.map(({ known_at, viewed_at }) => known_at ?? viewed_at))
  return (
    first.viewed_at > last.viewed_at - durationMillis(within) &&
    (last_order_at === null || last_order_at < first.viewed_at) &&
    Math.max(last.viewed_at + durationMillis(duration), known) <= now &&
    (last.known_at ?? last.viewed_at) - last.viewed_at <= maxViewDelay
  )
}
