import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { variantOf } from "../../src/domain/campaigns/variantOf.ts"
import { CampaignEnrolments } from "../../src/store/campaigns/CampaignEnrolments.ts"
import { isDistributed, onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

const total = 300

const seedContacts = (account_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at, updated_at)
      SELECT ${account_id}, 'con_' || lpad(n::text, 26, '0'), 'p' || n, 'p' || n, 'subscribed', 'never_subscribed', 0, now(), now()
      FROM generate_series(1, ${total}::int) n`
  )

const enrolled = (account_id: string, campaign_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly contact_id: string; readonly variant: number; readonly status: string }>`
      SELECT contact_id, variant, status FROM campaign_enrolments
      WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} ORDER BY contact_id DESC LIMIT ${total}::int`
  )

// Statements that insert in a CTE are not sent where accounts are distributed.
if (!isDistributed)
  onBoth("enrolment in one statement", CampaignEnrolments.layer, (it) => {
    for (const resend_of of [null, "cmp_first"]) {
      it.effect(
        `takes each member once, ${resend_of === null ? "with the variant of its place" : "with the variant that it got before"}`,
        () =>
          Effect.gen(function* () {
            const enrolments = yield* CampaignEnrolments
            const { account_id } = yield* seedAccount()
            yield* seedContacts(account_id)
            const ids = (yield* enrolments.members(audience(account_id, "cmp_any", 0, null), null, total)).map(
              ({ contact_id }) => contact_id
            )
            // Two in three were in the first campaign, some with a variant that the second has no more.
            const before = ids.flatMap((contact_id, at) => (at % 3 === 0 ? [] : [{ contact_id, variant: at % 5 }]))
            yield* enrolments.add(
              { account_id, campaign_id: "cmp_first" },
              before.map((row) => ({ ...row, status: "waiting" as const, due_at: 0 }))
            )
            for (const holdout of [0, 7, 100])
              for (const variants of [1, 2, 3]) {
                const campaign_id = `cmp_${holdout}_${variants}`
                const asked = audience(account_id, campaign_id, holdout, resend_of)
                const options = { limit: 70, variants, due_at: 1_000 }
                const counts: Array<number> = []
                let cursor: string | null = null
                do {
                  const next: { count: number; cursor: string | null } = yield* enrolments.addNext(
                    asked,
                    cursor,
                    options
                  )
                  counts.push(next.count)
                  cursor = next.cursor
                } while (cursor !== null)
                const members = yield* enrolments.members(asked, null, total)
                assert.deepStrictEqual(counts, [70, 70, 70, 70, 20, 0])
                assert.deepStrictEqual(
                  yield* enrolled(account_id, campaign_id),
                  members.map(({ contact_id, bucket, sent_variant }) => ({
                    contact_id,
                    variant: Math.min(variants - 1, sent_variant ?? variantOf(bucket, holdout, variants)),
                    status: "waiting"
                  }))
                )
              }
          })
      )
    }

    it.effect("leaves a contact as it is that is enrolled already", () =>
      Effect.gen(function* () {
        const enrolments = yield* CampaignEnrolments
        const { account_id } = yield* seedAccount()
        yield* seedContacts(account_id)
        const asked = audience(account_id, "cmp_twice", 0, null)
        const options = { limit: total, variants: 1, due_at: 0 }
        yield* enrolments.addNext(asked, null, options)
        const [first] = yield* enrolled(account_id, "cmp_twice")
        assert.isDefined(first)
        yield* enrolments.end(asked, [{ contact_id: first?.contact_id ?? "", rule: "paused" }])
        assert.strictEqual((yield* enrolments.addNext(asked, null, options)).count, total)
        const again = yield* enrolled(account_id, "cmp_twice")
        assert.deepStrictEqual(
          again.filter(({ status }) => status !== "waiting"),
          [{ contact_id: first?.contact_id ?? "", variant: 0, status: "left_out" }]
        )
      })
    )
  })

const audience = (account_id: string, campaign_id: string, holdout_percent: number, resend_of: string | null) => ({
  account_id,
  campaign_id,
  holdout_percent,
  resend_of,
  channel: "email" as const,
  topic: null,
  account_holdout: 0,
  frequency_cap: null,
  day: "1970-01-01",
  now: 0,
  send_at_zone: "account" as const,
  variant_test: null,
  conditions: { include: [], exclude: null }
})
