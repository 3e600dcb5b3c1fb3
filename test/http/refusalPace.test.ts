import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { refusalPace } from "../../src/http/RefusalPace.ts"

describe("answers to a caller that goes on beyond its limits", () => {
  it.effect("leave one after another once there are many, while any other answer leaves at once", () =>
    Effect.gen(function* () {
      const paced = refusalPace()
      let left = 0
      const answer = Effect.tap(paced(HttpServerResponse.empty({ status: 429 })), () => Effect.sync(() => left++))
      yield* Effect.forkChild(Effect.forEach(Array.from({ length: 64 }), () => answer, { concurrency: "unbounded" }))
      yield* TestClock.adjust(0)
      assert.strictEqual(left, 11)
      yield* paced(HttpServerResponse.empty({ status: 201 }))
      yield* TestClock.adjust("40 millis")
      assert.strictEqual(left, 12)
      yield* TestClock.adjust("1960 millis")
      assert.strictEqual(left, 64)
    })
  )
})
