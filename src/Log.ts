import { Array as Arr, Cause, Config, Formatter, Layer, Logger, References } from "effect"
import { framesOf, wordsOf, wordsOfCause } from "./telemetry/failureWords.ts"

const said = (part: unknown): unknown => (part instanceof Error ? wordsOf(part) : part)

/** An entry as one line of JSON. What failed is told without values, whoever logs it: a library logs what it caught as it is. */
export const discreetJson = Logger.make<unknown, string>(({ cause, message, ...entry }) => {
  const line = Logger.formatStructured.log({ ...entry, message: Arr.ensure(message).map(said), cause: Cause.empty })
  const failed = cause.reasons.length === 0 ? {} : { cause: wordsOfCause(cause), frames: framesOf(Cause.squash(cause)) }
  return Formatter.formatJson({ ...line, ...failed })
})

/** One line of JSON for each entry, from `LOG_LEVEL` up. */
export const LogLayer = Layer.merge(
  Logger.layer([Logger.withConsoleLog(discreetJson)]),
  Layer.effect(References.MinimumLogLevel, Config.LogLevel("LOG_LEVEL").pipe(Config.withDefault("Info")))
)
