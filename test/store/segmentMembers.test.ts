import { assert } from "@effect/vitest"
import { Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Conditions } from "../../src/domain/conditions/Condition.ts"
import { decideStarts } from "../../src/domain/flows/decideStarts.ts"
import { type Facts, factReader } from "../../src/domain/conditions/Facts.ts"
import { historyLookups } from "../../src/domain/conditions/History.ts"
import { matches } from "../../src/domain/conditions/matches.ts"
import { decodeSegment } from "../../src/domain/segments/decodeSegment.ts"
import { explainSegment } from "../../src/domain/segments/explainSegment.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { withHistories } from "../../src/store/conditions/withHistories.ts"
import { OrderQueries } from "../../src/store/orders/OrderQueries.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { delayStep } from "../support/flows/flowRuns.ts"
import { conditionsOf, conditionsOnAll, customComparisons } from "../support/segments/conditions.ts"
import { drawsOf } from "../support/segments/draws.ts"
import { seedPeople } from "../support/segments/seedPeople.ts"
import {
  customFields,
  modelFacts,
  netOf,
  now,
  type Person,
  personOf,
  spentOrders,
  sum
} from "../support/segments/population.ts"

/** A flow with these filters, when a contact with these facts subscribes. */
const candidateOf = (account_id: string, filters: Conditions, { contact }: Facts) => {
  const { contact_id, tags, custom_fields, left_topics } = contact
  const definition = { ...definitionOf([delayStep("wait", "1 day")]), filters }
  const trigger = {
    account_id,
    contact_id,
    contact,
    type: "subscribed",
    channel: "email",
    source_id: "src_1",
    occurred_at: now
  } as const
  return {
    trigger,
    flow_id: "flo_1",
    name: "Tested",
    version: 1,
    definition,
    tags,
    custom_fields,
    left_topics,
    last_started_at: null
  }
}

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))

/** A contact with orders of 100 EUR each. */
const buyer = (orders: number, items: string | null): Person => ({
  email: null,
  phone: null,
  first_name: null,
  last_name: null,
  email_consent: "subscribed",
  sms_consent: "never_subscribed",
  tags: "[]",
  custom_fields: "{}",
  left_topics: "[]",
  created: 0,
  orders: Array.from({ length: orders }, () => ({
    ago: 0,
    currency: "EUR",
    total: "100",
    refunded: null,
    status: null,
    items,
    address: null
  })),
  events: [],
  views: [],
  messages: []
})

onBoth("the conditions of segments", Layer.mergeAll(Segments.layer, FlowFacts.layer, OrderQueries.layer), (it) => {
  it.effect.prop(
    "select the same contacts in one statement for all, as judged in memory for each, as explained, and as the filter of a flow",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const draws = drawsOf(seed)
        const people = Array.from({ length: 12 }, (_, at) => personOf(draws, at))
        const sql = yield* SqlClient.SqlClient
        const members = yield* Segments
        const facts = yield* FlowFacts
        const { account_id } = yield* seedAccount()
        // Rows of another account with the same ids are no part of it.
        const other = yield* seedAccount()
        const ids = yield* seedPeople(account_id, people)
        yield* seedPeople(other.account_id, people.slice(0, 1))
        for (const conditions of [
          ...conditionsOnAll(draws),
          ...Array.from({ length: 17 }, () => conditionsOf(draws))
        ]) {
          const issues = decodeSegment({ name: "Tested", conditions })
          assert.isTrue(Result.isSuccess(issues), JSON.stringify(issues))
          const lookups = historyLookups(conditions)
          const expected = ids.filter((_, at) => {
            const person = people[at]
            return person !== undefined && matches(conditions, factReader(modelFacts(person, lookups)))
          })
          const told = JSON.stringify(conditions)
          const set = { account_id, conditions, now }
          const found = yield* members.readMembers(set, { before: null, limit: 100 })
          assert.deepStrictEqual(found.map(({ contact_id }) => contact_id).toReversed(), expected, told)
          assert.strictEqual(yield* sql.withTransaction(members.countMembers(set)), expected.length, told)
          const stored = yield* facts.read(
            ids.map((contact_id) => ({ account_id, contact_id, order_id: null, event_id: null, lookups, now }))
          )
          const explained = ids.filter((_, at) => {
            const of = stored[at]
            return of !== undefined && explainSegment(conditions, of).is_member
          })
          assert.deepStrictEqual(explained, expected, told)
          const candidates = stored.flatMap((of) => (of === undefined ? [] : [candidateOf(account_id, conditions, of)]))
          const started = decideStarts(yield* withHistories(sql, candidates)).filter(({ starts }) => starts)
          assert.deepStrictEqual(
            started.map(({ candidate }) => candidate.trigger.contact_id),
            expected,
            told
          )
        }
      }),
    { arbitrary: { runs: 12 } }
  )

  it.effect.prop(
    "call spent in segments and in flows what the contact's page calls spent",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const draws = drawsOf(seed)
        const people = Array.from({ length: 12 }, (_, at) => personOf(draws, at))
        const members = yield* Segments
        const orders = yield* OrderQueries
        const facts = yield* FlowFacts
        const { account_id } = yield* seedAccount()
        const ids = yield* seedPeople(account_id, people)
        for (const [at, contact_id] of ids.entries()) {
          const counted = spentOrders(people[at]?.orders ?? [], "EUR")
          const shown = (yield* orders.spending(account_id, contact_id)).find((one) => one.currency_code === "EUR")
          assert.strictEqual(shown?.orders ?? 0, counted.length)
          const spent = Number(shown?.total_amount ?? 0)
          assert.strictEqual(spent, sum(counted.map(netOf)))
          const conditions: Conditions = [[{ field: "contact.total_spent.EUR", op: "eq", value: spent }]]
          const found = yield* members.readMembers({ account_id, conditions, now }, { before: null, limit: 100 })
          assert.include(
            found.map((contact) => contact.contact_id),
            contact_id
          )
          const lookups = historyLookups(conditions)
          const [of] = yield* facts.read([{ account_id, contact_id, order_id: null, event_id: null, lookups, now }])
          assert.isTrue(of !== undefined && matches(conditions, factReader(of)))
        }
      }),
    { arbitrary: { runs: 6 } }
  )

  it.effect("compare custom fields of every kind as they are judged in memory", () =>
    Effect.gen(function* () {
      const members = yield* Segments
      const { account_id } = yield* seedAccount()
      const people = customFields.map((custom_fields) => ({ ...buyer(0, null), custom_fields }))
      const ids = yield* seedPeople(account_id, people)
      for (const condition of customComparisons) {
        const expected = ids.filter((_, at) => {
          const person = people[at]
          return person !== undefined && matches([[condition]], factReader(modelFacts(person, [])))
        })
        const set = { account_id, conditions: [[condition]], now }
        const found = yield* members.readMembers(set, { before: null, limit: 100 })
        const told = JSON.stringify(condition)
        assert.deepStrictEqual(found.map(({ contact_id }) => contact_id).toReversed(), expected, told)
      }
    })
  )

  it.effect("page through the members, each once", () =>
    Effect.gen(function* () {
      const members = yield* Segments
      const { account_id } = yield* seedAccount()
      const ids = yield* seedPeople(
        account_id,
        [0, 1, 2, 3, 0, 1, 2].map((orders) => buyer(orders, null))
      )
      const conditions = [[{ field: "contact.total_spent.EUR", op: "gte" as const, value: 100 }]]
      const read = (before: string | null) => members.readMembers({ account_id, conditions, now }, { before, limit: 2 })
      const first = yield* read(null)
      const second = yield* read(first.at(-1)?.contact_id ?? null)
      const third = yield* read(second.at(-1)?.contact_id ?? null)
      assert.deepStrictEqual(
        [...first, ...second, ...third].map(({ contact_id }) => contact_id),
        [6, 5, 3, 2, 1].map((at) => ids[at])
      )
    })
  )

  it.effect("count an order once, however many of its items match, and match each member by any of them", () =>
    Effect.gen(function* () {
      const members = yield* Segments
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const items = '[{"sku":"A","product_id":1},{"sku":"A","product_id":2},{"sku":"B","product_id":3}]'
      const [id] = yield* seedPeople(account_id, [buyer(1, items), buyer(1, null)])
      for (const where of [{ sku: "A" }, { sku: "A", product_id: "3" }]) {
        const set = { account_id, conditions: [[{ field: "order.count", op: "eq" as const, value: 1, where }]], now }
        const found = yield* members.readMembers(set, { before: null, limit: 10 })
        assert.deepStrictEqual(
          found.map(({ contact_id }) => contact_id),
          [id]
        )
        assert.strictEqual(yield* sql.withTransaction(members.countMembers(set)), 1)
      }
    })
  )
})
