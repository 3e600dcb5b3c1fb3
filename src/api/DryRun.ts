import { Schema } from "effect"
import { Channel, EmailConsent, SmsConsent } from "../domain/contacts/Consent.ts"

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
