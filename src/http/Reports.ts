import { Cause, Effect, ErrorReporter } from "effect"
import { SqlError } from "effect/sql"

// A database message repeats values; its class and the place in the code say enough and nothing personal.
const wordsOf = (error: unknown): string => {
  if (SqlError.isSqlError(error)) return `SqlError ${error.reason._tag} ${codeOf(error.reason.cause)}`
  return error instanceof Error ? `${error.name}: ${error.message}` : "a defect that is not an Error"
}

const codeOf = (cause: unknown): string => {
  if (typeof cause !== "object" || cause === null) return ""
  return ["code", "constraint", "table"]
    .map((key) => Reflect.get(cause, key) ?? "")
    .join(" ")
    .trim()
}

const framesOf = (error: Error): ReadonlyArray<string> =>
  (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())

const defects = ErrorReporter.make(({ cause, error, fiber }) => {
  const words = cause.reasons.filter(Cause.isDieReason).map(({ defect }) => wordsOf(defect))
  Effect.runForkWith(fiber.context)(Effect.logError("Defect", { defects: words, frames: framesOf(error) }))
})

/**
 * One log line for every defect, without personal data. What callers are answered with is not reported, nor put in words
 * for it: there are many such refusals where they cost most.
 */
export const ReportsLayer = ErrorReporter.layer([
  {
    ...defects,
    report: (failed) => (failed.cause.reasons.some(Cause.isDieReason) ? defects.report(failed) : undefined)
  }
])
