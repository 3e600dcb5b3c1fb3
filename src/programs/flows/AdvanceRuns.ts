import { Clock, Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import { contactZone } from "../../domain/contacts/contactZone.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { Definition } from "../../domain/flows/Definition.ts"
import { factReader } from "../../domain/conditions/Facts.ts"
import { type HistoryLookup, historyLookups } from "../../domain/conditions/History.ts"
import { matches } from "../../domain/conditions/matches.ts"
import { afterFailure, decideMove, isRunnable } from "../../domain/flows/Run.ts"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import { accountPlacement } from "../../store/distributed/Distribution.ts"
import { retried, transact } from "../../store/database/Transaction.ts"
import { FlowVersions } from "../../store/flows/FlowVersions.ts"
import { FlowFacts } from "../../store/conditions/FlowFacts.ts"
import { FlowRuns, type RunKey } from "../../store/flows/FlowRuns.ts"
import { type RunMoveWithAction, StepActions } from "./StepActions.ts"

/** Executes the steps of runs that are due: reads the runs, decides their moves and writes both moves and actions. */
export class AdvanceRuns extends Context.Service<
  AdvanceRuns,
  {
    /**
     * Moves runs, one step of all of them at a time, until each waits at a delay, is held by a paused flow or has ended. A step's action and the
     * run's new state are one transaction, so a run that two processes advance at once does each step once. A step that fails is
     * rolled back alone and retried later.
     */
    readonly advance: (runs: ReadonlyArray<RunKey>) => Effect.Effect<void, Unavailable>
  }
>()("tally/programs/flows/AdvanceRuns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const runs = yield* FlowRuns
      const facts = yield* FlowFacts
      const versions = yield* FlowVersions
      const actions = yield* StepActions
      const { inBatches } = yield* accountPlacement

      const decide = Effect.fnUntraced(function* (keys: ReadonlyArray<RunKey>) {
        const stored = yield* versions.readDefinitions(yield* runs.read(keys))
        const realTime = yield* Clock.currentTimeMillis
        const due = stored.filter((run) => isDue(run, realTime + run.clock_offset))
        const reading = due.flatMap((run) => {
          if (Result.isFailure(run.definition)) return []
          const lookups = lookupsAt(run.definition.success, run.step)
          return lookups === undefined ? [] : [{ run, now: realTime + run.clock_offset, lookups }]
        })
        const found = yield* facts.read(reading.map(({ run, ...more }) => ({ ...run, ...more })))
        const factsByRun = new Map(reading.map(({ run }, at) => [run, found[at]]))
        yield* Effect.forEach(due, (run) => (Result.isFailure(run.definition) ? logFailed(run) : Effect.void))
        return due.flatMap((run): ReadonlyArray<RunMoveWithAction> => {
          const now = realTime + run.clock_offset
          if (Result.isFailure(run.definition))
            return [{ run, now, action: null, after: failure({ run, now }, run.definition.failure) }]
          const runFacts = factsByRun.get(run)
          const contact = run.has_contact
            ? {
                matches: (conditions: Conditions) =>
                  runFacts !== undefined && matches(conditions, factReader(runFacts)),
                zones: {
                  account: run.timezone,
                  contact: runFacts === undefined ? null : contactZone(runFacts.contact)
                }
              }
            : null
          const flow = { status: run.flow_status, definition: run.definition.success }
          const move = decideMove(now, run, flow, contact)
          return move === undefined ? [] : [{ run, now, ...move }]
        })
      }, retried)

      const writeAll = (moves: ReadonlyArray<RunMoveWithAction>) =>
        moves.every(({ action }) => action === null)
          ? retried(runs.move(moves))
          : actions.lockContacts(moves).pipe(
              Effect.andThen(runs.move(moves)),
              Effect.tap((made) => actions.perform(made)),
              transact(sql)
            )

      // Writes the state after a failed step.
      const fail = (at: FailedStep, defect: unknown) =>
        Effect.gen(function* () {
          yield* logFailed(at.run)
          yield* retried(runs.move([{ ...at, after: failure(at, defect) }]))
          return []
        })

      /** The moves of runs. A batch with a defect is decided in halves, so that only the run with the defect fails. */
      const decideApart = (keys: ReadonlyArray<RunKey>): Effect.Effect<ReadonlyArray<RunMoveWithAction>, Unavailable> =>
        decide(keys).pipe(
          Effect.catchDefect((defect) =>
            keys.length > 1
              ? inHalves(keys, decideApart)
              : Effect.gen(function* () {
                  const [run] = yield* retried(runs.read(keys))
                  const realTime = yield* Clock.currentTimeMillis
                  if (run === undefined) return []
                  const now = realTime + run.clock_offset
                  return isDue(run, now) ? yield* fail({ run, now }, defect) : []
                })
          )
        )

      /**
       * Writes moves and gives the runs that may have another step now. A batch with a defect is written in halves, so that only
       * the move with the defect fails.
       */
      const write = (moves: ReadonlyArray<RunMoveWithAction>): Effect.Effect<ReadonlyArray<RunKey>, Unavailable> =>
        writeAll(moves).pipe(
          Effect.map((made) => {
            const written = new Set<RunMoveWithAction>(made)
            return moves.filter((move) => !written.has(move) || move.after.status === "running").map(({ run }) => run)
          }),
          Effect.catchDefect((defect) => {
            const [first, ...more] = moves
            if (first === undefined) return Effect.succeed([])
            if (more.length === 0) return fail(first, defect)
            return inHalves(moves, write)
          })
        )

      const advance = Effect.fnUntraced(function* (keys: ReadonlyArray<RunKey>) {
        let remaining = keys
        while (remaining.length > 0) {
          const byClock = Map.groupBy(yield* decideApart(remaining), ({ run }) => run.clock_offset)
          const movable = yield* Effect.forEach(byClock, ([offset, moves]) => onAccountClock(offset)(write(moves)))
          remaining = movable.flat()
        }
      })

      return AdvanceRuns.of({
        advance: Effect.fnUntraced(function* (keys) {
          // The batches of other accounts go on when the database node of one does not respond.
          const results = yield* inBatches(keys, (batch) =>
            Effect.map(Effect.result(advance(batch)), (result) => [result])
          )
          yield* Effect.forEach(results, (result) => Effect.fromResult(result), { discard: true })
        })
      })
    })
  )
}

/** The lookups in the contact's history for the next move of a run; undefined if the move reads nothing of the contact. */
const lookupsAt = (definition: Definition, id: string | null): ReadonlyArray<HistoryLookup> | undefined => {
  const steps = stepsOf(definition).map(({ step }) => step)
  const current = steps.find((step) => step.id === id)
  if (current?.type === "split") return historyLookups(current.if)
  // The step after any may wait for a time of the contact's own zone.
  return steps.some((step) => step.type === "wait_until" && step.zone === "contact") ? [] : undefined
}

type FailedStep = Pick<RunMoveWithAction, "run" | "now">

const isDue = ({ status, due_at }: FailedStep["run"], now: number): boolean => isRunnable(status) && due_at <= now

const failure = ({ run, now }: FailedStep, error: unknown) =>
  afterFailure(now, run, `step_failed: ${error instanceof Error ? error.name : "unknown"}`)

const logFailed = ({ run_id, step, attempts }: FailedStep["run"]) =>
  Effect.logWarning("A flow step failed", { run_id, step, attempts })

const inHalves = <A, B, E>(
  all: ReadonlyArray<A>,
  work: (some: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
) => {
  const half = all.length >> 1
  return Effect.zipWith(work(all.slice(0, half)), work(all.slice(half)), (one, other) => [...one, ...other])
}
