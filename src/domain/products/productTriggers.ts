import type { Contact } from "../contacts/Contact.ts"
import type { ProductRef } from "./subjectProduct.ts"

/** Starts a flow once for a contact and what happened to a product, or what the contact did with it. */
export interface ProductTrigger {
  readonly account_id: string
  readonly type: "product_viewed" | "back_in_stock" | "price_dropped"
  readonly flow_id: string
  readonly contact_id: string
  readonly contact: Contact
  readonly product: ProductRef
  /** Tells causes of one contact and product apart, as in the key of a run: a time, or what else is met once. */
  readonly cause: string
  readonly occurred_at: number
}
