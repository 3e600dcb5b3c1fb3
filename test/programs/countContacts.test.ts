import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Unavailable } from "../../src/domain/Errors.ts"
import { makeCounter } from "../../src/programs/contacts/countContacts.ts"

const contacts = 50
const sliceSize = 10

// Contacts have the numbers below 50 as their ids; a slice takes three seconds.
const slices = (isRead: (from: number) => void) => ({
  firstSize: sliceSize,
  hash: (text: string) => text,
  atOnce: () => Effect.fail(new Unavailable({ retryAfter: 1 })),
  readSlice: <A, E>(_: string, before: string | null, size: number, read: (range: Range) => Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      const end = before === null ? contacts : Number(before)
      const from = end - size
      isRead(from)
      yield* TestClock.adjust("3 seconds")
      const range = { before, from: from <= 0 ? null : String(from) }
      return { from: range.from, value: yield* Effect.orDie(read(range)), next: sliceSize }
    })
})

type Range = { readonly before: string | null; readonly from: string | null }

const sizeOf = ({ before, from }: Range) => Number(before ?? contacts) - Number(from ?? 0)

const asked = (now: number, name = "all", account_id = "acc_1") => ({
  account_id,
  name: [name],
  now,
  read: (range: Range) => Effect.succeed(sizeOf(range))
})

const numbers = { sum: (one: number, other: number) => one + other, isNone: (count: number) => count === 0 }
const counterOf = (read: Array<number>) => makeCounter(slices((from) => read.push(from)))<number>(numbers)

it.effect("a count that one call cannot make is gone on with by the next, and is then given as of its beginning", () =>
  Effect.gen(function* () {
    const read: Array<number> = []
    const count = counterOf(read)
    assert.instanceOf(yield* Effect.flip(count(asked(1_000_000))), Unavailable)
    assert.deepStrictEqual(read, [40, 30, 20, 10])
    assert.deepStrictEqual(yield* count(asked(2_000_000)), { value: contacts, counted_at: 1_000_000 })
    assert.deepStrictEqual(read, [40, 30, 20, 10, 0])
    assert.deepStrictEqual(yield* count(asked(3_000_000)), { value: contacts, counted_at: 1_000_000 })
    assert.strictEqual(read.length, 5)
  })
)

it.effect("a kept count is made anew after an hour, and for those who want one of after a time", () =>
  Effect.gen(function* () {
    const read: Array<number> = []
    const count = counterOf(read)
    const start = 10_000_000
    yield* Effect.flip(count(asked(start)))
    yield* count(asked(start))
    const later = start + 59 * 60_000
    assert.strictEqual((yield* count(asked(later))).counted_at, start)
    yield* Effect.flip(count({ ...asked(later), after: start }))
    // Others have the count that is kept meanwhile.
    assert.strictEqual((yield* count(asked(later))).counted_at, start)
    assert.deepStrictEqual(yield* count({ ...asked(later), after: start }), { value: contacts, counted_at: later })
    assert.strictEqual((yield* count(asked(later))).counted_at, later)
    yield* Effect.flip(count(asked(later + 60 * 60_000)))
  })
)

it.effect("counts of other accounts and other conditions are others", () =>
  Effect.gen(function* () {
    const count = counterOf([])
    yield* Effect.flip(count(asked(1)))
    yield* count(asked(1))
    yield* Effect.flip(count(asked(1, "some")))
    yield* Effect.flip(count(asked(1, "all", "acc_2")))
  })
)

it.effect("a count of none is not kept", () =>
  Effect.gen(function* () {
    const count = counterOf([])
    const none = { ...asked(1), read: () => Effect.succeed(0) }
    yield* Effect.flip(count(none))
    assert.deepStrictEqual(yield* count(none), { value: 0, counted_at: 1 })
    yield* Effect.flip(count({ ...asked(2), read: () => Effect.succeed(1) }))
    assert.deepStrictEqual(yield* count({ ...asked(2), read: () => Effect.succeed(1) }), { value: 5, counted_at: 2 })
  })
)

it.effect("a count of one call is kept if it took longer than five seconds", () =>
  Effect.gen(function* () {
    const read: Array<number> = []
    const count = makeCounter({ ...slices((from) => read.push(from)), firstSize: contacts })<number>(numbers)
    assert.deepStrictEqual(yield* count(asked(1)), { value: contacts, counted_at: null })
    assert.deepStrictEqual(yield* count(asked(2)), { value: contacts, counted_at: null })
    const slow = makeCounter({ ...slices((from) => read.push(from)), firstSize: contacts - sliceSize })<number>(numbers)
    assert.deepStrictEqual(yield* slow(asked(1)), { value: contacts, counted_at: null })
    assert.deepStrictEqual(yield* slow(asked(2)), { value: contacts, counted_at: 1 })
    assert.deepStrictEqual(read, [0, 0, 10, 0])
  })
)

it.effect("a count that is wanted after a time to come ends", () =>
  Effect.gen(function* () {
    const count = counterOf([])
    yield* Effect.flip(count({ ...asked(1), after: 1_000 }))
    assert.deepStrictEqual(yield* count({ ...asked(2), after: 2_000 }), { value: contacts, counted_at: 1 })
  })
)

it.effect("the count of one statement is of now, and not kept", () =>
  Effect.gen(function* () {
    let members = 7
    const count = makeCounter({
      ...slices(() => assert.fail()),
      atOnce: (read) => read({ before: null, from: null }).pipe(Effect.orDie)
    })<number>(numbers)
    const all = { ...asked(1), read: () => Effect.succeed(members) }
    assert.deepStrictEqual(yield* count(all), { value: 7, counted_at: null })
    members = 8
    assert.deepStrictEqual(yield* count(all), { value: 8, counted_at: null })
  })
)
