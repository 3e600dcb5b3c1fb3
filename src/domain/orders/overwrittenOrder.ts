import type { LedgerEntry } from "../contacts/Consent.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { OrderState } from "./decideOrder.ts"
import type { Integration, OrderFields, PlaceOrder } from "./Order.ts"
import { addressKey } from "./resolveContact.ts"

/** An order of one store that the call of another took, for another buyer. Orders have one key in an account, whatever their store. */
export interface OverwrittenOrder {
  readonly order_id: bigint
  readonly from: Integration
  readonly to: Integration
}

/** The order that the call takes from another store; undefined for an order of its own, or of the same buyer. */
export const overwrittenOrder = (
  { order_id, integration_digest }: PlaceOrder,
  { order: before, integrations }: OrderState,
  { fields, integration }: { readonly fields: OrderFields; readonly integration: Integration | undefined }
): OverwrittenOrder | undefined => {
  if (before === undefined || integration === undefined || integration_digest === null) return undefined
  const from = integrations.find(({ integration_id }) => integration_id === before.integration_id)
  const isOther = from !== undefined && from.integration_id !== integration.integration_id
  return isOther && addressKey(before) !== addressKey(fields) ? { order_id, from, to: integration } : undefined
}

/** The line in the ledger of the contact that loses the order, whose consent stays. */
export const overwrittenEntry = (
  now: number,
  { account_id, order_id, actor }: PlaceOrder,
  { order: before, current }: OrderState
): ReadonlyArray<LedgerEntry> => {
  if (before === undefined || current === undefined) return []
  const channel = before.email === null ? "sms" : "email"
  const state = current[`${channel}_consent`]
  return [
    {
      account_id,
      contact_id: current.contact_id,
      channel,
      from_state: state,
      to_state: state,
      refused: false,
      cause: "order",
      rule: "order_taken_by_store",
      source_id: String(order_id),
      actor,
      effective_at: now,
      recorded_at: now
    }
  ]
}

/** The notice of an overwritten order. */
export const overwrittenIssue = ({ order_id, from, to }: OverwrittenOrder): ValidationIssue => ({
  field: "order_id",
  message: `Order ${order_id} was of the store "${from.store_name}" and of another buyer; that of "${to.store_name}" replaced it. Stores whose order numbers meet need a subaccount each`
})
