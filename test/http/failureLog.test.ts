import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { FailureLog } from "../../src/http/server/FailureLog.ts"

describe("the log of failed requests", () => {
  it.effect("has a line for each of the first 503s in a second, a count of the rest, and every other failure", () => {
    const logged: Array<unknown> = []
    const listening = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
    return Effect.gen(function* () {
      const { note } = yield* FailureLog
      const request = { method: "POST", status: 503, requestId: "req_1" }
      for (let time = 0; time < 30; time++) note(request)
      note({ ...request, status: 500 })
      assert.lengthOf(logged, 21)
      assert.deepStrictEqual(logged[20], ["Request failed", { ...request, status: 500 }])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(logged.slice(21), [["Requests failed", { status: 503, count: 10 }]])
      note(request)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(logged.slice(22), [["Request failed", request]])
    }).pipe(Effect.provide(FailureLog.layer), Effect.provide(listening))
  })
})
