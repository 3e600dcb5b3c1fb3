import { Schema } from "effect"
import { Channel, EmailConsent, SmsConsent } from "../domain/contacts/Consent.ts"
import { ConsentRuleText } from "../domain/reasons.ts"

const State = Schema.Union([EmailConsent, SmsConsent])

/** The effect of a dry run, in sentences and as data. `rule` explains a consent change in words. */
export const dryRun = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({
    summary: Schema.Array(Schema.String),
    consent: Schema.Array(
      Schema.Struct({
        channel: Channel,
        topic: Schema.optionalKey(Schema.String),
        from: State,
        to: State,
        refused: Schema.Boolean,
        rule: ConsentRuleText
      }).annotate({
        identifier: "ConsentMove"
      })
    ),
    ...fields
  })
