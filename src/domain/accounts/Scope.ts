import { Schema } from "effect"

/** A permission of a bearer token (contract §8). */
export const Scope = Schema.Literals([
  "contacts_read",
  "contacts_write",
  "events_read",
  "events_write",
  "orders_read",
  "orders_write",
  "carts_read",
  "carts_write",
  "products_read",
  "products_write",
  "coupons_read",
  "coupons_write",
  "media_read",
  "media_write",
  "templates_read",
  "templates_write",
  "topics_read",
  "topics_write",
  "segments_read",
  "segments_write",
  "campaigns_read",
  "campaigns_write",
  "flows_read",
  "flows_write",
  "forms_read",
  "forms_write",
  "imports_read",
  "imports_write",
  "messages_read",
  "webhooks_read",
  "webhooks_write",
  "senders_read",
  "senders_write",
  "site_read",
  "site_write",
  "reports_read"
])
export type Scope = typeof Scope.Type

/** A list of scopes in a request. */
export const Scopes = Schema.Array(Scope).check(Schema.isMaxLength(50))
