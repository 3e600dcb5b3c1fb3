import { Effect, Layer } from "effect"
import { SendFailures } from "../../messages/email/SendFailures.ts"
import { ApplyConsentSignals } from "../contacts/ApplyConsentSignals.ts"
import { ReceiveReports } from "./ReceiveReports.ts"

/** Applies failures to send like those that a provider reports. */
export const SendFailuresLayer = Layer.effect(
  SendFailures,
  Effect.gen(function* () {
    const reports = yield* ReceiveReports
    const signals = yield* ApplyConsentSignals
    return SendFailures.of({
      report: (account_id, report) => reports.receive(account_id, [report]),
      stopped: ({ account_id, message_id }, phone) =>
        signals.stopAtProvider({ account_id, phone, source_id: message_id })
    })
  })
)
