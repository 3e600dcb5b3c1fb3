import { assert } from "@effect/vitest"
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { isHeldOut } from "../../src/domain/lift/holdout.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { EditFlows } from "../../src/programs/flows/EditFlows.ts"
import { ManageSender } from "../../src/programs/senders/ManageSender.ts"
import { ReadReports } from "../../src/programs/reports/ReadReports.ts"
import { campaignsLayer, person, runCampaigns, scheduled, seedSender, start } from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"
import { addFlow } from "../support/flows/seedFlows.ts"
import { mailStep } from "../support/flows/flowRuns.ts"
import { sendDue } from "../support/messages/messages.ts"

/** The place of a person among 10,000, as the database computes it. */
const placeOf = (of: string, contact_id: string): number =>
  Number.parseInt(createHash("md5").update(`${of}/${contact_id}`).digest("hex").slice(0, 7), 16) % 10_000

const people = Array.from({ length: 60 }, (_, at) => `p${at}`)

/** An account with people, and an active flow. */
const seeded = Effect.gen(function* () {
  const account_id = yield* seedSender
  const contacts = yield* Effect.forEach(people, (name) => person(account_id, name))
  const flow_id = `flo_${account_id}`
  yield* addFlow(account_id, flow_id, [mailStep("mail")])
  return { account_id, flow_id, ids: contacts.map(({ contact_id }) => contact_id) }
})

/** Queues a mail of the flow to each person. */
const queue = Effect.fnUntraced(function* (account_id: string, flow_id: string, key: string, messageClass: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, layout, flow_id, step_id, subject, body, status,
      due_at, created_at, updated_at)
    SELECT account_id, ${key}::text || contact_id, ${key}::text || contact_id, contact_id, 'email', 'flow', ${messageClass}, 'shell', ${flow_id}, 'mail',
      'Hi', '<p>Hi</p>', 'queued', ${new Date(start)}, ${new Date(start)}, ${new Date(start)} FROM contacts WHERE account_id = ${account_id}`
  while ((yield* sendDue("email")) > 0) continue
  return yield* sql<{ contact_id: string; status: string; reason: string | null }>`
    SELECT contact_id, status, reason FROM messages WHERE account_id = ${account_id} AND key = ${key}::text || contact_id ORDER BY contact_id`
})

const heldOf = (
  rows: ReadonlyArray<{ readonly contact_id: string; readonly status: string; readonly reason: string | null }>
) =>
  rows.flatMap(({ contact_id, status, reason }) => (status === "skipped" && reason === "holdout" ? [contact_id] : []))

onEither("a holdout", campaignsLayer, (it) => {
  it.effect(
    "gets no marketing of the flow, and all of its transactional messages, the same people at each message",
    () =>
      Effect.gen(function* () {
        const { account_id, flow_id, ids } = yield* seeded
        const flows = yield* EditFlows
        yield* flows.setHoldout(account_id, flow_id, 10)
        const few = heldOf(yield* queue(account_id, flow_id, "a", "marketing"))
        yield* flows.setHoldout(account_id, flow_id, 20)
        const first = yield* queue(account_id, flow_id, "b", "marketing")
        const expected = ids.filter((id) => isHeldOut(placeOf(flow_id, id), 20)).toSorted()
        assert.deepStrictEqual(heldOf(first), expected)
        assert.includeMembers(expected, few)
        assert.deepStrictEqual(first.filter(({ status }) => status === "captured").length, ids.length - expected.length)
        assert.deepStrictEqual(heldOf(yield* queue(account_id, flow_id, "c", "marketing")), expected)
        const about = yield* queue(account_id, flow_id, "d", "transactional")
        assert.deepStrictEqual(
          about.map(({ status }) => status),
          ids.map(() => "captured")
        )
      })
  )

  it.effect("of the account gets no marketing of flows and campaigns, and counts in the sums", () =>
    Effect.gen(function* () {
      const { account_id, flow_id, ids } = yield* seeded
      const limits = { messages_per_hour: null, warm_up: null, frequency_cap: null }
      yield* (yield* ManageSender).setLimits(account_id, { ...limits, holdout_percent: 20 })
      // Limits without the member leave it.
      yield* (yield* ManageSender).setLimits(account_id, limits)
      const expected = ids.filter((id) => isHeldOut(placeOf(account_id, id), 20)).toSorted()
      assert.deepStrictEqual(heldOf(yield* queue(account_id, flow_id, "a", "marketing")), expected)
      const id = yield* scheduled(account_id)
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      const left_out = expected.length === 0 ? [] : [{ rule: "holdout" as const, count: expected.length }]
      assert.deepStrictEqual(review.left_out, left_out)
      yield* runCampaigns
      const { sums } = yield* (yield* EditCampaigns).results(account_id, id)
      assert.deepStrictEqual(
        [sums.audience, sums.captured, sums.skipped],
        [ids.length, ids.length - expected.length, expected.length]
      )
      assert.deepStrictEqual(
        sums.skipped_by,
        left_out.map(({ rule: reason, count }) => ({ reason, count }))
      )
    })
  )

  it.effect("is compared with the other people of the flow, without those of the account's holdout", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const flow_id = `flo_${account_id}`
      yield* addFlow(account_id, flow_id, [mailStep("mail")])
      const flows = yield* EditFlows
      const lifts = yield* ReadReports
      assert.isNull(yield* lifts.liftOfFlow(account_id, flow_id))
      assert.isNull(yield* lifts.liftOfAccount(account_id))
      yield* flows.setHoldout(account_id, flow_id, 20)
      yield* (yield* ManageSender).setLimits(account_id, {
        messages_per_hour: null,
        warm_up: null,
        frequency_cap: null,
        holdout_percent: 5
      })
      const numbers = Array.from({ length: 4_000 }, (_, at) => `p${at}`)
      const entered = new Date(start)
      yield* sql`INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, exit_on_purchase, status, due_at,
          created_at, updated_at, ended_at)
        SELECT ${account_id}, 'run_' || n, ${flow_id}, 1, 'p' || n, 'order_placed', n, false, 'completed', ${entered}, ${entered}, ${entered}, ${entered}
        FROM generate_series(0, 3999) n`
      yield* sql`INSERT INTO contacts (account_id, contact_id, email_consent, sms_consent, order_count, created_at, updated_at)
        SELECT ${account_id}, 'p' || n, 'subscribed', 'never_subscribed', 0, ${entered}, ${entered} FROM generate_series(0, 3999) n`
      // Every fifth person ordered for 20 and a second time for 5; orders before the entry do not count.
      yield* sql`INSERT INTO orders (account_id, order_id, contact_id, total, currency, placed_at, deliveries, created_at, updated_at)
        SELECT ${account_id}, 10 * n + k, 'p' || n, CASE k WHEN 0 THEN 20 ELSE 5 END, 'EUR',
          ${entered}::timestamptz + (CASE k WHEN 2 THEN -1 ELSE 1 END) * interval '1 millisecond', 0, ${entered}, ${entered}
        FROM generate_series(0, 3999, 5) n, generate_series(0, 2) k`
      yield* sql`UPDATE accounts SET clock_offset = clock_offset + 1000 WHERE account_id = ${account_id}`
      const lift = yield* lifts.liftOfFlow(account_id, flow_id)
      const compared = numbers.filter((id) => !isHeldOut(placeOf(account_id, id), 5))
      const [held, messaged] = [true, false].map((isHeld) => {
        const group = compared.filter((id) => isHeldOut(placeOf(flow_id, id), 20) === isHeld)
        const ordered = group.filter((id) => Number(id.slice(1)) % 5 === 0).length
        return { people: group.length, ordered, revenue: 25 * ordered }
      })
      assert.deepStrictEqual([lift?.held_out, lift?.messaged], [held, messaged])
      assert.deepStrictEqual([lift?.percent, lift?.currency, lift?.people_needed], [20, "EUR", 0])
      const difference = (messaged?.ordered ?? 0) / (messaged?.people ?? 1) - (held?.ordered ?? 0) / (held?.people ?? 1)
      assert.approximately(lift?.conversion?.value ?? NaN, difference, 1e-6)
      assert.approximately(lift?.revenue?.value ?? NaN, 25 * difference, 1e-4)
      // Another share begins anew, with nobody.
      yield* sql`UPDATE accounts SET clock_offset = clock_offset + 1000 WHERE account_id = ${account_id}`
      yield* flows.setHoldout(account_id, flow_id, 10)
      const anew = yield* lifts.liftOfFlow(account_id, flow_id)
      assert.deepStrictEqual([anew?.held_out.people, anew?.messaged.people, anew?.conversion], [0, 0, null])
      assert.isAbove(anew?.people_needed ?? 0, 0)
      yield* flows.setHoldout(account_id, flow_id, 0)
      assert.isNull(yield* lifts.liftOfFlow(account_id, flow_id))
      const all = yield* lifts.liftOfAccount(account_id)
      const unmessaged = numbers.filter((id) => isHeldOut(placeOf(account_id, id), 5))
      assert.deepStrictEqual(
        [all?.percent, all?.held_out.people, all?.messaged.people, all?.people_needed],
        [5, unmessaged.length, numbers.length - unmessaged.length, 0]
      )
      // That of an account is counted again after ten minutes, not at each look.
      yield* sql`INSERT INTO contacts (account_id, contact_id, email_consent, sms_consent, order_count, created_at, updated_at)
        SELECT ${account_id}, 'q' || n, 'subscribed', 'never_subscribed', 0, ${entered}, ${entered} FROM generate_series(0, 99) n`
      assert.deepStrictEqual(yield* lifts.liftOfAccount(account_id), all)
      yield* TestClock.adjust("11 minutes")
      const again = yield* lifts.liftOfAccount(account_id)
      assert.isAbove(again?.messaged.people ?? NaN, all?.messaged.people ?? NaN)
      assert.isAbove(again?.counted_at.epochMilliseconds ?? NaN, all?.counted_at.epochMilliseconds ?? NaN)
    })
  )

  it.effect("of a campaign is compared with its recipients", () =>
    Effect.gen(function* () {
      const { account_id, ids } = yield* seeded
      const sql = yield* SqlClient.SqlClient
      const id = yield* scheduled(account_id, { holdout_percent: 50 })
      const lifts = yield* ReadReports
      assert.isNull(yield* lifts.liftOfCampaign(account_id, id))
      yield* runCampaigns
      const lift = yield* lifts.liftOfCampaign(account_id, id)
      const held = ids.filter((contact_id) => isHeldOut(placeOf(id, contact_id), 50)).length
      assert.deepStrictEqual([lift?.held_out.people, lift?.messaged.people], [held, ids.length - held])
      assert.isAbove(lift?.people_needed ?? 0, 0)
      const [none] = yield* sql`SELECT count(*)::int AS sent FROM messages WHERE account_id = ${account_id}`
      assert.deepStrictEqual(none, { sent: ids.length - held })
    })
  )
})
