import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ReviewRule, ruleOfReason } from "../../src/domain/campaigns/LeftOut.ts"
import { EmailConsent, SmsConsent } from "../../src/domain/contacts/Consent.ts"
import { decideSend } from "../../src/domain/messages/decideSend.ts"
import type { Recipient } from "../../src/domain/messages/Message.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import {
  campaignsLayer,
  mail,
  outcomes,
  person,
  runCampaigns,
  scheduled,
  seedSender,
  start
} from "../support/campaigns/campaigns.ts"
import { strictness } from "../../src/domain/contacts/Consent.ts"
import { EditTopics } from "../../src/programs/topics/EditTopics.ts"
import { onEither } from "../support/database/databases.ts"

const rules: ReadonlyArray<ReviewRule | null> = [...ReviewRule.literals, null]
const addresses = ["both", "email", "phone"] as const
const pauses = [null, start - 1_000, start + 30 * 86_400_000]

/** Every state of consent, address and pause that a contact can have. */
const states: ReadonlyArray<Recipient> = EmailConsent.literals.flatMap((email_consent) =>
  SmsConsent.literals.flatMap((sms_consent) =>
    addresses.flatMap((has) =>
      pauses.map((paused_until, at) => ({
        email: has === "phone" ? null : "ada@example.com",
        phone: has === "email" ? null : "+12025550123",
        email_consent,
        sms_consent,
        paused_until,
        left_topics: [[], ["sales"], ["news"]][(at + strictness[email_consent]) % 3] ?? [],
        timezone: null
      }))
    )
  )
)

onEither("the review of a campaign", campaignsLayer, (it) => {
  it.effect("leaves out each contact by the rule by which sending decides at that moment, in every state", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const editor = yield* EditCampaigns
      const reviews = yield* ReviewCampaigns
      yield* (yield* EditTopics).create(account_id, { key: "sales", names: { en: "Sales" } })
      yield* Effect.forEach(states, ({ email, phone, email_consent, sms_consent, paused_until, left_topics }, at) =>
        Effect.gen(function* () {
          const { contact_id } = yield* person(account_id, `n${at}`, {
            email: email === null ? null : `n${at}@example.com`,
            phone: phone === null ? null : `+1202555${String(at).padStart(4, "0")}`,
            email_consent,
            sms_consent
          })
          yield* sql`UPDATE contacts SET left_topics = ${JSON.stringify(left_topics)}::json,
              paused_until = ${paused_until === null ? null : new Date(paused_until)}::timestamptz
              WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
        })
      )
      for (const channel of ["email", "sms"] as const) {
        const content =
          channel === "email" ? { ...mail, topic: "sales" } : { ...mail, channel, variants: [{ text: "Hi" }] }
        const { id } = yield* editor.create(account_id, content)
        const reviewed = new Map<string, ReviewRule | null>()
        for (const rule of rules) {
          let cursor: string | undefined
          do {
            const page = yield* reviews.contacts(account_id, id, rule, {
              per_page: 100,
              ...(cursor === undefined ? {} : { cursor })
            })
            for (const { first_name } of page.contacts) reviewed.set(first_name ?? "", rule)
            cursor = page.pagination.next_cursor ?? undefined
          } while (cursor !== undefined)
        }
        for (const [at, state] of states.entries()) {
          const message = {
            channel,
            purpose: "campaign",
            class: "marketing",
            topic: channel === "email" ? "sales" : null
          } as const
          const decision = decideSend(start, message, state, "Europe/Berlin")
          const expected = decision._tag === "skip" ? ruleOfReason(decision.reason) : null
          assert.strictEqual(reviewed.get(`n${at}`), expected, `${channel} ${JSON.stringify(state)}`)
        }
      }
    })
  )

  it.effect("leaves out who paused, as sending and the results do", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* person(account_id, "ada")
      const { contact_id } = yield* person(account_id, "bob")
      yield* sql`UPDATE contacts SET paused_until = ${new Date(start + 86_400_000)}
        WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
      const id = yield* scheduled(account_id)
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      assert.deepStrictEqual([review.recipients, review.left_out], [1, [{ rule: "paused", count: 1 }]])
      yield* runCampaigns
      assert.deepStrictEqual(yield* outcomes(account_id), ["ada captured 28 12:00"])
      const results = yield* (yield* EditCampaigns).results(account_id, id)
      assert.deepStrictEqual(results.left_out, [{ rule: "paused", count: 1 }])
    })
  )

  it.effect("is answered again where scheduling is repeated, also once the campaign is sent", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      yield* person(account_id, "ada")
      const id = yield* scheduled(account_id)
      assert.strictEqual((yield* editor.schedule(account_id, id)).status, "scheduled")
      yield* runCampaigns
      const { status } = yield* editor.schedule(account_id, id)
      assert.include(["sending", "sent"], status)
      assert.lengthOf(yield* outcomes(account_id), 1)
      const other = yield* scheduled(account_id)
      yield* editor.cancel(account_id, other)
      assert.strictEqual((yield* Effect.flip(editor.schedule(account_id, other)))._tag, "ValidationFailed")
    })
  )
})
