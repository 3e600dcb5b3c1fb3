import { Schema } from "effect"

/** What a bearer token may do (specification §5). */
export const Scope = Schema.Literals(["contacts_read", "contacts_write", "events_write", "orders_write"])
export type Scope = typeof Scope.Type

/** Scopes as a caller lists them. */
export const Scopes = Schema.Array(Scope).check(Schema.isMaxLength(50))
