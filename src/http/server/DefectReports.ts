import { Cause, Effect, ErrorReporter } from "effect"

const defects = ErrorReporter.make(({ cause, fiber }) => {
  const died = Cause.fromReasons(cause.reasons.filter(Cause.isDieReason))
  Effect.runForkWith(fiber.context)(Effect.logError("Defect", died))
})

/** Logs every defect. Expected errors are neither reported nor formatted: under load there are many of them. */
export const DefectReportsLayer = ErrorReporter.layer([
  {
    ...defects,
    report: (failed) => (failed.cause.reasons.some(Cause.isDieReason) ? defects.report(failed) : undefined)
  }
])
