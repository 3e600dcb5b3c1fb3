import { DateTime, Effect } from "effect"
import { maxDecisions } from "../../domain/backtests/Backtest.ts"
import { needsOfConditions } from "../../domain/backtests/BacktestPlan.ts"
import { conditionsAt } from "../../domain/backtests/conditionsAt.ts"
import { makeMembershipTally } from "../../domain/backtests/membershipTally.ts"
import { type MembershipPlan, pastMembership, type PastMembership } from "../../domain/backtests/pastMembership.ts"
import { conditionNotes } from "../../domain/backtests/pastNotes.ts"
import { maxWork } from "../../domain/backtests/replay.ts"
import type {
  SegmentBacktestInput,
  SegmentBacktestPart,
  SegmentBacktestPerson
} from "../../domain/backtests/SegmentBacktest.ts"
import { spanIssues, viewsIn } from "../../domain/backtests/whyNotBacktested.ts"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import { invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import type { PastScope } from "../../store/backtests/Pasts.ts"
import { retried } from "../../store/database/Transaction.ts"
import { Segments } from "../../store/segments/Segments.ts"
import type { ReadPasts } from "./ReadPasts.ts"

/** Tells who would have been in segments in the past of an account. Writes nothing. */
export interface BacktestSegments {
  /** The part of a backtest from `cursor` on, as of flows. */
  readonly part: (
    account_id: string,
    input: SegmentBacktestInput
  ) => Effect.Effect<SegmentBacktestPart, NotFound | ValidationFailed | Unavailable>
}

export const makeBacktestSegments = (pasts: ReadPasts) =>
  Effect.gen(function* () {
    const segments = yield* Segments

    const scopeOf = Effect.fnUntraced(function* (account_id: string, input: SegmentBacktestInput) {
      const { segment_id, contact_id = null, imported = true } = input
      const saved = segment_id === undefined ? undefined : yield* retried(segments.read(account_id, segment_id))
      const conditions = input.conditions ?? saved?.conditions
      if (conditions === undefined) return yield* invalid("conditions", "Is required without segment_id")
      const { now, dayOf } = yield* pasts.account(account_id)
      const [from, to] = [input.from.epochMilliseconds, input.to.epochMilliseconds]
      const issues = [
        ...spanIssues({ from, to, now }),
        ...viewsIn(conditions, (at) => (input.conditions === undefined ? "segment_id" : `conditions.${at}`))
      ]
      if (issues.length > 0) return yield* new ValidationFailed({ issues })
      const needs = needsOfConditions(conditions)
      const plan: MembershipPlan = { conditions, lookups: needs.lookups, from, to: Math.min(to, now) }
      const scope: PastScope = {
        span: {
          account_id,
          from,
          until: plan.to,
          imported,
          frequency_cap: null,
          holdouts: { account: 0, own: 0 }
        },
        needs,
        own: null,
        contact_id,
        now
      }
      return { plan, scope, dayOf }
    })

    const part: BacktestSegments = {
      part: Effect.fn("Backtests.segments")(function* (account_id, input) {
        const { plan, scope, dayOf } = yield* scopeOf(account_id, input)
        const notes = conditionNotes(plan.conditions)
        const tally = makeMembershipTally({ ...plan, dayOf, notes })
        const judged: Array<PastMembership> = []
        const end = yield* pasts.part(scope, input.cursor, {
          judge: (one) => {
            const membership = pastMembership(plan, one)
            tally.add(one.contact.contact_id, membership)
            if (scope.contact_id !== null && membership !== undefined) judged.push(membership)
            return membership?.work ?? maxWork
          },
          leave: (contact_id) => tally.add(contact_id, undefined)
        })
        const [person] = judged
        return { ...tally.read(), person: person === undefined ? null : personOf(plan.conditions, person), ...end }
      })
    }
    return part
  })

const personOf = (
  conditions: Conditions,
  { was_member, changes, end, known }: PastMembership
): SegmentBacktestPerson => {
  const { is_member, groups } = conditionsAt(conditions, end())
  return {
    was_member,
    changes: changes
      .slice(0, maxDecisions)
      .map(({ at, is_member: holds }) => ({ at: DateTime.makeUnsafe(at), is_member: holds })),
    is_member: known && is_member,
    groups
  }
}
