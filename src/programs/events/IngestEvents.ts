import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { EventDecision } from "../../domain/events/decideEvent.ts"
import { decideEvents } from "../../domain/events/decideEvents.ts"
import type { IngestEvent } from "../../domain/events/Event.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { KeyReused } from "../../domain/events/Idempotency.ts"
import { restockRequests } from "../../domain/products/restockRequest.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { groupCommit, maxBatchSize } from "../../store/batching/GroupCommit.ts"
import { Events } from "../../store/events/Events.ts"
import { IdempotencyKeys } from "../../store/events/IdempotencyKeys.ts"
import { RestockRequests } from "../../store/products/RestockRequests.ts"
import { transact } from "../../store/database/Transaction.ts"

/** Ingests events: the event and its flow trigger are committed before the call returns. */
export class IngestEvents extends Context.Service<
  IngestEvents,
  {
    /** Calls that wait at the same moment share a transaction. Repeating a call is safe with an idempotency key. */
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
      const requests = yield* RestockRequests

      const ingestAll = Effect.fnUntraced(function* (calls: ReadonlyArray<IngestEvent>) {
        yield* events.lock(calls)
        const now = yield* Clock.currentTimeMillis
        const { contacts, suppressions } = yield* events.load(calls)
        const keyed = calls.flatMap((call) => call.keyed ?? [])
        const responses = yield* keys.load(keyed, now)
        const batch = decideEvents(now, calls, { contacts, responses, suppressions })
        yield* events.save(batch)
        yield* keys.save(batch.responses)
        yield* requests.keep(restockRequests(batch.triggers))
        yield* flows.enrol(batch.triggers)
        yield* flows.touch(batch.contacts)
        return batch.results.map((result) =>
          Result.isSuccess(result) ? Exit.succeed(result.success) : Exit.fail(result.failure)
        )
      }, transact(sql))

      return IngestEvents.of({
        ingest: yield* groupCommit({
          name: "events",
          run: ingestAll,
          callerOf: ({ account_id }) => account_id,
          isOfAccounts: true,
          lingers: false,
          workers: 2,
          maxBatch: maxBatchSize,
          capacity: 10_000
        })
      })
    })
  ).pipe(Layer.provide(RestockRequests.layer))
}
