import { Schema } from "effect"
import { Scope, Scopes } from "./Scope.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** The lifetimes that the creator of a token may choose, in days (contract §8). */
export const lifetimeDays = { "30d": 30, "60d": 60, "90d": 90, "1y": 365 } as const

export const ApiTokenInput = Schema.Struct({
  name: Name,
  scopes: Scopes,
  /** Null: the token does not expire. */
  expires_in: Schema.optionalKey(Schema.NullOr(Schema.Literals(["30d", "60d", "90d", "1y"])))
}).annotate({ identifier: "ApiTokenInput" })
export type ApiTokenInput = typeof ApiTokenInput.Type

/** An API token without its secret, of which only a digest is stored. */
export const ApiToken = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  scopes: Schema.Array(Scope),
  status: Schema.Literals(["active", "expired", "revoked"]),
  expires_at: Schema.NullOr(Timestamp),
  last_used_at: Schema.NullOr(Timestamp),
  /** The e-mail of the user who created the token; null if unknown. */
  created_by: Schema.NullOr(Schema.String),
  created_at: Timestamp
}).annotate({ identifier: "ApiToken" })
export type ApiToken = typeof ApiToken.Type
