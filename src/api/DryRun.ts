import { Schema } from "effect"
import { Channel, EmailConsent, SmsConsent } from "../domain/Consent.ts"

/** `Prefer: dry-run` (RFC 7240): all checks and decisions, nothing written, `Preference-Applied: dry-run` on the answer. */
export const preferHeader = { prefer: Schema.optionalKey(Schema.String) }

const State = Schema.Union([EmailConsent, SmsConsent])

/** What the call would do, in sentences and in data. Consent moves carry their rule in words. */
export const dryRun = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({
    summary: Schema.Array(Schema.String),
    consent: Schema.Array(
      Schema.Struct({
        channel: Channel,
        from: State,
        to: State,
        refused: Schema.Boolean,
        rule: Schema.String
      }).annotate({
        identifier: "ConsentMove"
      })
    ),
    ...fields
  })
