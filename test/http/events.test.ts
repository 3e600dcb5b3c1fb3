import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { startEvents as start } from "../support/samples/events.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"

const issuesOf = (answer: { readonly json: { error: { details: ReadonlyArray<{ field: string }> } } }) =>
  answer.json.error.details.map(({ field }) => field).toSorted()

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

onEitherOverSocket("POST /events", (it) => {
  it.effect("stores the event with an id, and keeps every digit of its data", () =>
    Effect.gen(function* () {
      const { ingest, events } = yield* start
      const data = '{"price":1.50,"2":"b","1":"a","big":12345678901234567890}'
      const answer = yield* ingest(`{"event_type":"quiz_done","email":"ada@example.com","event_data":${data}}`)
      assert.strictEqual(answer.status, 200)
      const [event] = yield* events
      assert.deepStrictEqual(answer.json, { data: { event_id: event?.event_id, status: "accepted" } })
      assert.strictEqual(event?.event_data, data)
    })
  )

  it.effect("finds the contact by e-mail, phone or id, and creates one for a new address", () =>
    Effect.gen(function* () {
      const { ingest, events, contacts } = yield* start
      yield* ingest({ event_type: "a", email: "ada@example.com" })
      yield* ingest({ event_type: "a", email: " ADA@example.com" })
      yield* ingest({ event_type: "a", phone: "(415) 555-2671" })
      yield* ingest({ event_type: "a", phone: "+14155552671", email: null, contact_id: null })
      const [ada, phone] = yield* contacts
      assert.deepStrictEqual(yield* contacts, [
        { contact_id: ada?.contact_id ?? "", email: "ada@example.com", phone: null },
        { contact_id: phone?.contact_id ?? "", email: null, phone: "+14155552671" }
      ])
      yield* ingest({ event_type: "a", contact_id: ada?.contact_id })
      assert.deepStrictEqual(
        (yield* events).map(({ contact_id }) => contact_id),
        [ada, ada, phone, phone, ada].map((contact) => contact?.contact_id ?? "")
      )
    })
  )

  it.effect("answers the same 404 for unknown and foreign contacts, and stores nothing", () =>
    Effect.gen(function* () {
      const own = yield* start
      const other = yield* start
      yield* other.ingest({ event_type: "a", email: "ada@example.com" })
      const [foreign] = yield* other.contacts
      const answers = [
        yield* own.ingest({ event_type: "a", contact_id: "con_none" }),
        yield* own.ingest({ event_type: "a", contact_id: foreign?.contact_id, idempotency_key: "k" })
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [404, 404]
      )
      assert.strictEqual(answers[0]?.text, answers[1]?.text)
      assert.deepStrictEqual(yield* own.events, [])
      // A refused call does not use up its key.
      assert.strictEqual(
        (yield* own.ingest({ event_type: "b", email: "a@b.example", idempotency_key: "k" })).status,
        200
      )
    })
  )

  it.effect("reports every issue at once", () =>
    Effect.gen(function* () {
      const { ingest, events } = yield* start
      const answer = yield* ingest(
        {
          event_type: "no spaces",
          email: "x",
          phone: "1-800-FLOWERS",
          event_time: hours(25),
          event_data: [1],
          idempotency_key: "k".repeat(256)
        },
        { "Idempotency-Key": "k".repeat(256) }
      )
      assert.strictEqual(answer.status, 422)
      assert.deepStrictEqual(issuesOf(answer), [
        "Idempotency-Key",
        "email",
        "event_data",
        "event_time",
        "event_type",
        "idempotency_key",
        "phone"
      ])
      assert.deepStrictEqual(yield* events, [])
    })
  )

  for (const [what, body, field] of [
    ["nobody", { event_type: "a" }, "email"],
    ["null for everybody", { event_type: "a", email: null, phone: null, contact_id: null }, "email"],
    ["e-mail and phone", { event_type: "a", email: "a@b.example", phone: "+14155552671" }, "phone"],
    ["e-mail and id", { event_type: "a", email: "a@b.example", contact_id: "con_1" }, "contact_id"],
    ["no type", { email: "a@b.example" }, "event_type"],
    ["an empty type", { event_type: "", email: "a@b.example" }, "event_type"],
    ["129 letters of type", { event_type: "a".repeat(129), email: "a@b.example" }, "event_type"],
    ["a local time", { event_type: "a", email: "a@b.example", event_time: "2026-05-04T09:30:00+00:00" }, "event_time"],
    ["text as data", { event_type: "a", email: "a@b.example", event_data: "x" }, "event_data"],
    ["a number as key", { event_type: "a", email: "a@b.example", idempotency_key: 1 }, "idempotency_key"]
  ] as const) {
    it.effect(`with ${what} is refused on ${field}`, () =>
      Effect.gen(function* () {
        const { ingest } = yield* start
        const answer = yield* ingest(body)
        assert.strictEqual(answer.status, 422)
        assert.deepStrictEqual(issuesOf(answer), [field])
      })
    )
  }

  it.effect("accepts a type of 128 characters, a key of 255, and times up to 24 hours ahead or long ago", () =>
    Effect.gen(function* () {
      const { ingest, events } = yield* start
      const plain = { event_type: `${"a".repeat(126)}_-`, email: "a@b.example" }
      for (const event_time of [hours(23.9), "2001-01-01T00:00:00Z"]) {
        const { status } = yield* ingest({ ...plain, event_time, idempotency_key: event_time.padEnd(255, "k") })
        assert.strictEqual(status, 200)
      }
      assert.lengthOf(yield* events, 2)
    })
  )

  it.effect("answers 413 above 256 KiB, before it checks the token", () =>
    Effect.gen(function* () {
      const { ingest } = yield* start
      const url = `${yield* Origin}/v1/events`
      const body = (bytes: number) => {
        const [head, tail] = ['{"event_type":"a","email":"a@b.example","event_data":{"x":"', '"}}']
        return head + "x".repeat(bytes - head.length - tail.length) + tail
      }
      assert.strictEqual((yield* ingest(body(256 * 1024))).status, 200)
      const answer = yield* ingest(body(256 * 1024 + 1))
      assert.deepStrictEqual([answer.status, answer.json.error.code], [413, "validation_failed"])
      assert.strictEqual((yield* post(url, null, body(256 * 1024 + 1))).status, 413)
    })
  )
})
