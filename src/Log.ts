import { Config, Layer, Logger, References } from "effect"

/** One line of JSON for each entry, from `LOG_LEVEL` up. */
export const LogLayer = Layer.merge(
  Logger.layer([Logger.consoleJson]),
  Layer.effect(References.MinimumLogLevel, Config.LogLevel("LOG_LEVEL").pipe(Config.withDefault("Info")))
)
