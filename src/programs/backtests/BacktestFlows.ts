import { DateTime, Effect } from "effect"
import { type BacktestInput, type BacktestPart, maxDecisions } from "../../domain/backtests/Backtest.ts"
import { makeBacktestTally } from "../../domain/backtests/backtestTally.ts"
import { type BacktestPlan, needsOf } from "../../domain/backtests/BacktestPlan.ts"
import { makePastDates } from "../../domain/backtests/pastDates.ts"
import { pastNotes } from "../../domain/backtests/pastNotes.ts"
import { maxWork, replay, type Replay } from "../../domain/backtests/replay.ts"
import { whyNotBacktested } from "../../domain/backtests/whyNotBacktested.ts"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { FlowTrigger } from "../../domain/flows/FlowTrigger.ts"
import { invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import type { PastScope } from "../../store/backtests/Pasts.ts"
import { retried } from "../../store/database/Transaction.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { Segments } from "../../store/segments/Segments.ts"
import type { ReadPasts } from "./ReadPasts.ts"

/** Milliseconds after the span for which runs go on that started in it. */
const runsAfter = 90 * 86_400_000

/** Runs flows over the past of an account. Writes nothing. */
export interface BacktestFlows {
  /**
   * The part of a backtest from `cursor` on: as many contacts as a second allows. Parts of one account follow each other, and each ends with its
   * caller.
   */
  readonly part: (
    account_id: string,
    input: BacktestInput
  ) => Effect.Effect<BacktestPart, NotFound | ValidationFailed | Unavailable>
}

export const makeBacktestFlows = (pasts: ReadPasts) =>
  Effect.gen(function* () {
    const flows = yield* Flows
    const segments = yield* Segments

    const segmentOf = (account_id: string, trigger: FlowTrigger) =>
      trigger.type !== "entered_segment"
        ? Effect.succeed(null)
        : retried(segments.read(account_id, trigger.segment_id)).pipe(
            Effect.map(({ conditions }): Conditions | null => conditions),
            Effect.catchTag("NotFound", () =>
              Effect.fail(invalid("definition.trigger.segment_id", "Is not a segment of the account"))
            )
          )

    const scopeOf = Effect.fnUntraced(function* (account_id: string, input: BacktestInput) {
      const { flow_id, contact_id = null, imported = true } = input
      const saved = flow_id === undefined ? undefined : yield* flows.read(account_id, flow_id)
      const definition = input.definition ?? saved?.definition
      if (definition === undefined) return yield* invalid("definition", "Is required without flow_id")
      const account = yield* pasts.account(account_id)
      const { now, timezone, dayOf, frequency_cap } = account
      const segment = yield* segmentOf(account_id, definition.trigger)
      const [from, to] = [input.from.epochMilliseconds, input.to.epochMilliseconds]
      const issues = whyNotBacktested(definition, segment, { from, to, now })
      if (issues.length > 0) return yield* new ValidationFailed({ issues })
      const { trigger } = definition
      const span = { from, to: Math.min(to, now) }
      const plan: BacktestPlan = {
        account_id,
        flow_id: flow_id ?? "draft",
        definition,
        segment,
        ...span,
        until: Math.min(to + runsAfter, now),
        imported,
        timezone,
        dayOf,
        frequency_cap,
        holdouts: { account: account.holdout_percent, own: saved?.holdout_percent ?? 0 },
        dates: trigger.type === "date" ? makePastDates(trigger, timezone, span) : null
      }
      const own = flow_id === undefined ? null : ({ type: "flow", id: flow_id } as const)
      const scope: PastScope = { span: plan, needs: needsOf(plan), own, contact_id, now }
      return { plan, scope }
    })

    const part: BacktestFlows = {
      part: Effect.fn("Backtests.flows")(function* (account_id, input) {
        const { plan, scope } = yield* scopeOf(account_id, input)
        const tally = makeBacktestTally(plan.dayOf, pastNotes(plan))
        const judged: Array<Replay> = []
        const end = yield* pasts.part(scope, input.cursor, {
          judge: (one) => {
            const replayed = replay(plan, scope.needs, one)
            tally.add(one.contact.contact_id, replayed)
            if (scope.contact_id !== null && replayed !== undefined) judged.push(replayed)
            return replayed?.work ?? maxWork
          },
          leave: (contact_id) => tally.add(contact_id, undefined)
        })
        const [person] = judged
        return { ...tally.read(), person: person === undefined ? null : decisionsOf(person), ...end }
      })
    }
    return part
  })

const decisionsOf = ({ starts, messages }: Replay): BacktestPart["person"] => ({
  triggers: starts.slice(0, maxDecisions).map(({ at, refused }) => ({ at: DateTime.makeUnsafe(at), refused })),
  messages: messages
    .slice(0, maxDecisions)
    .map(({ at, step, reason }) => ({ at: DateTime.makeUnsafe(at), step_id: step, skipped: reason }))
})
