import { Effect, Layer } from "effect"
import { RecipientFailures } from "../../messages/email/RecipientFailures.ts"
import { ApplyConsentSignals } from "../contacts/ApplyConsentSignals.ts"

/** Applies a hard bounce of the SMTP server like one that a provider reports. */
export const RecipientFailuresLayer = Layer.effect(
  RecipientFailures,
  Effect.map(ApplyConsentSignals, (signals) =>
    RecipientFailures.of({
      report: ({ account_id, message_id }, email) => signals.report({ account_id, message_id, email, type: "bounce" })
    })
  )
)
