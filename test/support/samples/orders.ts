import type { Contact } from "../../../src/domain/contacts/Contact.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import type { OrderState } from "../../../src/domain/orders/decideOrder.ts"
import type { Integration, PlaceOrder } from "../../../src/domain/orders/Order.ts"

export const account_id = "acc_test"

/** A plain call: no consent, no status, one e-mail. */
export const call = ({
  fields,
  ...rest
}: Partial<Omit<PlaceOrder, "fields">> & { fields?: Partial<PlaceOrder["fields"]> } = {}): PlaceOrder => ({
  account_id,
  order_id: 1n,
  initial_sync: false,
  integration_digest: null,
  new_contact_id: "con_new",
  actor: "tok_test",
  ...rest,
  fields: { total: "1", currency: "USD", placed_at: 0, email: "ada@example.com", ...fields }
})

export const contact = (members: Partial<Contact> = {}): Contact => ({
  ...newContact(
    { account_id, contact_id: "con_known", email: null, phone: null, first_name: null, last_name: null },
    0
  ),
  ...members
})

export const integration = (members: Partial<Integration> = {}): Integration => ({
  account_id,
  integration_id: "int_one",
  kind: "custom",
  digest: "digest",
  active: true,
  store_name: "Tea & Co",
  store_url: "https://tea.example",
  ...members
})

/** The state read for an order in an empty account. */
export const emptyState: OrderState = {
  order: undefined,
  current: undefined,
  byEmail: undefined,
  byPhone: undefined,
  integrations: [],
  suppressions: {}
}
