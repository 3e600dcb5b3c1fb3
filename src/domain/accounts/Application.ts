import { Schema } from "effect"
import { Scope, Scopes } from "./Scope.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** Seconds that an OAuth access token lasts (specification §4.4). */
export const accessTokenLifetime = 7200

/** By default no scope is enabled (specification §5). */
export const ApplicationInput = Schema.Struct({
  name: Name,
  scopes: Schema.optionalKey(Scopes)
}).annotate({ identifier: "ApplicationInput" })
export type ApplicationInput = typeof ApplicationInput.Type

/** What of an application can change; left out keeps. */
export const ApplicationChange = Schema.Struct({
  name: Schema.optionalKey(Name),
  scopes: Schema.optionalKey(Scopes)
}).annotate({ identifier: "ApplicationChange" })
export type ApplicationChange = typeof ApplicationChange.Type

/** An OAuth application as shown; its secret is not kept. */
export const Application = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  client_id: Schema.String,
  scopes: Schema.Array(Scope),
  /** Whether it has a secret: none after that of a removed user was revoked. */
  has_secret: Schema.Boolean,
  /** The e-mail of the user its secret was shown to; null when that is not known. */
  secret_created_by: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Application" })
export type Application = typeof Application.Type
