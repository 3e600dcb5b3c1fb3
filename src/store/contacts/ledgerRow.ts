import { Schema, Struct } from "effect"
import { Cause, Channel, EmailConsent, type LedgerEntry, rules, SmsConsent } from "../../domain/contacts/Consent.ts"
import { ConsentProof } from "../../domain/contacts/ConsentProof.ts"
import { Millis } from "../sql/timestamps.ts"

export const ConsentState = Schema.Union([EmailConsent, SmsConsent])

/** A row of `entryColumns`. */
export const EntryRow = Schema.Struct({
  account_id: Schema.String,
  contact_id: Schema.String,
  channel: Channel,
  topic: Schema.NullOr(Schema.String),
  from_state: ConsentState,
  to_state: ConsentState,
  refused: Schema.Boolean,
  cause: Cause,
  rule: Schema.Literals(Struct.keys(rules)),
  source_id: Schema.String,
  actor: Schema.String,
  effective_at: Millis,
  recorded_at: Millis,
  proof: Schema.NullOr(Schema.fromJsonString(ConsentProof))
})

/** The select list of an entry of the consent ledger. */
export const entryColumns = Object.keys(EntryRow.fields).join(", ")

/** The entry of a row. */
export const entryOf = ({ proof, topic, ...entry }: typeof EntryRow.Type): LedgerEntry => ({
  ...entry,
  ...(topic === null ? {} : { topic }),
  ...(proof === null ? {} : { proof })
})
