import type { Channel, LedgerEntry } from "../contacts/Consent.ts"
import type { ContactFacts } from "../conditions/Facts.ts"
import type { Cart } from "../carts/Cart.ts"
import type { JsonObject } from "../json/Json.ts"
import type { Order } from "../orders/Order.ts"
import type { KnownView } from "../visits/viewTriggers.ts"

/** A line of a contact's consent ledger, as far as a backtest reads it. */
export type PastConsent = Pick<
  LedgerEntry,
  "channel" | "topic" | "from_state" | "to_state" | "refused" | "cause" | "rule" | "source_id"
>

/** A cart by its last state. `reported_at`: when a platform had reported its order, in milliseconds; both are null without one. */
export interface PastCart {
  readonly cart: Cart
  readonly reported_order_id: bigint | null
  readonly reported_at: number | null
}

/**
 * Something that a contact's records tell of, at the moment at which flows saw it, in milliseconds. An order is as it is stored now; what it
 * starts flows with is an item of its own. `starts`: the change of consent, or event, may start flows. `day`: the account's date on which a message of another flow counted
 * for the frequency cap.
 */
export type PastItem =
  | { readonly type: "consent"; readonly at: number; readonly starts: boolean; readonly entry: PastConsent }
  | { readonly type: "order"; readonly at: number; readonly order: Order; readonly country: string | null }
  | {
      readonly type: "order_placed" | "order_received"
      readonly at: number
      readonly order: Order
      readonly occurrence: number
    }
  | {
      readonly type: "event"
      readonly at: number
      readonly starts: boolean
      readonly event_id: string
      readonly event_type: string
      readonly event_time: number
      readonly data: JsonObject
    }
  | ({ readonly type: "cart"; readonly at: number } & PastCart)
  | ({ readonly type: "view"; readonly at: number; readonly product_id: string } & KnownView)
  | { readonly type: "counted"; readonly at: number; readonly day: string }
  | {
      readonly type: "received" | "clicked"
      readonly at: number
      readonly channel: Channel
      readonly flow_id: string | null
      readonly campaign_id: string | null
    }

/** Numbers of the account and of the flow or campaign: places of a contact, or shares in percent. */
export interface HoldoutPlaces {
  readonly account: number
  readonly own: number
}

/** A contact and its past. Names, addresses, tags and custom fields are those of now: no record tells those of then. */
export interface PastPerson {
  readonly contact: ContactFacts
  /** When the contact's last run of the flow before the span started, in milliseconds; null without one. */
  readonly last_started_at: number | null
  /** The contact's places among 10,000 of the account and of the flow, by which holdouts are drawn. */
  readonly places: HoldoutPlaces
  readonly items: ReadonlyArray<PastItem>
}

const rank: Readonly<Record<PastItem["type"], number>> = {
  counted: 0,
  received: 0,
  clicked: 0,
  cart: 0,
  view: 0,
  order: 1,
  order_placed: 2,
  order_received: 2,
  event: 3,
  consent: 4
}

/** The items in the order in which flows saw them: of one moment, an order starts flows before the consents that it gave do. */
export const inOrder = (items: ReadonlyArray<PastItem>): ReadonlyArray<PastItem> =>
  items.toSorted((one, other) => one.at - other.at || rank[one.type] - rank[other.type])

/** Milliseconds after which a report counts as history that was imported: live orders and events come sooner (contract §5). */
export const importedAfter = 72 * 3_600_000

/**
 * When flows saw what happened at `happened` and was recorded at `recorded`: history that was imported counts as if it had been reported at
 * once, unless only what was live is wanted. Pure.
 */
export const seenAt = (
  { happened, recorded }: { readonly happened: number; readonly recorded: number },
  imported: boolean
): number => (imported && recorded - happened > importedAfter ? happened : recorded)
