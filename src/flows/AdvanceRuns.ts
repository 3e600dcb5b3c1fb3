import { Clock, Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { onAccountClock } from "../domain/accounts/AccountClock.ts"
import type { Unavailable } from "../domain/Errors.ts"
import { matches } from "../domain/flows/matches.ts"
import { afterFailure, decideMove, goesOn } from "../domain/flows/Run.ts"
import { stepsOf } from "../domain/flows/stepsOf.ts"
import { FlowDefinitions } from "../store/flows/FlowDefinitions.ts"
import { FlowFacts } from "../store/flows/FlowFacts.ts"
import { FlowRuns, type RunKey } from "../store/flows/FlowRuns.ts"
import { retried, transact } from "../store/database/Transaction.ts"
import { type RunMoveWithAction, StepActions } from "./StepActions.ts"

/** What runs do. */
export class AdvanceRuns extends Context.Service<
  AdvanceRuns,
  {
    /**
     * Goes on with runs as far as they get now: to a delay, a pause or their end, a step of all of them at a time. What a step
     * does and that it was done are one transaction, so a run that is taken up twice does nothing twice. A step that fails
     * is undone alone.
     */
    readonly goOn: (runs: ReadonlyArray<RunKey>) => Effect.Effect<void, Unavailable>
  }
>()("tally/flows/AdvanceRuns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const runs = yield* FlowRuns
      const facts = yield* FlowFacts
      const definitions = yield* FlowDefinitions
      const acts = yield* StepActions

      const decide = Effect.fnUntraced(function* (keys: ReadonlyArray<RunKey>) {
        const placed = yield* definitions.read(yield* runs.read(keys))
        const real = yield* Clock.currentTimeMillis
        const due = placed.filter((run) => isDue(run, real + run.clock_offset))
        const atSplit = due.filter(
          ({ definition, step }) =>
            Result.isSuccess(definition) &&
            stepsOf(definition.success).some((at) => at.step.id === step && at.step.type === "split")
        )
        const found = yield* facts.read(atSplit)
        const known = new Map(atSplit.map((run, at) => [run, found[at]]))
        yield* Effect.forEach(due, (run) => (Result.isFailure(run.definition) ? logFailed(run) : Effect.void))
        return due.flatMap((run): ReadonlyArray<RunMoveWithAction> => {
          const now = real + run.clock_offset
          if (Result.isFailure(run.definition))
            return [{ run, now, act: null, after: failure({ run, now }, run.definition.failure) }]
          const about = known.get(run)
          const contact = run.has_contact
            ? {
                holds: (conditions: Parameters<typeof matches>[0]) => about !== undefined && matches(conditions, about)
              }
            : null
          const flow = { status: run.flow_status, definition: run.definition.success }
          const move = decideMove(now, run, flow, contact)
          return move === undefined ? [] : [{ run, now, ...move }]
        })
      }, retried)

      const makeAll = (moves: ReadonlyArray<RunMoveWithAction>) =>
        moves.every(({ act }) => act === null)
          ? retried(runs.move(moves))
          : acts.prepare(moves).pipe(
              Effect.andThen(runs.move(moves)),
              Effect.tap((made) => acts.perform(made)),
              transact(sql)
            )

      // The run as it would go on after a step that failed.
      const fail = (at: Failed, defect: unknown) =>
        Effect.gen(function* () {
          yield* logFailed(at.run)
          yield* retried(runs.move([{ ...at, after: failure(at, defect) }]))
          return []
        })

      /** The moves of runs. Runs that can't be judged together are judged in halves, so that one fails alone. */
      const decideApart = (keys: ReadonlyArray<RunKey>): Effect.Effect<ReadonlyArray<RunMoveWithAction>, Unavailable> =>
        decide(keys).pipe(
          Effect.catchDefect((defect) =>
            keys.length > 1
              ? inHalves(keys, decideApart)
              : Effect.gen(function* () {
                  const [run] = yield* retried(runs.read(keys))
                  const real = yield* Clock.currentTimeMillis
                  if (run === undefined) return []
                  const now = real + run.clock_offset
                  return isDue(run, now) ? yield* fail({ run, now }, defect) : []
                })
          )
        )

      /** The runs that may have more to do at once. Moves that fail together are made in halves, so that one fails alone. */
      const make = (moves: ReadonlyArray<RunMoveWithAction>): Effect.Effect<ReadonlyArray<RunKey>, Unavailable> =>
        makeAll(moves).pipe(
          Effect.map((made) => {
            const done = new Set<RunMoveWithAction>(made)
            return moves.filter((move) => !done.has(move) || move.after.status === "running").map(({ run }) => run)
          }),
          Effect.catchDefect((defect) => {
            const [first, ...more] = moves
            if (first === undefined) return Effect.succeed([])
            if (more.length === 0) return fail(first, defect)
            return inHalves(moves, make)
          })
        )

      return AdvanceRuns.of({
        goOn: Effect.fnUntraced(function* (keys) {
          let left = keys
          while (left.length > 0) {
            const clocks = Map.groupBy(yield* decideApart(left), ({ run }) => run.clock_offset)
            const more = yield* Effect.forEach(clocks, ([offset, moves]) => onAccountClock(offset)(make(moves)))
            left = more.flat()
          }
        })
      })
    })
  )
}

type Failed = Pick<RunMoveWithAction, "run" | "now">

const isDue = ({ status, due_at }: Failed["run"], now: number): boolean => goesOn(status) && due_at <= now

const failure = ({ run, now }: Failed, error: unknown) =>
  afterFailure(now, run, `step_failed: ${error instanceof Error ? error.name : "unknown"}`)

const logFailed = ({ run_id, step, attempts }: Failed["run"]) =>
  Effect.logWarning("A flow step failed", { run_id, step, attempts })

const inHalves = <A, B, E>(
  all: ReadonlyArray<A>,
  work: (some: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
) => {
  const half = all.length >> 1
  return Effect.zipWith(work(all.slice(0, half)), work(all.slice(half)), (one, other) => [...one, ...other])
}
