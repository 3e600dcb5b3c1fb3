import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Logger, Schema } from "effect"
import { SqlError } from "effect/sql"
import { redactedJson } from "../../src/Log.ts"

const row = Schema.decodeUnknownSync(Schema.Struct({ email: Schema.Number }))

const thrownBy = (attempt: () => unknown): unknown => {
  try {
    return attempt()
  } catch (error) {
    return error
  }
}

/** Errors that may contain a value, from database, parser, schema, engine or other code. */
const failuresOf = (value: string): ReadonlyArray<unknown> => [
  new SqlError.SqlError({
    reason: new SqlError.ConstraintError({
      cause: Object.assign(new Error(`Failing row contains (${value})`), { code: "23514", detail: value }),
      message: value
    })
  }),
  thrownBy(() => JSON.parse(value)),
  thrownBy(() => row({ email: value })),
  thrownBy(() => BigInt(value)),
  new Error("The outer one", { cause: new TypeError(value) }),
  new Error(`Two lines\n    at ${value}:1:2`),
  value
]

const lineOf = (log: Effect.Effect<void>) => {
  const lines: Array<string> = []
  const listening = Logger.layer([Logger.map(redactedJson, (line) => void lines.push(line))])
  return Effect.as(Effect.provide(log, listening), lines)
}

describe("the log", () => {
  it.effect.prop(
    "contains no data of an error, however it is thrown and logged; each entry is one line",
    [Schema.String],
    ([text]) =>
      Effect.gen(function* () {
        const value = `grace ${text}@navy.example`
        for (const failure of failuresOf(value)) {
          const causes = [Cause.die(failure), Cause.fail(failure), Cause.combine(Cause.fail("a"), Cause.die(failure))]
          const logs = [
            ...(failure === value
              ? []
              : [Effect.logError("It failed", failure), Effect.logError("It failed", { failure })]),
            ...causes.map((cause) => Effect.logError("It failed", { table: "orders" }, cause))
          ]
          const lines = (yield* Effect.forEach(logs, lineOf)).flat()
          assert.lengthOf(lines, logs.length)
          for (const line of lines) {
            assert.include(line, "It failed")
            assert.notMatch(line, /navy\.example|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
          }
        }
      })
  )

  it.effect("names the class of an error, its code and its stack frames", () =>
    Effect.gen(function* () {
      const [failure] = failuresOf("x".repeat(12))
      const [line = ""] = yield* lineOf(Effect.logError("It failed", Cause.die(failure)))
      const { cause, frames } = JSON.parse(line)
      assert.deepStrictEqual(cause, ["SqlError ConstraintError 23514"])
      assert.match(frames[0], /^at .*log\.test\.ts/)
    })
  )
})
