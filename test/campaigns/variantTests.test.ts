import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CampaignInput } from "../../src/domain/campaigns/Campaign.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { RunCampaigns } from "../../src/programs/campaigns/RunCampaigns.ts"
import { WriteContacts } from "../../src/programs/contacts/WriteContacts.ts"
import {
  campaignsLayer,
  person,
  runCampaigns,
  scheduled,
  seedSender,
  setTime,
  start
} from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"

const hour = 3_600_000
const tested: Partial<CampaignInput> = {
  variants: [
    { subject: "A", html: "<p>A</p>" },
    { subject: "B", html: "<p>B</p>" }
  ],
  variant_test: { percent: 50, measure: "clicked", wait_hours: 2, extend_hours: 8 }
}

/** Subscribed contacts, one of whom is not. */
const seedPeople = Effect.fnUntraced(function* (account_id: string, count: number) {
  for (let at = 0; at < count; at++) yield* person(account_id, `p${at}`)
  yield* person(account_id, "left", { email_consent: "unsubscribed" })
})

/** Sets the clock to hours after the start, and runs the campaigns until they rest. */
const runAt = (account_id: string, hours: number) =>
  Effect.andThen(setTime(account_id, start + hours * hour), runCampaigns)

/** Sends the test, and takes the step that finds it sent. */
const runTest = (account_id: string) => Effect.andThen(runCampaigns, runAt(account_id, 0.001))

/** All who got the variant click. */
const clickAll = (account_id: string, variant: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE messages SET clicked_at = sent_at, status = 'clicked'
      WHERE account_id = ${account_id} AND variant = ${variant} AND status = 'captured'`
  )

/** The number of messages by variant and day of sending, and their contacts. */
const messagesOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ variant: number; day: string; count: number }>`
    SELECT variant, to_char(sent_at AT TIME ZONE 'UTC', 'DD HH24:MI') AS day, count(*)::int AS count FROM messages
    WHERE account_id = ${account_id} AND status IN ('captured', 'clicked') GROUP BY 1, 2 ORDER BY 2, 1`
  const [contacts] = yield* sql<{ all: number; distinct: number }>`
    SELECT count(*)::int AS all, count(DISTINCT contact_id)::int AS distinct FROM messages
    WHERE account_id = ${account_id} AND status IN ('captured', 'clicked')`
  assert.strictEqual(contacts?.all, contacts?.distinct)
  return rows.map(({ variant, day, count }) => `${day} ${variant} ${count}`)
})

const stateOf = Effect.fnUntraced(function* (account_id: string, id: string) {
  const editor = yield* EditCampaigns
  const { status, variant_choice } = yield* editor.read(account_id, id)
  const { sums } = yield* editor.results(account_id, id)
  const { skipped_by: _, audience, ...others } = sums
  assert.strictEqual(
    audience,
    Object.values(others).reduce((sum, count) => sum + count, 0)
  )
  return { status, choice: variant_choice, sums }
})

onEither("tests of variants", campaignsLayer, (it) => {
  it.effect("go to equal parts, and the better variant to the rest after the wait, not before", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* seedPeople(account_id, 60)
      const id = yield* scheduled(account_id, tested)
      yield* runTest(account_id)
      assert.deepStrictEqual(yield* messagesOf(account_id), ["28 12:00 0 15", "28 12:00 1 15"])
      yield* clickAll(account_id, 1)
      yield* runAt(account_id, 1.9)
      const waiting = yield* stateOf(account_id, id)
      assert.deepStrictEqual([waiting.status, waiting.sums.waiting, waiting.sums.audience], ["sending", 31, 61])
      yield* runAt(account_id, 2.1)
      const after = yield* stateOf(account_id, id)
      assert.deepStrictEqual([after.choice?.variant, after.choice?.reason, after.choice?.leading], [1, "better", 1])
      assert.deepStrictEqual(
        after.choice?.variants.map(({ people, count }) => [people, count]),
        [
          [15, 0],
          [15, 15]
        ]
      )
      assert.deepStrictEqual(yield* messagesOf(account_id), ["28 12:00 0 15", "28 12:00 1 15", "28 14:06 1 30"])
      yield* runAt(account_id, 3)
      const { status, sums } = yield* stateOf(account_id, id)
      assert.deepStrictEqual([status, sums.captured + sums.sent, sums.skipped], ["sent", 60, 1])
    })
  )

  it.effect("send the first variant at the limit where none is better, and say so", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* seedPeople(account_id, 20)
      const id = yield* scheduled(account_id, tested)
      yield* runTest(account_id)
      for (const hours of [2.1, 4.1, 6.1, 8.1]) {
        yield* runAt(account_id, hours)
        const { choice, sums } = yield* stateOf(account_id, id)
        assert.deepStrictEqual([choice?.variant, choice?.looked_at !== null, sums.waiting], [null, true, 11])
      }
      yield* runAt(account_id, 10.1)
      const { choice } = yield* stateOf(account_id, id)
      assert.deepStrictEqual([choice?.variant, choice?.reason], [0, "limit"])
      assert.deepStrictEqual(yield* messagesOf(account_id), ["28 12:00 0 5", "28 12:00 1 5", "28 22:06 0 10"])
    })
  )

  it.effect("choose once, over processes that work at once and clicks that come later", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const campaigns = yield* RunCampaigns
      yield* seedPeople(account_id, 40)
      const id = yield* scheduled(account_id, tested)
      yield* runTest(account_id)
      yield* clickAll(account_id, 1)
      yield* setTime(account_id, start + 2.1 * hour)
      const steps = Effect.all(
        Array.from({ length: 4 }, () => campaigns.step),
        { concurrency: "unbounded" }
      )
      yield* steps
      const first = (yield* stateOf(account_id, id)).choice
      assert.strictEqual(first?.variant, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE messages SET clicked_at = NULL, status = 'captured'
        WHERE account_id = ${account_id} AND status = 'clicked'`
      yield* clickAll(account_id, 0)
      for (let round = 0; round < 5; round++) yield* steps
      yield* runCampaigns
      assert.deepStrictEqual((yield* stateOf(account_id, id)).choice, first)
      assert.deepStrictEqual(yield* messagesOf(account_id), ["28 12:00 0 10", "28 12:00 1 10", "28 14:06 1 20"])
    })
  )

  it.effect("send nothing while they are paused, and skip who waits once they are cancelled", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      yield* seedPeople(account_id, 20)
      const id = yield* scheduled(account_id, tested)
      const other = yield* scheduled(account_id, { ...tested, name: "Other" })
      yield* runTest(account_id)
      yield* clickAll(account_id, 1)
      yield* editor.pause(account_id, id)
      yield* editor.cancel(account_id, other)
      yield* runAt(account_id, 30)
      const paused = yield* stateOf(account_id, id)
      assert.deepStrictEqual([paused.status, paused.choice?.variant, paused.sums.waiting], ["paused", null, 11])
      const cancelled = yield* stateOf(account_id, other)
      assert.deepStrictEqual([cancelled.sums.cancelled, cancelled.sums.waiting], [11, 0])
      yield* editor.resume(account_id, id)
      yield* runCampaigns
      const { choice, sums } = yield* stateOf(account_id, id)
      assert.deepStrictEqual([choice?.variant, choice?.reason, sums.waiting], [1, "better", 0])
    })
  )

  it.effect("send nothing more to who left, was erased or had got it as another contact during the wait", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const contacts = yield* WriteContacts
      yield* seedPeople(account_id, 20)
      const id = yield* scheduled(account_id, tested)
      yield* runTest(account_id)
      const waiting = yield* sql<{ contact_id: string }>`
        SELECT e.contact_id FROM campaign_enrolments e JOIN contacts c USING (account_id, contact_id)
        WHERE e.account_id = ${account_id} AND e.status = 'reserved' AND c.email_consent = 'subscribed' ORDER BY 1 LIMIT 3`
      const [leaves, erased, merged] = waiting.map(({ contact_id }) => contact_id)
      const [got] = yield* sql<{
        contact_id: string
      }>`SELECT contact_id FROM messages WHERE account_id = ${account_id} LIMIT 1`
      yield* sql`UPDATE contacts SET email_consent = 'unsubscribed' WHERE account_id = ${account_id} AND contact_id = ${leaves ?? ""}`
      yield* contacts.erase({ account_id, contact_id: erased ?? "" }, { dry: false })
      yield* contacts.merge(
        { account_id, contact_id: merged ?? "", from: got?.contact_id ?? "", cause: "api", actor: "test" },
        { dry: false }
      )
      yield* runAt(account_id, 10.1)
      yield* runAt(account_id, 11)
      const { status, sums } = yield* stateOf(account_id, id)
      // Of the ten who waited three get nothing more; the merged one counts once, by what it got.
      assert.deepStrictEqual([status, sums.captured, sums.skipped, sums.audience], ["sent", 17, 2, 19])
      assert.deepStrictEqual(yield* messagesOf(account_id), ["28 12:00 0 5", "28 12:00 1 5", "28 22:06 0 7"])
    })
  )

  it.effect("come at the time of day of each contact's own zone, the chosen variant too", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* seedPeople(account_id, 20)
      yield* sql`UPDATE contacts SET custom_fields = '{"timezone":"Asia/Tokyo"}'::json WHERE account_id = ${account_id}`
      const id = yield* scheduled(account_id, { ...tested, send_at: "2026-03-30T09:00", send_at_zone: "contact" })
      for (const hours of [0, 24, 36.5]) yield* runAt(account_id, hours)
      yield* clickAll(account_id, 1)
      // The last zone on earth may still have contacts: the test ends with its own last message.
      for (const hours of [38.6, 40, 60.5]) yield* runAt(account_id, hours)
      assert.deepStrictEqual(yield* messagesOf(account_id), ["30 00:30 0 5", "30 00:30 1 5", "31 00:30 1 10"])
      assert.strictEqual((yield* stateOf(account_id, id)).choice?.variant, 1)
    })
  )
})
