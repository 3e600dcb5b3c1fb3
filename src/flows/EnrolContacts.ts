import { Context, Effect, Layer, Metric, Ref } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { decideStarts, type FiredTrigger, type StartDecision } from "../domain/flows/decideStarts.ts"
import { makeId } from "../domain/values/Id.ts"
import { Enrolments } from "../store/flows/Enrolments.ts"
import { DueRunSignal } from "./DueRunSignal.ts"

const flowStarts = Metric.counter("tally_flow_starts_total", { description: "Flow runs started", incremental: true })

/** Starts flows for contacts when an order or event triggers them. Every member joins the open transaction, which locks the contacts. */
export class EnrolContacts extends Context.Service<
  EnrolContacts,
  {
    /**
     * Decides which flows the triggers start, and writes their runs and why the other flows did not start. The runs are due
     * after the commit, one for each flow and trigger.
     */
    readonly enrol: (triggers: ReadonlyArray<FiredTrigger>) => Effect.Effect<void, SqlError.SqlError>
    /** The decisions that `enrol` would make. Writes nothing. */
    readonly preview: (
      triggers: ReadonlyArray<FiredTrigger>
    ) => Effect.Effect<ReadonlyArray<StartDecision>, SqlError.SqlError>
  }
>()("tally/flows/EnrolContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const enrolments = yield* Enrolments
      const signal = yield* DueRunSignal
      return EnrolContacts.of({
        enrol: Effect.fnUntraced(function* (triggers) {
          if (triggers.length === 0) return
          const decisions = decideStarts(yield* enrolments.candidates(triggers, { exitOnPurchase: true }))
          const runs = yield* Effect.forEach(
            decisions.filter((decision) => decision.starts),
            ({ candidate }) => Effect.map(makeId("run"), (run_id) => ({ run_id, candidate }))
          )
          yield* enrolments.insert(
            runs,
            decisions.filter((decision) => !decision.starts)
          )
          const started = Effect.andThen(signal.notify, Metric.update(flowStarts, runs.length))
          if (runs.length > 0) yield* sql.afterCommit(started)
        }),
        preview: (triggers) =>
          triggers.length === 0
            ? Effect.succeed([])
            : Effect.map(enrolments.candidates(triggers, { exitOnPurchase: false }), decideStarts)
      })
    })
  )

  /** Appends the triggers to `RecordedTriggers`; has no flows. */
  static readonly layerMemory = Layer.effect(
    this,
    Effect.gen(function* () {
      const recorded = yield* RecordedTriggers
      return EnrolContacts.of({
        enrol: (triggers) => Ref.update(recorded, (before) => [...before, ...triggers]),
        preview: () => Effect.succeed([])
      })
    })
  )
}

/** The triggers that `EnrolContacts.layerMemory` got. */
export class RecordedTriggers extends Context.Service<RecordedTriggers, Ref.Ref<ReadonlyArray<FiredTrigger>>>()(
  "tally/flows/RecordedTriggers"
) {
  static readonly layer = Layer.effect(this, Ref.make<ReadonlyArray<FiredTrigger>>([]))
}
