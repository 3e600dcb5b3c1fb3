import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { admittedBy, closedBreaker, onFailure, onSuccess } from "../../src/domain/messages/CircuitBreaker.ts"
import {
  admitted,
  endSend,
  idleTransport,
  isForgettable,
  type Provider,
  startSends
} from "../../src/domain/messages/TransportState.ts"
import { admittedAt, fullRate, onSlowDown, onStarts, rateAt } from "../../src/domain/messages/SendRate.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const minute = 60_000

describe("the circuit breaker", () => {
  const failed = (count: number, now: number) =>
    Array.from({ length: count }).reduce<typeof closedBreaker>((breaker) => onFailure(breaker, now), closedBreaker)

  it("opens for a minute at the fifth failure in a row, and then admits one probe at a time", () => {
    assert.strictEqual(admittedBy(failed(4, 0), 3, 0), Number.POSITIVE_INFINITY)
    const open = failed(5, 0)
    assert.strictEqual(admittedBy(open, 0, 0), 0)
    assert.strictEqual(admittedBy(open, 0, minute - 1), 0)
    assert.strictEqual(admittedBy(open, 0, minute), 1)
    assert.strictEqual(admittedBy(open, 1, minute), 0)
  })

  it("is open for another minute when its probe fails, and closed when it succeeds", () => {
    const open = failed(5, 0)
    assert.strictEqual(onFailure(open, minute).openUntil, 2 * minute)
    assert.strictEqual(onSuccess(), closedBreaker)
  })

  it("does not open for longer when sends under way fail", () => {
    assert.strictEqual(failed(16, 0).openUntil, minute)
    assert.strictEqual(onFailure(failed(5, 0), minute - 1).openUntil, minute)
  })

  it.prop(
    "is closed as long as no five failures come in a row",
    [Schema.Array(Schema.Boolean).check(Schema.isMaxLength(50))],
    ([answers]) => {
      let [breaker, inRow] = [closedBreaker, 0]
      for (const works of answers) {
        breaker = works ? onSuccess() : onFailure(breaker, 0)
        inRow = works ? 0 : inRow + 1
        assert.strictEqual(breaker.openUntil === undefined, inRow < 5)
      }
    }
  )
})

describe("the pace of a provider", () => {
  const Steps = Schema.Array(
    Schema.Struct({ wait: between(0, 1_500), wanted: between(0, 40), slows: Schema.Boolean })
  ).check(Schema.isMaxLength(40))

  it.prop("no second holds more than the messages a second", [Steps, between(1, 20)], ([steps, max]) => {
    let [rate, now] = [fullRate, 0]
    const starts: Array<number> = []
    for (const { wait, wanted, slows } of steps) {
      now += wait
      const count = Math.min(wanted, admittedAt(rate, max, now))
      rate = onStarts(rate, count, now)
      starts.push(...Array.from({ length: count }, () => now))
      if (slows) rate = onSlowDown(rate, 1, now)
      assert.isAtMost(starts.filter((start) => start > now - 1_000).length, max)
    }
  })

  it.prop("a slow-down halves the rate, which grows back within five minutes", [between(1, 100)], ([max]) => {
    const slowed = onSlowDown(onStarts(fullRate, max, 0), 1, 0)
    assert.strictEqual(rateAt(slowed, undefined, 0), max / 2)
    assert.strictEqual(rateAt(slowed, max, 5 * minute), max)
    assert.isUndefined(rateAt(slowed, undefined, 5 * minute))
    let previous = 0
    for (let now = 0; now < 5 * minute; now += 10_000) {
      assert.isAtLeast(rateAt(slowed, undefined, now) ?? 0, previous)
      previous = rateAt(slowed, undefined, now) ?? 0
    }
  })

  it("counts the replies of one second as one slow-down, and always admits a message in the end", () => {
    const burst = Array.from({ length: 16 }).reduce<typeof fullRate>((rate) => onSlowDown(rate, 16, 5), fullRate)
    assert.strictEqual(rateAt(burst, undefined, 5), 8)
    const slowest = Array.from({ length: 100 }).reduce<typeof fullRate>(
      (rate, _, at) => onSlowDown(rate, 1, at * 1_000),
      fullRate
    )
    assert.strictEqual(admittedAt(onStarts(slowest, 1, 100_000), undefined, 100_001), 0)
    assert.strictEqual(admittedAt(onStarts(slowest, 1, 100_000), undefined, 100_000 + 70_000), 1)
  })
})

describe("a provider", () => {
  const limits = { connections: 4, perSecond: undefined }
  const Signal = Schema.Literals(["works", "slow", "down", "none"])

  it.prop(
    "admits messages again after any history, and is then forgotten",
    [Schema.Array(Schema.Struct({ wait: between(0, 90_000), wanted: between(0, 9), signal: Signal }))],
    ([history]) => {
      let [provider, now]: [Provider, number] = [idleTransport, 0]
      for (const { wait, wanted, signal } of history) {
        now += wait
        const count = Math.min(wanted, admitted(provider, limits, now))
        assert.isAtMost(provider.inFlight + count, limits.connections)
        provider = startSends(provider, count, now)
        for (let ended = 0; ended < count; ended++) {
          provider = endSend(provider, signal === "none" ? null : signal, limits, now)
        }
      }
      now += 64 * minute
      assert.isAtLeast(admitted(provider, limits, now), 1)
      provider = endSend(startSends(provider, 1, now), "works", limits, now)
      assert.strictEqual(admitted(provider, limits, now + 1_000), limits.connections)
      assert.isTrue(isForgettable(provider, now + 1_000))
    }
  )

  it("is slowed down and in the end left alone by a server that always answers 421", () => {
    let provider = idleTransport
    for (let count = 0; count < 5; count++) {
      assert.isAtLeast(admitted(provider, limits, count * 10_000), 1)
      provider = endSend(startSends(provider, 1, count * 10_000), "slow", limits, count * 10_000)
    }
    assert.strictEqual(admitted(provider, limits, 99_999), 0)
    assert.strictEqual(admitted(provider, limits, 100_000), 1)
  })
})
