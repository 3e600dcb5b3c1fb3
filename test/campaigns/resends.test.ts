import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CampaignInput } from "../../src/domain/campaigns/Campaign.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { RunCampaigns } from "../../src/programs/campaigns/RunCampaigns.ts"
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

const day = 86_400_000
const again: Partial<CampaignInput> = {
  name: "Spring",
  variants: [
    { subject: "A", html: "<p>Tea</p>" },
    { subject: "B", html: "<p>Cups</p>" }
  ],
  resend: { days: 3, subject: "Did you see it, {{ contact.first_name }}?" }
}

const runAt = (account_id: string, days: number) =>
  Effect.andThen(setTime(account_id, start + days * day), runCampaigns)

/** Sends a campaign to these people, and takes the step that finds it sent. */
const sent = Effect.fnUntraced(function* (
  account_id: string,
  names: ReadonlyArray<string>,
  { at = 0, ...more }: Partial<CampaignInput> & { readonly at?: number } = {}
) {
  for (const name of names) yield* person(account_id, name)
  const id = yield* scheduled(account_id, { ...again, ...more })
  yield* runAt(account_id, at)
  yield* runAt(account_id, at + 0.01)
  assert.strictEqual((yield* (yield* EditCampaigns).read(account_id, id)).status, "sent")
  return id
})

const followUpsOf = Effect.fnUntraced(function* (account_id: string, id: string) {
  const { data } = yield* (yield* EditCampaigns).list(account_id, {})
  return data.filter(({ resend_of }) => resend_of === id)
})

/** The captured messages of an account: first name, subject and body, in the order of days and names. */
const mailsOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ mail: string }>`
    SELECT concat_ws(' ', to_char(m.sent_at AT TIME ZONE 'UTC', 'DD HH24:MI'), c.first_name, m.subject, m.variant) AS mail
    FROM messages m JOIN contacts c USING (account_id, contact_id)
    WHERE m.account_id = ${account_id} AND m.status IN ('captured', 'clicked') ORDER BY m.sent_at, c.first_name`
  return rows.map(({ mail }) => mail)
})

const click = (account_id: string, name: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE messages m SET clicked_at = m.sent_at, status = 'clicked' FROM contacts c
      WHERE m.account_id = ${account_id} AND c.account_id = ${account_id} AND c.contact_id = m.contact_id AND c.first_name = ${name}`
  )

onEither("campaigns that are sent again", campaignsLayer, (it) => {
  it.effect("go once, days later, to who got the first, did not click and may still be written to", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const editor = yield* EditCampaigns
      yield* person(account_id, "never", { email_consent: "unsubscribed" })
      const id = yield* sent(account_id, ["ada", "bob", "cy", "dan"])
      const first = yield* mailsOf(account_id)
      const variantOf = (name: string) => first.find((mail) => mail.includes(name))?.at(-1)
      yield* click(account_id, "bob")
      yield* sql`UPDATE contacts SET email_consent = 'unsubscribed' WHERE account_id = ${account_id} AND first_name = 'cy'`
      // Who may be written to only now did not get the first.
      yield* sql`UPDATE contacts SET email_consent = 'subscribed' WHERE account_id = ${account_id} AND first_name = 'never'`
      yield* runAt(account_id, 2.9)
      assert.lengthOf(yield* mailsOf(account_id), 4)
      yield* runAt(account_id, 3.1)
      yield* runAt(account_id, 3.2)
      yield* runAt(account_id, 30)
      assert.deepStrictEqual((yield* mailsOf(account_id)).slice(4), [
        `31 14:24 ada Did you see it, ada? ${variantOf("ada")}`,
        `31 14:24 dan Did you see it, dan? ${variantOf("dan")}`
      ])
      const [followUp, ...others] = yield* followUpsOf(account_id, id)
      assert.deepStrictEqual([followUp?.name, followUp?.status, others], ["Spring (again)", "sent", []])
      const { sums } = yield* editor.results(account_id, followUp?.id ?? "")
      assert.deepStrictEqual([sums.audience, sums.captured, sums.skipped], [3, 2, 1])
      assert.strictEqual((yield* editor.results(account_id, id)).sums.captured, 3)
    })
  )

  it.effect("are made once, over processes that work at once", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const campaigns = yield* RunCampaigns
      for (const name of ["ada", "bob"]) yield* person(account_id, name)
      const id = yield* scheduled(account_id, again)
      yield* runCampaigns
      yield* setTime(account_id, start + 60_000)
      for (let round = 0; round < 4; round++)
        yield* Effect.all(
          Array.from({ length: 4 }, () => campaigns.step),
          { concurrency: "unbounded" }
        )
      assert.lengthOf(yield* followUpsOf(account_id, id), 1)
    })
  )

  it.effect("are cancelled alone, or made a draft again that keeps its audience", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      const [cancelled] = yield* followUpsOf(account_id, yield* sent(account_id, ["ada"]))
      yield* editor.cancel(account_id, cancelled?.id ?? "")
      const [drafted] = yield* followUpsOf(account_id, yield* sent(account_id, ["bob"], { name: "Summer", at: 1 }))
      const id = drafted?.id ?? ""
      yield* editor.unschedule(account_id, id)
      yield* click(account_id, "ada")
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      assert.deepStrictEqual([review.audience, review.faults], [1, []])
      yield* editor.change(account_id, id, { send_at: null, resend: { days: 1, subject: "Once more" } })
      const refused = yield* Effect.flip(editor.schedule(account_id, id))
      assert.deepStrictEqual(refused._tag === "ValidationFailed" ? refused.issues.map(({ field }) => field) : [], [
        "resend"
      ])
      yield* editor.change(account_id, id, { resend: null })
      yield* editor.schedule(account_id, id)
      yield* runAt(account_id, 5)
      yield* runAt(account_id, 6)
      const later = (yield* mailsOf(account_id)).filter((mail) => mail.includes("Did you"))
      assert.lengthOf(later, 1)
      assert.include(later[0], "bob")
    })
  )

  it.effect("are not made of a campaign that was cancelled", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* person(account_id, "ada")
      const id = yield* scheduled(account_id, again)
      yield* runCampaigns
      yield* (yield* EditCampaigns).cancel(account_id, id)
      yield* runAt(account_id, 5)
      assert.deepStrictEqual(yield* followUpsOf(account_id, id), [])
    })
  )
})
