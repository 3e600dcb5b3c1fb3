import { Cause } from "effect"
import { SqlError } from "effect/sql"

/** An error as its class and codes. Its message is left out: databases, parsers and the engine repeat values in it. */
export const redactedError = (error: unknown): string => {
  if (SqlError.isSqlError(error)) return [`SqlError ${error.reason._tag}`, ...codesOf(error.reason.cause)].join(" ")
  return error instanceof Error ? [error.name, ...codesOf(error)].join(" ") : "not an Error"
}

const codesOf = (error: unknown): ReadonlyArray<string> =>
  typeof error === "object" && error !== null
    ? ["code", "constraint", "table"].flatMap((key) => {
        const value: unknown = Reflect.get(error, key)
        return typeof value === "string" ? [value] : []
      })
    : []

/** The first eight stack frames of an error. The message, which begins the stack, is left out. */
export const stackFrames = (error: unknown): ReadonlyArray<string> =>
  error instanceof Error
    ? (error.stack ?? "")
        .replace(error.message, "")
        .split("\n")
        .filter((line) => /^ +at .*:\d+:\d+\)?$/.test(line))
        .slice(0, 8)
        .map((line) => line.trim())
    : []

/** `redactedError` for each reason of a cause. */
export const redactedCause = ({ reasons }: Cause.Cause<unknown>): ReadonlyArray<string> =>
  reasons.map((reason) =>
    Cause.isInterruptReason(reason)
      ? "interrupted"
      : redactedError(Cause.isFailReason(reason) ? reason.error : reason.defect)
  )
