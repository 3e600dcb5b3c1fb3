import { Clock, Context, DateTime, Effect, Fiber, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { type Backtest, type BacktestInput, type BacktestPart, maxDecisions } from "../../domain/backtests/Backtest.ts"
import { makeBacktestTally } from "../../domain/backtests/backtestTally.ts"
import { type BacktestPlan, needsOf } from "../../domain/backtests/BacktestPlan.ts"
import { makeDayNames } from "../../domain/backtests/dayNames.ts"
import { makePastDates } from "../../domain/backtests/pastDates.ts"
import { pastNotes } from "../../domain/backtests/pastNotes.ts"
import { maxWork, replay, type Replay } from "../../domain/backtests/replay.ts"
import { whyNotBacktested } from "../../domain/backtests/whyNotBacktested.ts"
import { permits } from "../../domain/capacity/bounds.ts"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { FlowTrigger } from "../../domain/flows/FlowTrigger.ts"
import { invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { isId } from "../../domain/values/Id.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { Pasts, type PastPage, type PastScope } from "../../store/backtests/Pasts.ts"
import { readOnly, retried } from "../../store/database/Transaction.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { Segments } from "../../store/segments/Segments.ts"
import { makeAccountTurns } from "../contacts/accountTurns.ts"

/** Milliseconds after which a part ends: a caller sees progress, and work ends soon after a caller has left. */
const partMillis = 1_000

/** Conditions and steps after which other calls, and the read of the next contacts, have their turn: a millisecond or less. */
const workBeforeYield = 1_000

/** Zones whose days are remembered. */
const maxZones = 8

/** Milliseconds after the span for which runs go on that started in it. */
const runsAfter = 90 * 86_400_000

/** Runs flows over the past of an account. Writes nothing. */
export class BacktestFlows extends Context.Service<
  BacktestFlows,
  {
    /**
     * The part of a backtest from `cursor` on: as many contacts as a second allows. Parts of one account follow each other, and each ends with its
     * caller.
     */
    readonly part: (
      account_id: string,
      input: BacktestInput
    ) => Effect.Effect<BacktestPart, NotFound | ValidationFailed | Unavailable>
  }
>()("tally/programs/backtests/BacktestFlows") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clocks = yield* TestClocks
      const flows = yield* Flows
      const segments = yield* Segments
      const pasts = yield* Pasts
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
        if (input.cursor !== undefined && !isId(input.cursor))
          return yield* invalid("cursor", "Must be the next_cursor of an earlier part")
        const now = yield* clocks.now(account_id)
        const segment = yield* segmentOf(account_id, definition.trigger)
        const [from, to] = [input.from.epochMilliseconds, input.to.epochMilliseconds]
        const issues = whyNotBacktested(definition, segment, { from, to, now })
        if (issues.length > 0) return yield* new ValidationFailed({ issues })
        const account = (yield* retried(readAccounts(sql, [account_id]))).get(account_id)
        const timezone = account?.timezone ?? "UTC"
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
          dayOf: dayNamesOf(timezone),
          frequency_cap: account?.frequency_cap ?? null,
          holdouts: { account: account?.holdout_percent ?? 0, own: saved?.holdout_percent ?? 0 },
          dates: trigger.type === "date" ? makePastDates(trigger, timezone, span) : null
        }
        const scope: PastScope = { plan, needs: needsOf(plan), own_flow: flow_id ?? null, contact_id, now }
        return scope
      })

      const read = (scope: PastScope, after: string) => readOnly(sql)(pasts.page(scope, after))

      const readPart = Effect.fnUntraced(function* (scope: PastScope, cursor: string | undefined) {
        const { plan, needs, contact_id } = scope
        const tally = makeBacktestTally(plan.dayOf, pastNotes(plan.definition))
        const total = cursor === undefined ? yield* retried(pasts.count(plan.account_id)) : null
        const ends = (yield* Clock.currentTimeMillis) + partMillis
        let after: string | null = cursor ?? ""
        let person: Replay | undefined
        let work = 0
        let reading: Fiber.Fiber<PastPage, Unavailable> | undefined = yield* Effect.forkChild(read(scope, after))
        while (reading !== undefined) {
          const page: PastPage = yield* Fiber.join(reading)
          after = contact_id === null ? page.last : null
          // The database reads the next contacts while these are judged.
          reading =
            after === null || (yield* Clock.currentTimeMillis) >= ends
              ? undefined
              : yield* Effect.forkChild(read(scope, after))
          yield* Effect.yieldNow
          for (const one of page.people) {
            const replayed = replay(plan, needs, one)
            tally.add(one.contact.contact_id, replayed)
            if (contact_id !== null) person = replayed
            work += replayed?.work ?? maxWork
            if (work < workBeforeYield) continue
            work = 0
            yield* Effect.yieldNow
          }
          page.unjudged.forEach((id) => tally.add(id, undefined))
        }
        const figures: Backtest = tally.read()
        return { ...figures, total, person: person === undefined ? null : decisionsOf(person), next_cursor: after }
      })

      return BacktestFlows.of({
        part: Effect.fn("BacktestFlows.part")(function* (account_id, input) {
          const scope = yield* scopeOf(account_id, input)
          return yield* inTurn(account_id, all.withPermits(1)(readPart(scope, input.cursor)))
        })
      })
    })
  ).pipe(Layer.provide(Pasts.layer))
}

const decisionsOf = ({ starts, messages }: Replay): BacktestPart["person"] => ({
  triggers: starts.slice(0, maxDecisions).map(({ at, refused }) => ({ at: DateTime.makeUnsafe(at), refused })),
  messages: messages
    .slice(0, maxDecisions)
    .map(({ at, step, reason }) => ({ at: DateTime.makeUnsafe(at), step_id: step, skipped: reason }))
})
