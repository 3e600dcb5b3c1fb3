import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hourOf, leftOfHour } from "../../src/domain/messages/HourUsage.ts"
import {
  admitted,
  endSend,
  idleTransport,
  TransportSignal,
  startSends
} from "../../src/domain/messages/TransportState.ts"
import { hourlyLimit, noSendingLimits } from "../../src/domain/messages/SendingLimits.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Limits = Schema.Struct({
  messages_per_hour: Schema.NullOr(between(1, 20)),
  warm_up: Schema.NullOr(Schema.Struct({ start: between(1, 10), growth: between(1, 200) }))
})
const minute = 60_000
const server = { connections: 4, perSecond: 3 }

describe("a queue under an hourly limit, a warm-up and a failing provider", () => {
  it.prop(
    "is sent whole once the provider works, each message once, and no hour beyond its limit",
    [between(1, 40), Limits, Schema.Array(TransportSignal).check(Schema.isMaxLength(40))],
    ([count, input, signals]) => {
      const limits = { ...noSendingLimits, ...input, warm_up_started_at: input.warm_up === null ? null : 0 }
      const queue = Array.from({ length: count }, (_, at) => at)
      const [sent, outages]: [Array<number>, Array<TransportSignal>] = [[], [...signals]]
      let [provider, used, now] = [idleTransport, { hour: 0, count: 0 }, 0]
      for (let step = 0; step < 20_000 && queue.length > 0; step++) {
        const limit = hourlyLimit(limits, "email", now)
        const wanted = Math.min(queue.length, admitted(provider, server, now))
        const claimed = queue.splice(0, leftOfHour(limit, used, wanted, now))
        provider = startSends(provider, claimed.length, now)
        used = {
          hour: hourOf(now),
          count: (used.hour === hourOf(now) ? used.count : 0) + claimed.length
        }
        assert.isAtMost(used.count, limit ?? Number.POSITIVE_INFINITY)
        for (const message of claimed) {
          const signal = outages.shift() ?? "works"
          provider = endSend(provider, signal, server, now)
          if (signal === "works") sent.push(message)
          else queue.push(message)
        }
        now += claimed.length > 0 ? 1_000 : minute
      }
      assert.deepStrictEqual(
        sent.toSorted((one, other) => one - other),
        Array.from({ length: count }, (_, at) => at)
      )
      assert.strictEqual(provider.inFlight, 0)
    }
  )
})
