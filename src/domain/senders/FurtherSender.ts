import { Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { SenderState } from "./SenderState.ts"

/** The places of use that a refused deletion names. */
export const listedSenderUses = 10

const editable = {
  from_name: Name,
  from_email: Email,
  reply_to: Schema.NullOr(Email)
} as const

/** The body that adds a sender (contract §19). */
export const FurtherSenderInput = Schema.Struct({
  from_name: editable.from_name,
  from_email: editable.from_email,
  reply_to: Schema.optionalKey(editable.reply_to)
}).annotate({ identifier: "FurtherSenderInput" })
export type FurtherSenderInput = typeof FurtherSenderInput.Type

/** The body that changes a sender. An omitted member stays, and null clears. */
export const FurtherSenderChange = Schema.Struct({
  from_name: Schema.optionalKey(editable.from_name),
  from_email: Schema.optionalKey(editable.from_email),
  reply_to: Schema.optionalKey(editable.reply_to)
}).annotate({ identifier: "FurtherSenderChange" })
export type FurtherSenderChange = typeof FurtherSenderChange.Type

/** The members that a further sender has of its own. */
export interface OwnSenderMembers {
  readonly from_name: string
  readonly from_email: string
  readonly reply_to: string | null
}

const { sending, missing, domain_proof, dkim, last_check } = SenderState.fields

/**
 * A sender beside that of the account, which campaigns and steps of flows name. Postal address, layout and mail server are the account's. The
 * members about its domain are those of `Sender`.
 */
export const FurtherSender = Schema.Struct({
  id: Schema.String,
  from_name: Schema.String,
  // Addresses with letters beyond ASCII are no "email" of JSON Schema.
  from_email: Schema.String,
  reply_to: Schema.NullOr(Schema.String),
  sending,
  missing,
  domain_proof,
  dkim,
  last_check,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "FurtherSender" })
export type FurtherSender = typeof FurtherSender.Type

/** A place that sends from a sender. */
export const SenderUse = Schema.Struct({ kind: Schema.Literals(["campaign", "flow"]), name: Schema.String })
export type SenderUse = typeof SenderUse.Type

/** These places send from the sender, at most `listedSenderUses`. Nothing was deleted. */
export class SenderInUse extends Schema.TaggedError<SenderInUse>()("SenderInUse", { uses: Schema.Array(SenderUse) }) {}
