import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CampaignInput } from "../../../src/domain/campaigns/Campaign.ts"
import type { Contact } from "../../../src/domain/contacts/Contact.ts"
import { EditCampaigns } from "../../../src/programs/campaigns/EditCampaigns.ts"
import { RunCampaigns } from "../../../src/programs/campaigns/RunCampaigns.ts"
import { ApplicationLayer } from "../../../src/Server.ts"
import { CampaignEnrolments } from "../../../src/store/campaigns/CampaignEnrolments.ts"
import { Keys } from "../../../src/store/keys/Keys.ts"
import { settingsLayer } from "../database/databases.ts"
import { seedAccount } from "../database/seed.ts"
import { seedContact, sendDue, sendingLayer } from "../messages/messages.ts"

/** The work on campaigns. */
export const RunCampaignsLayer = RunCampaigns.layer.pipe(Layer.provide(CampaignEnrolments.layer))

/** The programs of campaigns and the sender, without their loops. Mail is captured. */
export const campaignsLayer = Layer.mergeAll(
  RunCampaignsLayer,
  sendingLayer(),
  ApplicationLayer.pipe(
    Layer.provide(Keys.layer),
    Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32), PUBLIC_URL: "https://tally.example" }))
  )
)

/** Takes steps of campaigns and sends what is due, until neither is left at this time. */
export const runCampaigns = Effect.gen(function* () {
  const campaigns = yield* RunCampaigns
  for (let rounds = 0; rounds < 1_000; rounds++) {
    const steps = yield* campaigns.step
    const sent = (yield* sendDue("email")) + (yield* sendDue("sms"))
    if (steps + sent === 0) return
  }
  return yield* Effect.die(new Error("The campaigns do not come to rest"))
})

/** The time at which campaigns of tests begin: the noon before Europe's clocks change. */
export const start = Date.parse("2026-03-28T12:00:00Z")

/** A campaign to all contacts. */
export const mail: CampaignInput = {
  name: "Spring",
  channel: "email",
  variants: [{ subject: "Hi {{ contact.first_name }}", html: "<p>Spring is here</p>" }],
  audience: { all: true, include: [], exclude: [] }
}

/** Sets the account's clock. */
export const setTime = Effect.fnUntraced(function* (account_id: string, time: number) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  yield* sql`UPDATE accounts SET is_test = true, clock_offset = ${String(time - now)}::bigint WHERE account_id = ${account_id}`
})

/** An account with a complete sender, in Berlin. */
export const seedSender = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount()
  yield* sql`UPDATE accounts SET timezone = 'Europe/Berlin' WHERE account_id = ${account_id}`
  yield* setTime(account_id, start)
  return account_id
})

/** A contact that is subscribed to e-mail. */
export const person = (account_id: string, name: string, fields: Partial<Contact> = {}) =>
  seedContact(account_id, { email: `${name}@example.com`, phone: null, first_name: name, ...fields })

/** The messages of an account by first name: status, reason and time of sending. */
export const outcomes = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string | null; outcome: string }>`
    SELECT c.first_name AS name, concat_ws(' ', m.status, m.reason, to_char(m.sent_at AT TIME ZONE 'UTC', 'DD HH24:MI')) AS outcome
    FROM messages m LEFT JOIN contacts c ON c.account_id = m.account_id AND c.contact_id = m.contact_id
    WHERE m.account_id = ${account_id} ORDER BY c.first_name, m.message_id`
  return rows.map(({ name, outcome }) => `${name} ${outcome}`)
})

/** Creates and schedules a campaign. */
export const scheduled = Effect.fnUntraced(function* (account_id: string, input: Partial<CampaignInput> = {}) {
  const editor = yield* EditCampaigns
  const { id } = yield* editor.create(account_id, { ...mail, ...input })
  yield* editor.schedule(account_id, id)
  return id
})
