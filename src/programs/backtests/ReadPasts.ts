import { Clock, Effect, Fiber, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { makeDayNames } from "../../domain/backtests/dayNames.ts"
import type { PastPerson } from "../../domain/backtests/Past.ts"
import { permits } from "../../domain/capacity/bounds.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { isId } from "../../domain/values/Id.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { makePasts, type PastPage, type PastScope } from "../../store/backtests/Pasts.ts"
import { readOnly, retried } from "../../store/database/Transaction.ts"
import { makeAccountTurns } from "../contacts/accountTurns.ts"

/** Milliseconds after which a part ends: a caller sees progress, and work ends soon after a caller has left. */
const partMillis = 1_000

/** Conditions and steps after which other calls, and the read of the next contacts, have their turn: a millisecond or less. */
const workBeforeYield = 1_000

/** Zones whose days are remembered. */
const maxZones = 8

/** The settings of an account that decide in a backtest as they do live. */
export interface PastAccount {
  readonly timezone: string
  readonly frequency_cap: number | null
  readonly holdout_percent: number
  /** The date of a time in the account's zone, as YYYY-MM-DD. */
  readonly dayOf: (at: number) => string
  /** The time on the account's clock, in milliseconds. */
  readonly now: number
}

/** What a backtest does with each contact that is read: one of these. */
export interface PastJudge {
  /** Judges a contact, and gives the conditions and steps that it took. */
  readonly judge: (person: PastPerson) => number
  /** Counts a contact whose past is too long. */
  readonly leave: (contact_id: string) => void
}

/** What a part ends with: where the next one begins, and in the first one the number of the account's contacts. */
interface PartEnd {
  readonly total: number | null
  readonly next_cursor: string | null
}

/** Reads the past of an account's contacts, part by part, for backtests. Writes nothing. */
export interface ReadPasts {
  readonly account: (account_id: string) => Effect.Effect<PastAccount, Unavailable>
  /**
   * The part from `cursor` on: as many contacts as a second allows. Parts of one account follow each other, and each ends with its caller.
   */
  readonly part: (
    scope: PastScope,
    cursor: string | undefined,
    judge: PastJudge
  ) => Effect.Effect<PartEnd, ValidationFailed | Unavailable>
}

export const makeReadPasts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clocks = yield* TestClocks
  const pasts = yield* makePasts
  const all = yield* Semaphore.make(permits.backtests)
  const inTurn = makeAccountTurns(() => Semaphore.makeUnsafe(permits.backtestsOfAccount))

  // Each part asks for the days of the same span again.
  const dayNames = new Map<string, ReturnType<typeof makeDayNames>>()
  const dayNamesOf = (timezone: string) => {
    const known = dayNames.get(timezone) ?? makeDayNames(timezone)
    if (dayNames.size >= maxZones) dayNames.clear()
    dayNames.set(timezone, known)
    return known
  }

  const read = (scope: PastScope, after: string) => readOnly(sql)(pasts.page(scope, after))

  const readPart = Effect.fnUntraced(function* (
    scope: PastScope,
    cursor: string | undefined,
    { judge, leave }: PastJudge
  ) {
    const total = cursor === undefined ? yield* retried(pasts.count(scope.span.account_id)) : null
    const ends = (yield* Clock.currentTimeMillis) + partMillis
    let after: string | null = cursor ?? ""
    let work = 0
    let reading: Fiber.Fiber<PastPage, Unavailable> | undefined = yield* Effect.forkChild(read(scope, after))
    while (reading !== undefined) {
      const page: PastPage = yield* Fiber.join(reading)
      after = scope.contact_id === null ? page.last : null
      // The database reads the next contacts while these are judged.
      reading =
        after === null || (yield* Clock.currentTimeMillis) >= ends
          ? undefined
          : yield* Effect.forkChild(read(scope, after))
      yield* Effect.yieldNow
      for (const one of page.people) {
        work += judge(one)
        if (work < workBeforeYield) continue
        work = 0
        yield* Effect.yieldNow
      }
      page.unjudged.forEach(leave)
    }
    return { total, next_cursor: after }
  })

  const part: ReadPasts = {
    account: Effect.fnUntraced(function* (account_id) {
      const now = yield* clocks.now(account_id)
      const account = (yield* retried(readAccounts(sql, [account_id]))).get(account_id)
      const timezone = account?.timezone ?? "UTC"
      return {
        timezone,
        frequency_cap: account?.frequency_cap ?? null,
        holdout_percent: account?.holdout_percent ?? 0,
        dayOf: dayNamesOf(timezone),
        now
      }
    }),
    part: Effect.fn("Backtests.readPart")(function* (scope, cursor, judge) {
      if (cursor !== undefined && !isId(cursor))
        return yield* invalid("cursor", "Must be the next_cursor of an earlier part")
      return yield* inTurn(scope.span.account_id, all.withPermits(1)(readPart(scope, cursor, judge)))
    })
  }
  return part
})
