import { Array as Arr, Cause, Config, Formatter, Layer, Logger, Predicate, Record, References } from "effect"
import { framesOf, wordsOf, wordsOfCause } from "./telemetry/failureWords.ts"

const withoutValues = (part: unknown): unknown => (part instanceof Error ? wordsOf(part) : part)

const said = (part: unknown): unknown =>
  Predicate.isObject(part) && Object.getPrototypeOf(part) === Object.prototype
    ? Record.map(part, withoutValues)
    : withoutValues(part)

// JSON leaves these as they are; a terminal may act on them, or begin a line.
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu
const escaped = (control: string) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * An entry as one line of JSON, every control character in it escaped. What failed is told without values, whoever logs it: a
 * library logs what it caught as it is.
 */
export const redactedJson = Logger.make<unknown, string>(({ cause, message, ...entry }) => {
  const line = Logger.formatStructured.log({ ...entry, message: Arr.ensure(message).map(said), cause: Cause.empty })
  const failed = cause.reasons.length === 0 ? {} : { cause: wordsOfCause(cause), frames: framesOf(Cause.squash(cause)) }
  return Formatter.formatJson({ ...line, ...failed }).replace(controls, escaped)
})

/** One line of JSON for each entry, from `LOG_LEVEL` up. */
export const LogLayer = Layer.merge(
  Logger.layer([Logger.withConsoleLog(redactedJson)]),
  Layer.effect(References.MinimumLogLevel, Config.LogLevel("LOG_LEVEL").pipe(Config.withDefault("Info")))
)
