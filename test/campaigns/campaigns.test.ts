import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { RunCampaigns } from "../../src/programs/campaigns/RunCampaigns.ts"
import { WriteContacts } from "../../src/programs/contacts/WriteContacts.ts"
import {
  campaignsLayer,
  mail,
  outcomes,
  person,
  runCampaigns,
  scheduled,
  seedSender,
  setTime,
  start
} from "../support/campaigns/campaigns.ts"
import { CampaignEnrolments } from "../../src/store/campaigns/CampaignEnrolments.ts"
import { onEither } from "../support/database/databases.ts"
import { sendDue } from "../support/messages/messages.ts"

onEither("campaigns", campaignsLayer, (it) => {
  it.effect("come at the local time of each contact, over the change of clocks", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const people: ReadonlyArray<readonly [string, Record<string, string>, string?]> = [
        ["auckland", { "Time Zone": "Pacific/Auckland" }],
        ["berlin", { timezone: "Europe/Berlin" }],
        ["none", { timeframe: "Pacific/Auckland" }],
        ["mars", { tz: "Mars/Olympus" }],
        ["new york", { tz: "America/New_York", color: "blue" }],
        ["tokyo", {}, "+819012345678"]
      ]
      for (const [name, fields, phone = null] of people)
        yield* person(account_id, name, { phone }).pipe(
          Effect.flatMap(({ contact_id }) =>
            Effect.flatMap(
              SqlClient.SqlClient,
              (sql) =>
                sql`UPDATE contacts SET custom_fields = ${JSON.stringify(fields)}::json
                  WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
            )
          )
        )
      yield* scheduled(account_id, { send_at: "2026-03-29T02:30", send_at_zone: "contact" })
      for (const hours of [0, 2, 4, 6, 8, 10, 11, 12, 13, 14, 16, 18, 18.5, 20]) {
        yield* setTime(account_id, start + hours * 3_600_000)
        yield* runCampaigns
      }
      assert.deepStrictEqual(yield* outcomes(account_id), [
        // At 02:30 in Auckland; clocks in Berlin skip that time and show 03:30.
        "auckland captured 28 14:00",
        "berlin captured 29 02:00",
        "mars captured 29 02:00",
        "new york captured 29 06:30",
        "none captured 29 02:00",
        "tokyo captured 28 18:00"
      ])
    })
  )

  it.effect("hold while they are paused, also queued messages, and go on without a second message", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      const campaigns = yield* RunCampaigns
      for (const name of ["ada", "bob", "cy"]) yield* person(account_id, name)
      const id = yield* scheduled(account_id)
      yield* campaigns.step
      assert.strictEqual((yield* editor.pause(account_id, id)).status, "paused")
      yield* runCampaigns
      const held = (yield* outcomes(account_id)).map((outcome) => outcome.split(" ").slice(1).join(" "))
      assert.deepStrictEqual(
        held,
        Array.from({ length: 3 }, () => "held the campaign is paused")
      )
      yield* setTime(account_id, start + 2 * 86_400_000)
      yield* runCampaigns
      assert.strictEqual((yield* editor.resume(account_id, id)).status, "sending")
      yield* runCampaigns
      assert.deepStrictEqual(yield* outcomes(account_id), [
        "ada captured 30 12:00",
        "bob captured 30 12:00",
        "cy captured 30 12:00"
      ])
    })
  )

  it.effect("skip everything unsent once they are cancelled", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      for (const name of ["ada", "bob", "cy", "dan"]) yield* person(account_id, name)
      const id = yield* scheduled(account_id, { messages_per_hour: 1 })
      yield* runCampaigns
      yield* setTime(account_id, start + 61 * 60_000)
      yield* (yield* RunCampaigns).step
      assert.strictEqual((yield* editor.cancel(account_id, id)).status, "cancelled")
      yield* runCampaigns
      yield* setTime(account_id, start + 11 * 3_600_000)
      yield* runCampaigns
      const told = yield* outcomes(account_id)
      assert.strictEqual(told.filter((outcome) => outcome.includes("captured")).length, 1)
      assert.strictEqual(told.filter((outcome) => outcome.includes("skipped the campaign was cancelled")).length, 1)
      const results = yield* editor.results(account_id, id)
      assert.deepStrictEqual(results.left_out, [{ rule: "cancelled", count: 2 }])
      const nothing = { waiting: 0, held: 0, sent: 0, skipped: 0, failed: 0, skipped_by: [] }
      assert.deepStrictEqual(results.sums, { ...nothing, audience: 4, captured: 1, cancelled: 3 })
    })
  )

  it.effect("keep to their rate", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      for (let at = 0; at < 10; at++) yield* person(account_id, `p${at}`)
      yield* scheduled(account_id, { messages_per_hour: 4 })
      for (let minutes = 0; minutes <= 60; minutes += 5) {
        yield* setTime(account_id, start + minutes * 60_000)
        yield* runCampaigns
      }
      assert.strictEqual((yield* outcomes(account_id)).length, 5)
    })
  )

  it.effect("send one message a contact when several processes work on them at once", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const campaigns = yield* RunCampaigns
      for (let at = 0; at < 40; at++) yield* person(account_id, `p${at}`)
      const id = yield* scheduled(account_id)
      for (let round = 0; round < 5; round++)
        yield* Effect.all(
          Array.from({ length: 4 }, () => campaigns.step),
          { concurrency: "unbounded" }
        )
      yield* runCampaigns
      const told = yield* outcomes(account_id)
      assert.deepStrictEqual([told.length, new Set(told).size], [40, 40])
      assert.strictEqual((yield* (yield* EditCampaigns).results(account_id, id)).enrolled, 40)
    })
  )

  it.effect("judge consent again when a message is sent, and send nothing to an erased contact", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const erase = yield* WriteContacts
      const ada = yield* person(account_id, "ada")
      yield* person(account_id, "bob")
      const id = yield* scheduled(account_id)
      yield* (yield* RunCampaigns).step
      yield* sql`UPDATE contacts SET email_consent = 'unsubscribed' WHERE account_id = ${account_id} AND first_name = 'bob'`
      yield* erase.erase({ account_id, contact_id: ada.contact_id }, { dry: false })
      yield* sendDue("email")
      assert.deepStrictEqual(yield* outcomes(account_id), [
        "bob skipped email_consent is unsubscribed",
        "null skipped the contact was deleted"
      ])
      assert.strictEqual((yield* (yield* EditCampaigns).results(account_id, id)).enrolled, 1)
    })
  )

  it.effect("can be deleted as drafts and once they have ended, and are then found no more", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      yield* person(account_id, "ada")
      const draft = yield* editor.create(account_id, mail)
      const begun = yield* scheduled(account_id)
      const refused = yield* Effect.flip(editor.remove(account_id, begun))
      assert.strictEqual(refused._tag, "ValidationFailed")
      yield* runCampaigns
      yield* setTime(account_id, start + 1_000)
      yield* runCampaigns
      assert.strictEqual((yield* editor.read(account_id, begun)).status, "sent")
      for (const id of [draft.id, begun]) {
        yield* editor.remove(account_id, id)
        assert.strictEqual((yield* Effect.flip(editor.read(account_id, id)))._tag, "NotFound")
      }
      assert.deepStrictEqual((yield* editor.list(account_id, {})).data, [])
      assert.deepStrictEqual(yield* outcomes(account_id), ["ada captured 28 12:00"])
    })
  )

  it.effect("send one message to two contacts that are merged", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const contacts = yield* WriteContacts
      const ada = yield* person(account_id, "ada")
      const other = yield* person(account_id, "other")
      yield* scheduled(account_id)
      yield* (yield* RunCampaigns).step
      yield* contacts.merge(
        { account_id, contact_id: ada.contact_id, from: other.contact_id, cause: "api", actor: "test" },
        { dry: false }
      )
      yield* runCampaigns
      assert.deepStrictEqual((yield* outcomes(account_id)).toSorted(), [
        "ada captured 28 12:00",
        "ada skipped the contact was merged with another recipient"
      ])
    })
  )
})

/** The ids of campaigns that cannot enrol contacts. */
const failing = new Set<string>()
const EnrolmentsLayer = Layer.effect(
  CampaignEnrolments,
  Effect.map(CampaignEnrolments, (enrolments) =>
    CampaignEnrolments.of({
      ...enrolments,
      addNext: (scope, ...slice) =>
        failing.has(scope.campaign_id) ? Effect.die("refused") : enrolments.addNext(scope, ...slice),
      members: (scope, ...slice) =>
        failing.has(scope.campaign_id) ? Effect.die("refused") : enrolments.members(scope, ...slice)
    })
  )
).pipe(Layer.provide(CampaignEnrolments.layer))
const FailingCampaignsLayer = Layer.fresh(RunCampaigns.layer).pipe(Layer.provide(EnrolmentsLayer))

onEither("a campaign that fails", Layer.merge(campaignsLayer, FailingCampaignsLayer), (it) => {
  it.effect("lets the account's others go first, and is tried again ten seconds later", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const campaigns = yield* RunCampaigns
      yield* person(account_id, "ada")
      const first = yield* scheduled(account_id)
      const other = yield* scheduled(account_id)
      const sent = Effect.map(
        sql<{ campaign_id: string }>`SELECT campaign_id FROM messages WHERE account_id = ${account_id} LIMIT 10`,
        (rows) => rows.map(({ campaign_id }) => campaign_id).toSorted()
      )
      failing.add(first)
      for (let steps = 0; steps < 5; steps++) yield* campaigns.step
      assert.deepStrictEqual(yield* sent, [other])
      failing.clear()
      yield* setTime(account_id, start + 9_000)
      yield* runCampaigns
      assert.deepStrictEqual(yield* sent, [other])
      yield* setTime(account_id, start + 11_000)
      yield* runCampaigns
      assert.deepStrictEqual(yield* sent, [first, other].toSorted())
    })
  )
})
