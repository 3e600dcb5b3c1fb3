import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"

/** The most credentials that a list shows, and that a removal names. */
export const maxMadeCredentials = 400

/**
 * A credential that a user made and may have kept: an active API token, the secret of an application, the token of an integration (of a
 * connected store also its address), or the hook addresses or webhook secret of an account. `name` is that of what it belongs to.
 */
export const MadeCredential = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["token", "app_secret", "integration_token", "hook_addresses", "webhook_secret"]),
  name: Schema.String,
  account_id: Schema.String,
  account_name: Schema.String,
  created_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "MadeCredential" })
export type MadeCredential = typeof MadeCredential.Type

/** `true` for all credentials that the user made, `false` for none, or the ids of some, separated by commas. */
export const RevokedCredentials = Schema.String.check(
  Schema.isPattern(/^(?:true|false|[\w.]{1,64}(?:,[\w.]{1,64}){0,399})$/, {
    message: "Must be true, false or ids separated by commas"
  })
)

/** The credentials that a `RevokedCredentials` names. */
export const namedCredentials = (
  revoked: string,
  made: ReadonlyArray<MadeCredential>
): ReadonlyArray<MadeCredential> => {
  if (revoked === "true") return made
  const ids = new Set(revoked.split(","))
  return made.filter(({ id }) => ids.has(id))
}
