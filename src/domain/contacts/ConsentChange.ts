import { Schema } from "effect"
import { ConsentRuleText } from "../reasons.ts"
import { Timestamp } from "../values/Time.ts"
import { Cause, Channel, EmailConsent, SmsConsent } from "./Consent.ts"
import { ConsentProof } from "./ConsentProof.ts"

/** A state of either channel. */
export const AnyConsent = Schema.Union([EmailConsent, SmsConsent])

/** An entry of the consent ledger in responses. `rule` is a sentence. */
export const ConsentChange = Schema.Struct({
  channel: Channel,
  topic: Schema.optionalKey(Schema.String).annotate({
    description: "The topic that the entry is about; absent for the channel as a whole."
  }),
  from: AnyConsent,
  to: AnyConsent,
  refused: Schema.Boolean,
  cause: Cause,
  rule: ConsentRuleText,
  source_id: Schema.String,
  actor: Schema.String,
  effective_at: Timestamp,
  recorded_at: Timestamp,
  proof: Schema.optionalKey(ConsentProof)
}).annotate({ identifier: "ConsentChange" })
export type ConsentChange = typeof ConsentChange.Type
