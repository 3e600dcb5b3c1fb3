import { ConfigProvider, Effect, Layer, Result, Schema } from "effect"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { firstDifference } from "./domain/scenarios/compareMessages.ts"
import { readScenario, type ScenarioFile, withLines } from "./domain/scenarios/readScenario.ts"
import { isAsExpected, type ScenarioOutcome, scenarioReport } from "./domain/scenarios/scenarioReport.ts"
import { RunScenario } from "./programs/scenarios/RunScenario.ts"
import type { ScenarioClock } from "./programs/scenarios/ScenarioClock.ts"

/** Not all scenarios came out as expected. The report on the standard output says how. */
class ScenariosFailed extends Schema.TaggedError<ScenariosFailed>()("ScenariosFailed", { message: Schema.String }) {}

const usage = "Usage: node dist/main.js test <file...>\nEach file is a scenario in JSON (docs/scenarios.md)."

const unreadable = (message: string): ScenarioOutcome => ({
  _tag: "unreadable",
  issues: [{ line: 1, field: "", message }]
})

const runFile = Effect.fnUntraced(function* ({ scenario, text }: ScenarioFile) {
  const scenarios = yield* RunScenario
  const real = yield* Effect.clockWith((clock) => clock.monotonicTimeNanos)
  const result = yield* Effect.result(scenarios.run(scenario))
  const seconds = Number((yield* Effect.clockWith((clock) => clock.monotonicTimeNanos)) - real) / 1e9
  if (Result.isFailure(result)) {
    const { failure } = result
    return failure._tag === "ValidationFailed"
      ? ({ _tag: "unreadable", issues: withLines(text, failure.issues) } satisfies ScenarioOutcome)
      : unreadable(`Could not be run: ${failure._tag}`)
  }
  const found = result.success
  const difference = firstDifference(scenario.expected, found)
  const [at] = withLines(text, [{ field: `expected.${difference?.place ?? 0}`, message: "" }])
  const located = difference === undefined ? undefined : { ...difference, line: at?.line ?? 1 }
  return { _tag: "ran", name: scenario.name, seconds, found, difference: located } satisfies ScenarioOutcome
})

const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tally-test-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

// Nothing of the environment but its time zones: a scenario sends nothing and reaches no database of the service.
const settingsOf = (directory: string) => {
  const zones = process.env["TZDIR"]
  return ConfigProvider.fromUnknown({
    DATA_DIR: directory,
    LOG_LEVEL: "Error",
    PUBLIC_URL: "http://localhost:3000",
    ...(zones === undefined ? {} : { TZDIR: zones })
  })
}

const print = (lines: ReadonlyArray<string>) => Effect.sync(() => process.stdout.write(`${lines.join("\n")}\n`))

/** Reads and runs the scenarios of files one after the other, prints a report of each, and fails unless all are as expected. */
export const testScenarios = <E>(files: ReadonlyArray<string>, server: Layer.Layer<RunScenario | ScenarioClock, E>) =>
  Effect.gen(function* () {
    if (files.length === 0) return yield* new ScenariosFailed({ message: usage })
    const read = yield* Effect.forEach(files, (file) =>
      Effect.tryPromise(() => readFile(file)).pipe(
        Effect.map(readScenario),
        Effect.catch(() => Effect.succeed("Can't be opened" as const)),
        Effect.map((result) => ({ file, result }))
      )
    )
    const outcomes = Effect.forEach(read, ({ file, result }) =>
      Effect.gen(function* () {
        const outcome =
          typeof result === "string"
            ? unreadable(result)
            : Result.isFailure(result)
              ? ({ _tag: "unreadable", issues: result.failure } satisfies ScenarioOutcome)
              : yield* runFile(result.success)
        yield* print(scenarioReport(file, outcome))
        return outcome
      })
    )
    const settings = ConfigProvider.layer(settingsOf(yield* temporaryDirectory))
    const ended = yield* Effect.provide(outcomes, server.pipe(Layer.provide(settings)))
    const failed = ended.filter((outcome) => !isAsExpected(outcome)).length
    if (failed > 0) return yield* new ScenariosFailed({ message: `${failed} of ${files.length} failed` })
  }).pipe(Effect.scoped)
