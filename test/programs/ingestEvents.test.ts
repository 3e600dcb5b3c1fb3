import { assert } from "@effect/vitest"
import { Clock, Duration, Effect, Layer, Ref } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { IngestEvent } from "../../src/domain/events/Event.ts"
import { makeId } from "../../src/domain/values/Id.ts"
import { EnrolContacts, RecordedTriggers } from "../../src/programs/flows/EnrolContacts.ts"
import { IngestEvents } from "../../src/programs/events/IngestEvents.ts"
import { Events } from "../../src/store/events/Events.ts"
import { IdempotencyKeys } from "../../src/store/events/IdempotencyKeys.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

const IngestEventsLayer = IngestEvents.layer.pipe(
  Layer.provideMerge([Events.layer, IdempotencyKeys.layer, EnrolContacts.layerMemory]),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provideMerge(RecordedTriggers.layer)
)

/** A call of a new account. */
const start = Effect.gen(function* () {
  const { account_id } = yield* seedAccount()
  const { ingest } = yield* IngestEvents
  const triggers = yield* RecordedTriggers
  const call = Effect.fnUntraced(function* (members: Partial<IngestEvent> = {}, key?: string, digest = "digest") {
    return yield* ingest({
      account_id,
      event_id: yield* makeId("evt"),
      new_contact_id: yield* makeId("con"),
      email: "ada@example.com",
      phone: null,
      contact_id: null,
      event_type: "quiz_done",
      event_time: yield* Clock.currentTimeMillis,
      event_data: null,
      keyed: key === undefined ? null : { account_id, operation: "events", key, digest },
      ...members
    })
  })
  const started = Effect.map(Ref.get(triggers), (all) => all.filter((trigger) => trigger.account_id === account_id))
  return { account_id, call, started }
})

const age = Effect.fnUntraced(function* (duration: Duration.Input) {
  return { event_time: (yield* Clock.currentTimeMillis) - Duration.toMillis(duration) }
})

onBoth("an ingested event", IngestEventsLayer, (it) => {
  it.effect("starts the flows of its type once, with its contact and its data", () =>
    Effect.gen(function* () {
      const { account_id, call, started } = yield* start
      const { event_id } = yield* call({ event_data: '{"score":9}' }, "k")
      yield* call({ event_data: '{"score":9}' }, "k")
      const [trigger, ...others] = yield* started
      assert.deepStrictEqual(others, [])
      assert.deepInclude(trigger, { account_id, type: "event", event_type: "quiz_done", event_id, data: { score: 9 } })
    })
  )

  it.effect("starts nothing when it is older than 72 hours, but is stored", () =>
    Effect.gen(function* () {
      const { account_id, call, started } = yield* start
      yield* TestClock.adjust("100 days")
      const old = yield* call(yield* age(Duration.millis(72 * 3_600_000 + 1)))
      const young = yield* call(yield* age("72 hours"))
      assert.deepStrictEqual(
        (yield* started).map((trigger) => (trigger.type === "event" ? trigger.event_id : "")),
        [young.event_id]
      )
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT event_id FROM events WHERE account_id = ${account_id} ORDER BY event_time`
      assert.deepStrictEqual(rows, [{ event_id: old.event_id }, { event_id: young.event_id }])
    })
  )

  it.effect("keeps its key for 30 days to the millisecond", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const first = yield* call({}, "k")
      yield* TestClock.adjust(Duration.millis(30 * 86_400_000 - 1))
      assert.deepInclude(yield* call({}, "k"), { event_id: first.event_id, replayed: true })
      assert.strictEqual((yield* Effect.flip(call({}, "k", "other")))._tag, "KeyReused")
      yield* TestClock.adjust("1 millis")
      const again = yield* call({}, "k", "other")
      assert.isFalse(again.replayed)
      assert.notStrictEqual(again.event_id, first.event_id)
      assert.isTrue((yield* call({}, "k", "other")).replayed)
    })
  )

  it.effect("in a shared transaction gets the same answer as alone", () =>
    Effect.gen(function* () {
      const { account_id, call, started } = yield* start
      const answers = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, at) => at),
        (at) =>
          Effect.result(
            at % 4 === 0
              ? call({ email: null, contact_id: "con_none" })
              : at % 4 === 1
                ? call({}, "k")
                : at % 4 === 2
                  ? call({}, "k", "other")
                  : call({ email: null, phone: "+14155552671" })
          ),
        { concurrency: "unbounded" }
      )
      const tags = answers.map((answer) =>
        answer._tag === "Failure" ? answer.failure._tag : answer.success.replayed ? "replayed" : "accepted"
      )
      for (const [at, tag] of tags.entries()) {
        if (at % 4 === 0) assert.strictEqual(tag, "NotFound")
        if (at % 4 === 3) assert.strictEqual(tag, "accepted")
      }
      // Of two bodies with one key, the first wins and the other is refused each time.
      const keyed = tags.filter((_, at) => at % 4 === 1 || at % 4 === 2)
      assert.strictEqual(keyed.filter((tag) => tag === "accepted").length, 1)
      assert.strictEqual(keyed.filter((tag) => tag === "replayed").length, 9)
      assert.strictEqual(keyed.filter((tag) => tag === "KeyReused").length, 10)
      assert.lengthOf(yield* started, 11)
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT 1 FROM contacts WHERE account_id = ${account_id}`, 2)
    })
  )
})
