import { Context, Effect, Layer, Metric, Ref } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { decideStarts, type FlowTrigger, type StartDecision } from "../domain/flows/decideStarts.ts"
import { makeId } from "../domain/values/Id.ts"
import { Enrolments } from "../store/flows/Enrolments.ts"
import { DueRunSignal } from "./DueRunSignal.ts"

const flowStarts = Metric.counter("tally_flow_starts_total", { description: "Flow runs begun", incremental: true })

/** Where flows learn what happened. Every member joins the open transaction, which holds the contacts of the triggers. */
export class EnrolContacts extends Context.Service<
  EnrolContacts,
  {
    /** Writes the runs of the flows that start, for any number of triggers, and why others don't. They run after the commit, each once for its cause. */
    readonly record: (triggers: ReadonlyArray<FlowTrigger>) => Effect.Effect<void, SqlError.SqlError>
    /** Says which flows would start. Writes nothing. */
    readonly preview: (
      triggers: ReadonlyArray<FlowTrigger>
    ) => Effect.Effect<ReadonlyArray<StartDecision>, SqlError.SqlError>
  }
>()("tally/flows/EnrolContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const starts = yield* Enrolments
      const queued = yield* DueRunSignal
      return EnrolContacts.of({
        record: Effect.fnUntraced(function* (triggers) {
          if (triggers.length === 0) return
          const verdicts = decideStarts(yield* starts.candidates(triggers, { record: true }))
          const runs = yield* Effect.forEach(
            verdicts.filter((verdict) => verdict.starts),
            ({ candidate }) => Effect.map(makeId("run"), (run_id) => ({ run_id, candidate }))
          )
          yield* starts.insert(
            runs,
            verdicts.filter((verdict) => !verdict.starts)
          )
          const started = Effect.andThen(queued.announce, Metric.update(flowStarts, runs.length))
          if (runs.length > 0) yield* sql.afterCommit(started)
        }),
        preview: (triggers) =>
          triggers.length === 0
            ? Effect.succeed([])
            : Effect.map(starts.candidates(triggers, { record: false }), decideStarts)
      })
    })
  )

  /** Keeps the triggers in `RecordedTriggers`; knows no flows. */
  static readonly layerMemory = Layer.effect(
    this,
    Effect.gen(function* () {
      const recorded = yield* RecordedTriggers
      return EnrolContacts.of({
        record: (triggers) => Ref.update(recorded, (before) => [...before, ...triggers]),
        preview: () => Effect.succeed([])
      })
    })
  )
}

/** What `EnrolContacts.layerMemory` was told. */
export class RecordedTriggers extends Context.Service<RecordedTriggers, Ref.Ref<ReadonlyArray<FlowTrigger>>>()(
  "tally/flows/RecordedTriggers"
) {
  static readonly layer = Layer.effect(this, Ref.make<ReadonlyArray<FlowTrigger>>([]))
}
