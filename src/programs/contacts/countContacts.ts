import { Clock, Effect, Option } from "effect"
import type { SqlError } from "effect/sql"
import {
  beginCount,
  type CountInParts,
  isAnswer,
  isYoung,
  keptMillis,
  withPart
} from "../../domain/capacity/countParts.ts"
import { Unavailable } from "../../domain/Errors.ts"
import type { ContactRange } from "../../store/contacts/contactRange.ts"

type Read<A> = (range: ContactRange) => Effect.Effect<A, SqlError.SqlError>

/** A question to a counter, over all contacts of an account. */
export interface Count<A> {
  readonly account_id: string
  /** The conditions and everything else that the count depends on, without the time. */
  readonly name: ReadonlyArray<unknown>
  /** The time on the account's clock. A count in parts goes on as of its beginning. */
  readonly now: number
  /** Only a count that began after this time will do. */
  readonly after?: number | undefined
  /** Counts the contacts of a range as of a time, in a transaction. */
  readonly read: (range: ContactRange, now: number) => Effect.Effect<A, SqlError.SqlError>
}

export interface Counted<A> {
  readonly value: A
  /** When the count began, on the account's clock in milliseconds; null: in this call. */
  readonly counted_at: number | null
}

/** How contacts are read; `atOnce` fails where one statement cannot read them all. */
interface Reads {
  readonly firstSize: number
  /** A short text for a long one, which may hold addresses of people. */
  readonly hash: (text: string) => string
  readonly readSlice: <A>(
    account_id: string,
    before: string | null,
    size: number,
    read: Read<A>
  ) => Effect.Effect<{ readonly from: string | null; readonly value: A; readonly next: number }, Unavailable>
  readonly atOnce: <A>(read: Read<A>) => Effect.Effect<A, Unavailable>
}

/** How the values of a counter are added up, and whether one is kept: who asks again after none gets a new count. */
export interface CountedValues<A> {
  readonly sum: (one: A, other: A) => A
  readonly isNone: (value: A) => boolean
}

/** Milliseconds for which a call goes on with a count in parts. */
const callMillis = 10_000

/** A count of one call that took longer in parts, in milliseconds, is kept too. */
const longMillis = 5_000

const maxKept = 200

/** Values by name: the newest `maxKept` of the last hour. */
const kept = <A>() => {
  const all = new Map<string, { readonly value: A; readonly at: number }>()
  return {
    get: (key: string) => all.get(key)?.value,
    remove: (key: string) => all.delete(key),
    set: Effect.fnUntraced(function* (key: string, value: A) {
      const now = yield* Clock.currentTimeMillis
      all.delete(key)
      all.set(key, { value, at: now })
      // The oldest are the first.
      for (const [name, { at }] of all) {
        if (all.size <= maxKept && at > now - keptMillis) break
        all.delete(name)
      }
    })
  }
}

/** Counters over contacts. A counter keeps the counts that took long, each under its name. */
export const makeCounter =
  ({ firstSize, hash, readSlice, atOnce }: Reads) =>
  <A>({ sum, isNone }: CountedValues<A>) => {
    const done = kept<{ readonly value: A; readonly began: number }>()
    const begun = kept<CountInParts<A>>()

    const goOn = Effect.fnUntraced(function* (key: string, { account_id, read }: Count<A>, from: CountInParts<A>) {
      const until = (yield* Clock.currentTimeMillis) + callMillis
      let [count, size] = [from, firstSize]
      while (!count.isDone) {
        if ((yield* Clock.currentTimeMillis) >= until) return yield* new Unavailable({ retryAfter: 1 })
        const { now } = count
        const slice = yield* readSlice(account_id, count.before, size, (range) => read(range, now))
        count = withPart(count, slice.value, slice.from, sum)
        yield* begun.set(key, count)
        size = slice.next
      }
      return count
    })

    return Effect.fnUntraced(function* (wanted: Count<A>) {
      const { account_id, name, now, after, read } = wanted
      const key = hash(JSON.stringify([account_id, name]))
      const found = done.get(key)
      if (found !== undefined && isAnswer(found.began, now, after)) {
        return { value: found.value, counted_at: found.began }
      }
      const open = begun.get(key)
      const isBegun = open !== undefined && isYoung(open.now, now)
      if (!isBegun) {
        const whole = yield* Effect.option(atOnce((range) => read(range, now)))
        if (Option.isSome(whole)) {
          done.remove(key)
          return { value: whole.value, counted_at: null }
        }
      }
      const start = yield* Clock.currentTimeMillis
      const { value, now: began } = yield* goOn(key, wanted, isBegun ? open : beginCount<A>(now))
      begun.remove(key)
      done.remove(key)
      if (value === undefined) return yield* new Unavailable({ retryAfter: 1 })
      const isLong = isBegun || (yield* Clock.currentTimeMillis) - start > longMillis
      if (isLong && !isNone(value)) yield* done.set(key, { value, began })
      return { value, counted_at: isBegun ? began : null }
    })
  }
