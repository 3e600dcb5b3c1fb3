import { Context, Effect, Layer, Metric, Ref } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { decideStarts, type StartDecision } from "../../domain/flows/decideStarts.ts"
import type { FiredTrigger } from "../../domain/flows/triggerKinds.ts"
import { decideArrivals } from "../../domain/flows/decideArrivals.ts"
import type { Order } from "../../domain/orders/Order.ts"
import { makeId } from "../../domain/values/Id.ts"
import { Enrolments } from "../../store/flows/Enrolments.ts"
import type { FlowArrival } from "../../store/flows/AwaitingRuns.ts"
import { DueRunSignal } from "./DueRunSignal.ts"
import { TouchedContacts } from "./TouchedContacts.ts"

const flowStarts = Metric.counter("tally_flow_starts_total", { description: "Flow runs started", incremental: true })

/** Starts flows for contacts when triggers fire, and lets runs go on that wait for an order or event. Every member joins the open transaction, which locks the contacts. */
export class EnrolContacts extends Context.Service<
  EnrolContacts,
  {
    /**
     * Decides which flows the triggers start, and writes their runs and why the other flows did not start. The runs are due
     * after the commit, one for each flow and trigger. Runs that waited for one of the triggers go on, also those that an earlier one of them started.
     */
    readonly enrol: (triggers: ReadonlyArray<FiredTrigger>) => Effect.Effect<void, SqlError.SqlError>
    /** Has the contacts looked at for entries into segments after the commit. `enrol` does so for those of its triggers. */
    readonly touch: (contacts: ReadonlyArray<Pick<FiredTrigger, "account_id" | "contact_id">>) => Effect.Effect<void>
    /** The decisions that `enrol` would make once the order is saved. Writes nothing. */
    readonly preview: (
      triggers: ReadonlyArray<FiredTrigger>,
      unsaved: Order
    ) => Effect.Effect<ReadonlyArray<StartDecision>, SqlError.SqlError>
    /** The runs that `enrol` would let go on. Writes nothing. */
    readonly previewArrivals: (
      triggers: ReadonlyArray<FiredTrigger>
    ) => Effect.Effect<ReadonlyArray<FlowArrival>, SqlError.SqlError>
  }
>()("tally/programs/flows/EnrolContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const enrolments = yield* Enrolments
      const signal = yield* DueRunSignal
      const touched = yield* TouchedContacts

      const arrivals = (triggers: ReadonlyArray<FiredTrigger>, started: ReadonlyMap<string, FiredTrigger>) =>
        Effect.map(enrolments.findAwaiting(triggers), (found) => decideArrivals(found, triggers, started))

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
          const startedBy = new Map(runs.map(({ run_id, candidate }) => [run_id, candidate.trigger]))
          const arrived = yield* arrivals(triggers, startedBy)
          yield* enrolments.arrive(arrived)
          yield* sql.afterCommit(touched.add(triggers))
          const started = Effect.andThen(signal.notify, Metric.update(flowStarts, runs.length))
          if (runs.length + arrived.length > 0) yield* sql.afterCommit(started)
        }),
        touch: (contacts) => sql.afterCommit(touched.add(contacts)),
        preview: (triggers, unsaved) =>
          triggers.length === 0
            ? Effect.succeed([])
            : Effect.map(enrolments.candidates(triggers, { exitOnPurchase: false, unsaved }), decideStarts),
        previewArrivals: (triggers) => arrivals(triggers, new Map())
      })
    })
  ).pipe(Layer.provide([Enrolments.layer, TouchedContacts.layer]))

  /** Appends the triggers to `RecordedTriggers`; has no flows. */
  static readonly layerMemory = Layer.effect(
    this,
    Effect.gen(function* () {
      const recorded = yield* RecordedTriggers
      return EnrolContacts.of({
        enrol: (triggers) => Ref.update(recorded, (before) => [...before, ...triggers]),
        touch: () => Effect.void,
        preview: () => Effect.succeed([]),
        previewArrivals: () => Effect.succeed([])
      })
    })
  )
}

/** The triggers that `EnrolContacts.layerMemory` got. */
export class RecordedTriggers extends Context.Service<RecordedTriggers, Ref.Ref<ReadonlyArray<FiredTrigger>>>()(
  "tally/programs/flows/RecordedTriggers"
) {
  static readonly layer = Layer.effect(this, Ref.make<ReadonlyArray<FiredTrigger>>([]))
}
