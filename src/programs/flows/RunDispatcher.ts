import { Array as Arr, Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { transact } from "../../store/database/Transaction.ts"
import { FlowRuns } from "../../store/flows/FlowRuns.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { DueRunSignal } from "./DueRunSignal.ts"
import { ResumeDueRuns } from "./ResumeDueRuns.ts"

/** Runs under way at once, over all processes. */
const maxUnderWay = 256
/** Runs that one execution of `ResumeDueRuns` advances. */
const batchSize = 64

/** Claims due runs and starts `ResumeDueRuns` for them, on each `DueRunSignal` and when `QueueWatch` finds some. Any number of processes may do so. */
export const RunDispatcherLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const due = yield* FlowRuns
    const signal = yield* DueRunSignal
    const watch = yield* QueueWatch
    const dispatch = Effect.gen(function* () {
      const claimed = yield* transact(sql)(due.claim({ now: yield* Clock.currentTimeMillis, limit: maxUnderWay }))
      yield* Effect.forEach(
        Arr.chunksOf(claimed, batchSize),
        (claimed) => ResumeDueRuns.execute({ claimed }, { discard: true }),
        { concurrency: 4, discard: true }
      )
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("Due flow runs could not be claimed", cause)))
    yield* dispatch.pipe(
      Effect.andThen(Effect.race(signal.wait, watch.awaitDue("run"))),
      // Runs of commits within 10 ms share a batch.
      Effect.andThen(Effect.sleep("10 millis")),
      Effect.forever,
      Effect.forkScoped
    )
  })
).pipe(Layer.provide(QueueWatch.layer))
