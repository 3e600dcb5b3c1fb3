import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { afterCall, maxConcurrentWork, noContention } from "../../src/domain/capacity/Contention.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** The calling account, and the milliseconds since the previous call. */
const Calls = Schema.Array(
  Schema.Struct({ account: Schema.Literals(["a", "b", "c"]), after: between(0, 6_000) })
).check(Schema.isMaxLength(40))

describe("the concurrency limit of an account", () => {
  it.prop(
    "is four while another account called in the last ten seconds, else none",
    [Calls, Schema.Literals(["a", "b", "c", "d"]), between(0, 12_000)],
    ([calls, account, later]) => {
      let [contention, now] = [noContention, 1_000]
      const others: Array<number> = []
      for (const call of calls) {
        now += call.after
        contention = afterCall(contention, call.account, now)
        if (call.account !== account) others.push(now)
      }
      now += later
      const isAlone = others.every((at) => now - at >= 10_000)
      assert.strictEqual(maxConcurrentWork(contention, account, now), isAlone ? Number.POSITIVE_INFINITY : 4)
    }
  )
})
