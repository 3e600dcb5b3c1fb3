import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  onRunEnd,
  type LingerState,
  onRunStart,
  initialLinger,
  lingerFor
} from "../../src/domain/capacity/LingerPolicy.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Past runs: number of callers, delay since the previous run, and duration. */
const Runs = Schema.Array(
  Schema.Struct({ callers: between(1, 64), after: between(0, 20), takes: between(1, 9) })
).check(Schema.isMinLength(1), Schema.isMaxLength(60))

const linger = 25
const after = (runs: typeof Runs.Type) => {
  let [state, now] = [initialLinger, 1_000]
  for (const run of runs) {
    now += run.after
    state = onRunEnd(onRunStart(state, run.callers, now), run.takes)
  }
  return { state, now }
}

describe("lingering calls", () => {
  it.prop(
    "wait at most three run times after the last run began, at most maxWait, and the first not at all",
    [Runs, between(1, 64), between(0, 10)],
    ([runs, waiting, later]) => {
      const { state, now } = after(runs)
      const longest = Math.min(linger, 3 * Math.max(...runs.map(({ takes }) => takes)))
      assert.isAtMost(lingerFor(linger, state, waiting, now + later), Math.max(0, longest - later))
      assert.isAtLeast(lingerFor(linger, state, waiting, now + later), 0)
      assert.strictEqual(lingerFor(linger, initialLinger, waiting, now), 0)
    }
  )

  it.prop("run as soon as the recent number of concurrent callers, or a full batch, has arrived", [Runs], ([runs]) => {
    const { state, now } = after(runs)
    const most = Math.max(...runs.map(({ callers }) => callers))
    assert.strictEqual(lingerFor(linger, state, Math.min(most, 16), now), 0)
  })

  it.prop("never wait with fewer than four concurrent callers", [Runs], ([runs]) => {
    const { state, now } = after(runs.map((run) => ({ ...run, callers: run.callers % 4 })))
    assert.strictEqual(lingerFor(linger, state, 1, now), 0)
  })

  it.prop("use the fastest recent run time", [Runs, between(1, 64)], ([runs, waiting]) => {
    const { state, now } = after(runs)
    const slower = onRunEnd(state, 1_000)
    assert.isAtMost(lingerFor(linger, slower, waiting, now), 1.02 * lingerFor(linger, state, waiting, now) + 1e-9)
  })

  it("wait for an absent caller at most three runs", () => {
    const together = onRunEnd(onRunStart(initialLinger, 16, 0), 5)
    const alone = Array.from({ length: 3 }).reduce<LingerState>((state) => onRunStart(state, 1, 0), together)
    assert.strictEqual(lingerFor(linger, together, 1, 0), 15)
    assert.strictEqual(lingerFor(linger, alone, 1, 0), 0)
  })
})
