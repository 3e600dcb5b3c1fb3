import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { startEvents as start } from "../support/samples/events.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

onEitherOverSocket("an event with an idempotency key", (it) => {
  it.effect("with a known key gets the first answer again, and stores nothing", () =>
    Effect.gen(function* () {
      const { ingest, events } = yield* start
      const body = { event_type: "a", email: "ada@example.com", event_data: { n: 1 } }
      const first = yield* ingest({ ...body, idempotency_key: "k" })
      const replays = [
        yield* ingest({ ...body, idempotency_key: "k" }),
        yield* ingest(body, { "Idempotency-Key": "k" }),
        yield* ingest({ ...body, idempotency_key: "of the body" }, { "Idempotency-Key": "k" })
      ]
      for (const replay of replays) {
        assert.strictEqual(replay.status, 200)
        assert.deepStrictEqual(replay.json, { ...first.json, idempotent_replay: true })
      }
      assert.lengthOf(yield* events, 1)
      // The header took precedence, so the body's key is still unused.
      assert.notDeepEqual((yield* ingest({ ...body, idempotency_key: "of the body" })).json.data, first.json.data)
    })
  )

  it.effect("with a known key and another body is a conflict", () =>
    Effect.gen(function* () {
      const { ingest, events } = yield* start
      const body = { event_type: "a", email: "ada@example.com", idempotency_key: "k" }
      yield* ingest(body)
      for (const other of [{ event_type: "b" }, { email: "ADA@example.com" }, { event_data: {} }]) {
        const answer = yield* ingest({ ...body, ...other })
        assert.strictEqual(answer.status, 409)
        assert.strictEqual(answer.json.error.code, "conflict")
      }
      assert.lengthOf(yield* events, 1)
    })
  )

  it.effect("has keys that are separate for each account", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* start, yield* start]
      const body = { event_type: "a", email: "ada@example.com", idempotency_key: "k" }
      yield* mine.ingest(body)
      assert.notProperty((yield* other.ingest(body)).json, "idempotent_replay")
    })
  )

  it.effect("sent 64 times concurrently with one key is one event", () =>
    Effect.gen(function* () {
      const { ingest, events, contacts } = yield* start
      const body = { event_type: "a", email: "ada@example.com", idempotency_key: "k" }
      const answers = yield* Effect.forEach(Array.from({ length: 64 }), () => ingest(body), { concurrency: 64 })
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        64
      )
      assert.lengthOf(
        answers.filter(({ json }) => json.idempotent_replay === undefined),
        1
      )
      assert.lengthOf(yield* events, 1)
      assert.lengthOf(yield* contacts, 1)
    })
  )
})
