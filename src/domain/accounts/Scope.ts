import { Schema } from "effect"

/** A permission of a bearer token (contract §8). */
export const Scope = Schema.Literals([
  "contacts_read",
  "contacts_write",
  "events_write",
  "orders_write",
  "segments_read",
  "segments_write",
  "campaigns_read",
  "campaigns_write"
])
export type Scope = typeof Scope.Type

/** A list of scopes in a request. */
export const Scopes = Schema.Array(Scope).check(Schema.isMaxLength(50))
