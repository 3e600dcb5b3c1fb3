import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { EventDecision } from "../../domain/events/decideEvent.ts"
import { decideEvents } from "../../domain/events/decideEvents.ts"
import type { IngestEvent } from "../../domain/events/Event.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { KeyReused } from "../../domain/events/Idempotency.ts"
import { EnrolContacts } from "../../flows/EnrolContacts.ts"
import { groupCommit, maxBatchSize } from "../../store/batching/GroupCommit.ts"
import { Events } from "../../store/events/Events.ts"
import { IdempotencyKeys } from "../../store/events/IdempotencyKeys.ts"
import { transact } from "../../store/database/Transaction.ts"

/** An event comes in, and what it starts is on disk before the answer goes out. */
export class IngestEvents extends Context.Service<
  IngestEvents,
  {
    /** Calls that wait at the same moment share a transaction. Repeating a call is safe under an idempotency key. */
    readonly ingest: (call: IngestEvent) => Effect.Effect<EventDecision, NotFound | KeyReused | Unavailable>
  }
>()("tally/programs/events/IngestEvents") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const events = yield* Events
      const keys = yield* IdempotencyKeys
      const flows = yield* EnrolContacts

      const ingestAll = Effect.fnUntraced(function* (calls: ReadonlyArray<IngestEvent>) {
        yield* events.lock(calls)
        const now = yield* Clock.currentTimeMillis
        const snapshot = yield* events.load(calls)
        const keyed = calls.flatMap((call) => call.keyed ?? [])
        const batch = decideEvents(now, calls, { ...snapshot, kept: yield* keys.load(keyed, now) })
        yield* events.save(batch)
        yield* keys.save(batch.kept)
        yield* flows.enrol(batch.triggers)
        return batch.answers.map((answer) =>
          Result.isSuccess(answer) ? Exit.succeed(answer.success) : Exit.fail(answer.failure)
        )
      }, transact(sql))

      return IngestEvents.of({
        ingest: yield* groupCommit({
          name: "events",
          run: ingestAll,
          callerOf: ({ account_id }) => account_id,
          lingers: false,
          workers: 2,
          most: maxBatchSize,
          capacity: 10_000
        })
      })
    })
  )
}
