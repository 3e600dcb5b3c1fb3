import { Clock, Effect, Option } from "effect"
import type { SqlError } from "effect/sql"
import { beginCount, type CountInParts, isOfUse, withPart } from "../../domain/capacity/countParts.ts"
import { Unavailable } from "../../domain/Errors.ts"
import type { ContactRange } from "../../store/contacts/contactRange.ts"

type Read<A> = (range: ContactRange) => Effect.Effect<A, SqlError.SqlError>

/** What is counted over all contacts of an account. */
export interface Count<A> {
  readonly account_id: string
  /** All that says what is counted, but the time. */
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
  readonly readSlice: <A>(
    account_id: string,
    before: string | null,
    size: number,
    read: Read<A>
  ) => Effect.Effect<{ readonly from: string | null; readonly value: A; readonly next: number }, Unavailable>
  readonly atOnce: <A>(read: Read<A>) => Effect.Effect<A, Unavailable>
}

/** Milliseconds for which a call goes on with a count in parts. */
const callMillis = 10_000

// Of each kind. The oldest make room.
const maxKept = 200

/** Counters over contacts. A counter keeps the counts that one call could not make, each under its name. */
export const makeCounter =
  ({ firstSize, readSlice, atOnce }: Reads) =>
  <A>(sum: (one: A, other: A) => A) => {
    const kept = new Map<string, CountInParts<A>>()
    const keep = (key: string, count: CountInParts<A>) => {
      kept.delete(key)
      kept.set(key, count)
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    }

    const goOn = Effect.fnUntraced(function* (key: string, { account_id, read }: Count<A>, from: CountInParts<A>) {
      const until = (yield* Clock.currentTimeMillis) + callMillis
      let [count, size] = [from, firstSize]
      while (!count.isDone) {
        if ((yield* Clock.currentTimeMillis) >= until) return yield* new Unavailable({ retryAfter: 1 })
        const { now } = count
        const slice = yield* readSlice(account_id, count.before, size, (range) => read(range, now))
        count = withPart(count, slice.value, slice.from, sum)
        keep(key, count)
        size = slice.next
      }
      return count
    })

    return Effect.fnUntraced(function* (asked: Count<A>) {
      const { account_id, name, now, after, read } = asked
      const key = JSON.stringify([account_id, name])
      const known = kept.get(key)
      const isBegun = known !== undefined && isOfUse(known, now, after)
      if (!isBegun) {
        kept.delete(key)
        const whole = yield* Effect.option(atOnce((range) => read(range, now)))
        if (Option.isSome(whole)) return { value: whole.value, counted_at: null }
      }
      const count = yield* goOn(key, asked, isBegun ? known : beginCount<A>(now))
      if (!isBegun) kept.delete(key)
      if (count.value === undefined) return yield* new Unavailable({ retryAfter: 1 })
      return { value: count.value, counted_at: isBegun ? count.now : null }
    })
  }
