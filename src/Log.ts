import { Array as Arr, Cause, Config, Formatter, Layer, Logger, Predicate, Record, References } from "effect"
import { redactedCause, redactedError, stackFrames } from "./telemetry/redactedErrors.ts"

const withoutValues = (part: unknown): unknown => (part instanceof Error ? redactedError(part) : part)

const redacted = (part: unknown): unknown =>
  Predicate.isObject(part) && Object.getPrototypeOf(part) === Object.prototype
    ? Record.map(part, withoutValues)
    : withoutValues(part)

// JSON leaves these unescaped, but a terminal may act on them or start a new line.
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu
const escaped = (control: string) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Formats an entry as one line of JSON with all control characters escaped. Errors are redacted here, since libraries log
 * caught errors as they are.
 */
export const redactedJson = Logger.make<unknown, string>(({ cause, message, ...entry }) => {
  const line = Logger.formatStructured.log({ ...entry, message: Arr.ensure(message).map(redacted), cause: Cause.empty })
  const failed =
    cause.reasons.length === 0 ? {} : { cause: redactedCause(cause), frames: stackFrames(Cause.squash(cause)) }
  return Formatter.formatJson({ ...line, ...failed }).replace(controls, escaped)
})

/** Logs each entry at `LOG_LEVEL` or above to the console, as one line of JSON. */
export const LogLayer = Layer.merge(
  Logger.layer([Logger.withConsoleLog(redactedJson)]),
  Layer.effect(References.MinimumLogLevel, Config.LogLevel("LOG_LEVEL").pipe(Config.withDefault("Info")))
)
