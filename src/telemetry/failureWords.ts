import { Cause } from "effect"
import { SqlError } from "effect/sql"

/**
 * An error without values: its class and what its code says. A message repeats what it is about, whether a database wrote it, a
 * parser or the engine.
 */
export const wordsOf = (error: unknown): string => {
  if (SqlError.isSqlError(error)) return [`SqlError ${error.reason._tag}`, ...tellingOf(error.reason.cause)].join(" ")
  return error instanceof Error ? [error.name, ...tellingOf(error)].join(" ") : "not an Error"
}

const tellingOf = (error: unknown): ReadonlyArray<string> =>
  typeof error === "object" && error !== null
    ? ["code", "constraint", "table"].flatMap((key) => {
        const told: unknown = Reflect.get(error, key)
        return typeof told === "string" ? [told] : []
      })
    : []

/** Where in the code it came from: its stack, which begins with the message. */
export const framesOf = (error: unknown): ReadonlyArray<string> =>
  error instanceof Error
    ? (error.stack ?? "")
        .replace(error.message, "")
        .split("\n")
        .filter((line) => /^ +at .*:\d+:\d+\)?$/.test(line))
        .slice(0, 8)
        .map((line) => line.trim())
    : []

/** Each reason of a failure without values. */
export const wordsOfCause = ({ reasons }: Cause.Cause<unknown>): ReadonlyArray<string> =>
  reasons.map((reason) =>
    Cause.isInterruptReason(reason) ? "interrupted" : wordsOf(Cause.isFailReason(reason) ? reason.error : reason.defect)
  )
