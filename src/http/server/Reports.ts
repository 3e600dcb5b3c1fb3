import { Cause, Effect, ErrorReporter } from "effect"

const defects = ErrorReporter.make(({ cause, fiber }) => {
  const died = Cause.fromReasons(cause.reasons.filter(Cause.isDieReason))
  Effect.runForkWith(fiber.context)(Effect.logError("Defect", died))
})

/**
 * One log line for every defect. What callers are answered with is not reported, nor put in words for it: there are many such
 * refusals where they cost most.
 */
export const ReportsLayer = ErrorReporter.layer([
  {
    ...defects,
    report: (failed) => (failed.cause.reasons.some(Cause.isDieReason) ? defects.report(failed) : undefined)
  }
])
