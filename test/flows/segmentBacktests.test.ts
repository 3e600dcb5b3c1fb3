import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { joinSegmentBacktests } from "../../src/domain/backtests/joinSegmentBacktests.ts"
import type { Conditions } from "../../src/domain/conditions/Condition.ts"
import { ReadSegments } from "../../src/programs/segments/ReadSegments.ts"
import { ScanContacts } from "../../src/programs/contacts/ScanContacts.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Campaigns } from "../../src/store/campaigns/Campaigns.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import { live, Lives, LivesLayer } from "../support/backtests/lives.ts"
import { onEither, settingsLayer } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { Backtests } from "../../src/programs/backtests/Backtests.ts"

const PartsLayer = Layer.mergeAll(LivesLayer, Backtests.layer, ReadSegments.layer).pipe(
  Layer.provide([Campaigns.layer, Flows.layer, Segments.layer, FlowFacts.layer, TestClocks.layer, ScanContacts.layer]),
  Layer.provide(Keys.layer),
  Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32) }))
)

const definitions: ReadonlyArray<Conditions> = [
  [],
  [[{ field: "contact.email_consent", op: "eq", value: "subscribed" }]],
  [[{ field: "order.count", op: "gte", value: 1, where: { within: "2 days" } }]],
  [
    [
      { field: "contact.total_spent.USD", op: "gte", value: 80 },
      { field: "contact.tags", op: "contains", value: "vip" }
    ],
    [{ field: "event.count", op: "gte", value: 2, where: { within: "30 hours" } }]
  ],
  [[{ field: "contact.last_order_at", op: "not_within", value: "30 hours" }]],
  [[{ field: "contact.created_at", op: "within", value: "3 days" }]],
  [
    [{ field: "contact.custom_fields.birthday", op: "within", value: "2 days" }],
    [{ field: "contact.custom_fields.birthday", op: "within_next", value: "1 day" }]
  ]
]
const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: definitions.length - 1 }))

/** The members of conditions each time before something happens. */
const watched = (account_id: string, conditions: Conditions, lives: Lives) =>
  live(
    account_id,
    lives,
    Effect.gen(function* () {
      const { contacts } = yield* (yield* ReadSegments).draftMembers(account_id, conditions, { per_page: 100 })
      return { at: yield* DateTime.now, members: contacts.map(({ contact_id }) => contact_id).toSorted() }
    })
  )

onEither("the backtest of a segment", PartsLayer, (it) => {
  it.effect.prop(
    "has at each moment the members that the segment had when the clock stood there",
    [Lives, Place],
    ([lives, place]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { part } = (yield* Backtests).segments
        const conditions = definitions[place] ?? []
        const { account_id } = yield* seedAccount({ integrations: 0 })
        yield* TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))
        const from = yield* DateTime.now
        const seen = yield* watched(account_id, conditions, lives)
        const to = yield* DateTime.now
        const span = { conditions, from, to, imported: false }
        // An erased contact is in no segment, and in no past.
        const people = (yield* sql<{ contact_id: string }>`
          SELECT contact_id FROM contacts WHERE account_id = ${account_id} ORDER BY contact_id`).map(
          ({ contact_id }) => contact_id
        )
        const lived = yield* Effect.forEach(people, (contact_id) =>
          Effect.map(part(account_id, { ...span, contact_id }), ({ person }) => ({ contact_id, person }))
        )
        for (const { at, members } of seen) {
          const then = lived.flatMap(({ contact_id, person }) => {
            const changes = person?.changes.filter((change) => DateTime.isLessThanOrEqualTo(change.at, at)) ?? []
            return (changes.at(-1)?.is_member ?? person?.was_member ?? false) ? [contact_id] : []
          })
          assert.deepStrictEqual(
            then,
            members.filter((contact_id) => people.includes(contact_id))
          )
          // A span that begins there begins with as many.
          if (at === seen.at(-1)?.at)
            assert.strictEqual((yield* part(account_id, { ...span, from: at })).start, then.length)
        }
        const whole = yield* part(account_id, span)
        const last = people.at(0)
        assert.strictEqual(whole.end, lived.filter(({ person }) => person?.is_member).length)
        assert.strictEqual(whole.days.at(-1)?.members, whole.end)
        if (last === undefined) return
        const {
          person: _person,
          next_cursor: _next,
          total: _total,
          ...one
        } = yield* part(account_id, {
          ...span,
          contact_id: last
        })
        const { person: _, next_cursor, total, ...rest } = yield* part(account_id, { ...span, cursor: last })
        assert.deepStrictEqual([next_cursor, total], [null, null])
        assert.deepStrictEqual(joinSegmentBacktests(one, rest).days, whole.days)
      }),
    { arbitrary: { runs: 6 } }
  )
})
