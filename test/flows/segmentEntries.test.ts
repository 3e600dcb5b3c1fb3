import { assert } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Conditions } from "../../src/domain/conditions/Condition.ts"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { makeId } from "../../src/domain/values/Id.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import { onEither } from "../support/database/databases.ts"
import { eventually } from "../support/faults/eventually.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { engineLayer, testAccountAt } from "../support/flows/engine.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { seedContact } from "../support/messages/messages.ts"
import { EnrolWatched } from "../../src/programs/flows/EnrolWatched.ts"

const layer = Layer.mergeAll(
  engineLayer,
  Segments.layer,
  EnrolWatched.layer.pipe(Layer.provide(FlowsLayer), Layer.provide(FlowVersions.layer))
)

// Several processes look at the same time.
const three = <A, E, R>(look: Effect.Effect<A, E, R>) =>
  Effect.forEach([1, 2, 3], () => look, { concurrency: 3, discard: true })
const round = Effect.flatMap(EnrolWatched, ({ segments: { enrol } }) => three(enrol))
const lookAtTouched = Effect.flatMap(EnrolWatched, ({ segments: { enrolTouched } }) => three(enrolTouched))

const steps = [{ id: "end", type: "exit" }] as const
const tagged = (tag: string): Conditions => [[{ field: "contact.tags", op: "contains", value: tag }]]
const buyers: Conditions = [[{ field: "order.count", op: "gte", value: 1 }]]

const person = Effect.fnUntraced(function* (account_id: string, name: string, tags: ReadonlyArray<string> = []) {
  const sql = yield* SqlClient.SqlClient
  const { contact_id } = yield* seedContact(account_id, { email: `${name}@example.com`, phone: null })
  const setTags = (tags: ReadonlyArray<string>) =>
    sql`UPDATE contacts SET tags = ${JSON.stringify(tags)}::json WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
  yield* setTags(tags)
  return { contact_id, setTags }
})

/** An account at a Monday morning, with a segment and an active flow of it. */
const withSegment = Effect.fnUntraced(function* (conditions: Conditions, entry: "always" | "once" = "always") {
  const sql = yield* SqlClient.SqlClient
  const segments = yield* Segments
  const account = yield* testAccountAt("2026-05-04T10:00:00Z", "UTC")
  const { account_id } = account
  const segment = yield* segments.create(account_id, { name: "Those", conditions })
  const trigger = { type: "entered_segment", segment_id: segment.id } as const
  const activate = activateFlow(account_id, { trigger, steps, entry: { type: entry } })
  const starters = Effect.map(
    sql`SELECT split_part(email, '@', 1) AS name FROM flow_runs r JOIN contacts c USING (account_id, contact_id)
      WHERE account_id = ${account_id} AND cause = 'entered_segment' ORDER BY r.created_at, email`,
    (rows) => rows.map(({ name }) => name)
  )
  const at = Effect.fnUntraced(function* (moment: string) {
    yield* account.until(`2026-05-04T${moment}:00Z`)
    yield* round
    return yield* starters
  })
  return { ...account, segment_id: segment.id, activate, starters, at }
})

onEither("a flow that starts by a segment", layer, (it) => {
  it.effect("starts once for each entry, and not for contacts that are in it when it is activated", () =>
    Effect.gen(function* () {
      const { account_id, activate, at } = yield* withSegment(tagged("vip"))
      const known = yield* person(account_id, "known", ["vip"])
      const ada = yield* person(account_id, "ada")
      yield* activate
      assert.deepStrictEqual(yield* at("10:01"), [])
      yield* ada.setTags(["vip"])
      assert.deepStrictEqual(yield* at("10:05"), [])
      assert.deepStrictEqual(yield* at("10:07"), ["ada"])
      assert.deepStrictEqual(yield* at("10:30"), ["ada"])
      yield* known.setTags([])
      yield* ada.setTags(["other"])
      assert.deepStrictEqual(yield* at("10:40"), ["ada"])
      yield* known.setTags(["vip"])
      yield* ada.setTags(["vip"])
      assert.deepStrictEqual(yield* at("10:50"), ["ada", "ada", "known"])
    })
  )

  it.effect("takes an entry under the rule of its entries, and a pause makes the segment's contacts known", () =>
    Effect.gen(function* () {
      const flows = yield* Flows
      const { account_id, activate, at } = yield* withSegment(tagged("vip"), "once")
      const ada = yield* person(account_id, "ada")
      const bea = yield* person(account_id, "bea")
      const flow_id = yield* activate
      yield* at("10:01")
      yield* ada.setTags(["vip"])
      assert.deepStrictEqual(yield* at("10:10"), ["ada"])
      yield* ada.setTags([])
      yield* at("10:20")
      yield* ada.setTags(["vip"])
      assert.deepStrictEqual(yield* at("10:30"), ["ada"])
      yield* flows.setStatus(account_id, flow_id, "paused")
      yield* bea.setTags(["vip"])
      yield* at("10:40")
      yield* flows.setStatus(account_id, flow_id, "active")
      assert.deepStrictEqual(yield* at("10:50"), ["ada"])
      assert.deepStrictEqual(yield* at("11:00"), ["ada"])
    })
  )

  it.effect("takes the contacts of a changed segment, or of another segment, for known", () =>
    Effect.gen(function* () {
      const flows = yield* Flows
      const segments = yield* Segments
      const { account_id, segment_id, activate, at } = yield* withSegment(tagged("vip"))
      const ada = yield* person(account_id, "ada", ["lead"])
      const bea = yield* person(account_id, "bea", ["other"])
      const flow_id = yield* activate
      yield* at("10:01")
      yield* segments.change(account_id, segment_id, { conditions: tagged("lead") })
      assert.deepStrictEqual(yield* at("10:10"), [])
      yield* bea.setTags(["lead", "other"])
      assert.deepStrictEqual(yield* at("10:20"), ["bea"])
      const other = yield* segments.create(account_id, { name: "Others", conditions: tagged("other") })
      const trigger = { type: "entered_segment", segment_id: other.id } as const
      yield* flows.update(account_id, flow_id, { name: "Other", definition: { ...definitionOf(steps), trigger } })
      assert.deepStrictEqual(yield* at("10:21"), ["bea"])
      yield* ada.setTags(["other"])
      assert.deepStrictEqual(yield* at("10:30"), ["bea", "ada"])
    })
  )

  it.effect("looks at once at contacts that are written to, and never starts for orders of an initial sync", () =>
    Effect.gen(function* () {
      const placeOrders = yield* PlaceOrders
      const { account_id, order, activate, at, starters } = yield* withSegment(buyers)
      yield* order(1n, null, { email: "known@example.com" })
      yield* activate
      yield* at("10:01")
      yield* order(2n, null, { email: "ada@example.com" })
      yield* lookAtTouched
      assert.deepStrictEqual(yield* starters, ["ada"])
      yield* order(3n, null, { email: "ada@example.com" })
      yield* placeOrders.place({
        account_id,
        order_id: 4n,
        fields: {
          email: "old@example.com",
          total: "5",
          currency: "USD",
          placed_at: Date.parse("2026-05-01T10:00:00Z")
        },
        initial_sync: true,
        integration_digest: null,
        new_contact_id: yield* makeId("con"),
        actor: "test"
      })
      yield* lookAtTouched
      assert.deepStrictEqual(yield* at("10:30"), ["ada"])
      const sql = yield* SqlClient.SqlClient
      const members = yield* sql`SELECT 1 FROM flow_segment_members WHERE account_id = ${account_id}`
      assert.lengthOf(members, 3)
    })
  )

  it.effect("starts at once with each of many other flows whose segments a contact enters, and with no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const segments = yield* Segments
      const { account_id, order, activate, at } = yield* withSegment(buyers)
      const names = Array.from({ length: 25 }, (_, n) => `of ${n}`)
      for (const [n, name] of names.entries()) {
        const conditions = n % 2 === 0 ? buyers : tagged("vip")
        const { id } = yield* segments.create(account_id, { name, conditions })
        yield* activateFlow(account_id, { trigger: { type: "entered_segment", segment_id: id }, steps })
      }
      yield* activate
      // A turn takes ten flows of an account.
      yield* Effect.repeat(at("10:01"), { times: 3 })
      yield* order(1n, null, { email: "ada@example.com" })
      yield* lookAtTouched
      const runs =
        yield* sql`SELECT s.name, count(*)::int AS runs FROM flow_runs r JOIN flows f USING (account_id, flow_id)
        JOIN segments s ON s.account_id = f.account_id AND s.segment_id = f.trigger_detail
        WHERE r.account_id = ${account_id} AND s.name LIKE 'of %' GROUP BY s.name`
      assert.deepStrictEqual(
        new Set(runs.map(({ name, runs }) => `${name}: ${runs}`)),
        new Set(names.filter((_, n) => n % 2 === 0).map((name) => `${name}: 1`))
      )
    })
  )

  it.effect("starts once for each of any number of contacts, also after a round that ended on the way", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, activate, starters, until } = yield* withSegment(tagged("vip"))
      yield* person(account_id, "first")
      yield* sql`INSERT INTO contacts SELECT made.* FROM contacts c, generate_series(1, 2300) AS n,
          jsonb_populate_record(c, jsonb_build_object('contact_id', 'con_' || n,
            'email', 'c' || n || '@example.com', 'email_key', 'c' || n || '@example.com')) AS made
        WHERE c.account_id = ${account_id}`
      yield* activate
      yield* round
      yield* sql`UPDATE contacts SET tags = '["vip"]' WHERE account_id = ${account_id} AND email <> 'first@example.com'
        AND email NOT LIKE '%7@example.com'`
      yield* until("2026-05-04T10:10:00Z")
      const { enrol } = (yield* EnrolWatched).segments
      const cut = yield* Effect.forkChild(enrol)
      yield* TestClock.withLive(eventually(Effect.map(starters, (names) => names.length > 0)))
      yield* Fiber.interrupt(cut)
      const left = sql`SELECT 1 FROM flows WHERE account_id = ${account_id} AND checking_until IS NOT NULL`
      // The lock of the transaction that was cut may last for a moment.
      yield* Effect.repeat(Effect.andThen(round, left), { while: (rows) => rows.length > 0, times: 1_000 })
      // The plan of the empty tables would join them row by row.
      yield* sql`ANALYZE contacts, flow_runs`
      const names = yield* starters
      assert.lengthOf(names, 2_070)
      assert.lengthOf([...new Set(names)], 2_070)
    })
  )
})
