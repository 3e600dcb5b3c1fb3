import { assert, live } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Admissions } from "../../src/store/admission/Admissions.ts"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { databaseLayer, onBoth, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { OnTestTime } from "../support/flows/testTime.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Bursts of requests, each with the delay since the previous one. */
const Schedule = Schema.Array(Schema.Struct({ wait: between(0, 90), burst: between(1, 9) })).check(
  Schema.isMaxLength(8)
)
const Limits = Schema.Struct({ per_minute: between(1, 8), per_day: between(1, 20) })

const minute = 60_000
const day = 86_400_000

/** Admissions on the test clock, which moves the windows; the connection pool uses the live clock. */
const OnTestClock = Admissions.layer.pipe(Layer.provide(OnTestTime))

onBoth(
  "the limiter",
  OnTestClock,
  (it) => {
    it.effect.prop(
      "accepts exactly the limit of each minute and day under any schedule, and a retry after Retry-After",
      [Schedule, Limits],
      ([schedule, limits]) =>
        Effect.gen(function* () {
          const admissions = yield* Admissions
          const { token } = yield* seedAccount(limits)
          const admit = admissions.admit({ digest: digestOf(token), serviceAccountId: null, address: "192.0.2.1" })
          // Close to midnight, so that schedules cross minute and day windows.
          let now = Date.UTC(2030, 0, 1) - 2 * minute
          const used = { minute: 0, day: 0 }
          for (const { wait, burst } of schedule) {
            const before = now
            now += wait * 1_000
            if (Math.floor(now / minute) > Math.floor(before / minute)) used.minute = 0
            if (Math.floor(now / day) > Math.floor(before / day)) used.day = 0
            yield* TestClock.setTime(now)
            const verdicts = yield* Effect.all(
              Array.from({ length: burst }, () => admit),
              { concurrency: "unbounded" }
            )
            const room = Math.max(0, Math.min(burst, limits.per_minute - used.minute, limits.per_day - used.day))
            assert.strictEqual(verdicts.filter(({ granted }) => granted).length, room)
            used.minute += room
            used.day += room
            for (const verdict of verdicts) {
              assert.strictEqual(verdict.minute.reset, Math.floor(now / minute) * 60 + 60)
              assert.strictEqual(verdict.day.reset, Math.floor(now / day) * 86_400 + 86_400)
            }
            assert.strictEqual(
              Math.min(...verdicts.map((verdict) => verdict.minute.remaining)),
              Math.max(0, limits.per_minute - used.minute)
            )
            assert.strictEqual(
              Math.min(...verdicts.map((verdict) => verdict.day.remaining)),
              Math.max(0, limits.per_day - used.day)
            )
          }
          const refused = yield* Effect.repeat(admit, { until: ({ granted }) => !granted })
          yield* TestClock.setTime(now + refused.retryAfter * 1_000)
          assert.isTrue((yield* admit).granted)
        }).pipe(Effect.provide(TestClock.layer())),
      { arbitrary: { runs: 40 } }
    )
  },
  { excludeTestServices: true }
)

// Two pools on one database act as two processes, since they share nothing else.
live("the limiter: several processes on one database accept exactly the limit between them", () =>
  Effect.gen(function* () {
    const settings = yield* postgres
    const process = Admissions.layer.pipe(Layer.provideMerge(databaseLayer(Effect.succeed(settings))), Layer.fresh)
    const [first, second] = [yield* Layer.build(process), yield* Layer.build(process)]
    const { token } = yield* seedAccount({ per_day: 60 }).pipe(Effect.provide(first))
    const request = { digest: digestOf(token), serviceAccountId: null, address: "192.0.2.1" }
    const verdicts = yield* Effect.forEach(
      Array.from({ length: 300 }, (_, at) => (at % 2 === 0 ? first : second)),
      (context) =>
        Effect.provide(
          Effect.flatMap(Admissions, (admissions) => admissions.admit(request)),
          context
        ),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(verdicts.filter(({ granted }) => granted).length, 60)
  })
)
