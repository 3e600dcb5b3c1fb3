import { Schema } from "effect"
import { Scope, Scopes } from "./Scope.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** Lifetime of an OAuth access token, in seconds (contract §8). */
export const accessTokenLifetime = 7200

/** An application starts without scopes unless `scopes` enables some. */
export const ApplicationInput = Schema.Struct({
  name: Name,
  scopes: Schema.optionalKey(Scopes)
}).annotate({ identifier: "ApplicationInput" })
export type ApplicationInput = typeof ApplicationInput.Type

/** A change of an application; omitted fields keep their value. */
export const ApplicationChange = Schema.Struct({
  name: Schema.optionalKey(Name),
  scopes: Schema.optionalKey(Scopes)
}).annotate({ identifier: "ApplicationChange" })
export type ApplicationChange = typeof ApplicationChange.Type

/** An OAuth application without its secret, of which only a digest is stored. */
export const Application = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  client_id: Schema.String,
  scopes: Schema.Array(Scope),
  /** False once the secret was revoked with the removal of the user who created it. */
  has_secret: Schema.Boolean,
  /** The e-mail of the user who created the secret; null if unknown. */
  secret_created_by: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Application" })
export type Application = typeof Application.Type
