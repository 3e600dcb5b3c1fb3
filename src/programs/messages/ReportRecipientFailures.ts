import { Effect, Layer } from "effect"
import { RecipientFailures } from "../../messages/email/RecipientFailures.ts"
import { ApplyConsentSignals } from "../contacts/ApplyConsentSignals.ts"

/** What the SMTP server says of a recipient counts as a provider's report of a hard bounce. */
export const RecipientFailuresLayer = Layer.effect(
  RecipientFailures,
  Effect.map(ApplyConsentSignals, (contacts) =>
    RecipientFailures.of({ report: (failure) => contacts.report({ ...failure, type: "bounce" }) })
  )
)
