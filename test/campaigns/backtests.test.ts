import { assert } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { AudienceConditions } from "../../src/domain/campaigns/audienceConditions.ts"
import { draftDefaults } from "../../src/domain/campaigns/Campaign.ts"
import { ruleOfReason } from "../../src/domain/campaigns/LeftOut.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { Campaigns } from "../../src/store/campaigns/Campaigns.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import { live, Lives, LivesLayer } from "../support/backtests/lives.ts"
import { mail, runCampaigns, RunCampaignsLayer } from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { sendingLayer } from "../support/messages/messages.ts"
import { Backtests } from "../../src/programs/backtests/Backtests.ts"

const PartsLayer = Layer.mergeAll(LivesLayer, Backtests.layer, RunCampaignsLayer, sendingLayer()).pipe(
  Layer.provide([Flows.layer, Segments.layer, TestClocks.layer]),
  Layer.provideMerge(Campaigns.layer)
)

const audiences: ReadonlyArray<AudienceConditions> = [
  { include: [], exclude: null },
  { include: [], exclude: [[{ field: "order.count", op: "gte", value: 2 }]] },
  { include: [[{ field: "event.count", op: "gte", value: 1, where: { within: "2 days" } }]], exclude: null },
  { include: [[{ field: "message.received", op: "gte", value: 1 }]], exclude: null },
  {
    include: [[{ field: "contact.email_consent", op: "neq", value: "unsubscribed" }]],
    exclude: [[{ field: "contact.last_order_at", op: "within", value: "20 hours" }]]
  }
]
const below = (end: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: end - 1 }))
const Sends = Schema.Struct({ every: below(4), first: below(audiences.length), holdout: below(3), cap: Schema.Boolean })

const send = Effect.fnUntraced(function* (account_id: string, conditions: AudienceConditions, holdout: number) {
  const campaigns = yield* Campaigns
  const now = yield* Clock.currentTimeMillis
  const draft = { ...draftDefaults("email"), ...mail, holdout_percent: holdout * 25 }
  const { id } = yield* campaigns.create(account_id, draft)
  yield* campaigns.setStatus(account_id, id, { status: "scheduled", now, due_at: now, conditions })
  yield* runCampaigns
  return id
})

/** What became of each contact of the audience that was not erased since; null for a message that was sent. */
const resultsOf = Effect.fnUntraced(function* (account_id: string, campaign_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ contact_id: string; rule: string | null; status: string | null; reason: string | null }>`
    SELECT e.contact_id, e.rule, m.status, m.reason FROM campaign_enrolments e
    JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = e.contact_id
    LEFT JOIN messages m ON m.account_id = ${account_id} AND m.campaign_id = ${campaign_id} AND m.contact_id = e.contact_id
    WHERE e.account_id = ${account_id} AND e.campaign_id = ${campaign_id} ORDER BY e.contact_id`
  return rows.map(({ contact_id, rule, status, reason }) => ({
    contact_id,
    outcome: rule ?? (status === "skipped" ? (ruleOfReason(reason ?? "") ?? reason) : status)
  }))
})

onEither("the backtest of a campaign that was sent", PartsLayer, (it) => {
  it.effect.prop(
    "equals its results: audience, messages and who was left out by which rule",
    [Lives, Sends],
    ([lives, { every, first, holdout, cap }]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { part } = (yield* Backtests).campaigns
        const { account_id } = yield* seedAccount({ integrations: 0 })
        yield* sql`UPDATE accounts SET frequency_cap = ${cap ? 1 : null}::int WHERE account_id = ${account_id}`
        yield* TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))
        let steps = 0
        const ids = yield* live(
          account_id,
          lives,
          Effect.suspend(() => {
            steps += 1
            const conditions = audiences[(first + steps) % audiences.length]
            if (conditions === undefined || steps % (every + 2) > 0) return Effect.succeed(undefined)
            return send(account_id, conditions, holdout)
          })
        )
        yield* TestClock.adjust("1 hour")
        const people = yield* sql<{ contact_id: string }>`
          SELECT contact_id FROM contacts WHERE account_id = ${account_id} ORDER BY contact_id`
        for (const campaign_id of ids) {
          if (campaign_id === undefined) continue
          const expected = yield* resultsOf(account_id, campaign_id)
          const lived = yield* Effect.forEach(people, ({ contact_id }) =>
            Effect.map(part(account_id, { campaign_id, contact_id, imported: false }), ({ person }) => {
              const [moment] = person?.moments ?? []
              const outcome: string | null = moment?.outcome === "sent" ? "captured" : (moment?.rule ?? null)
              return { contact_id, outcome }
            })
          )
          assert.deepStrictEqual(
            lived.filter(({ outcome }) => outcome !== null && outcome !== "excluded_segment"),
            expected
          )
          const { moments } = yield* part(account_id, { campaign_id, imported: false })
          const [moment] = moments
          assert.deepStrictEqual(
            [moment?.audience, moment?.sent],
            [
              lived.filter(({ outcome }) => outcome !== null).length,
              expected.filter(({ outcome }) => outcome === "captured").length
            ]
          )
        }
        const at = DateTime.makeUnsafe("2026-03-02T00:00:00Z")
        const draft = { channel: "email", audience: { all: true, include: [], exclude: [] } } as const
        const { moments } = yield* part(account_id, { draft, at, every: "day", to: DateTime.add(at, { days: 3 }) })
        for (const { audience, sent, waiting, left_out } of moments)
          assert.strictEqual(
            left_out.reduce((sum, { count }) => sum + count, sent + waiting),
            audience
          )
      }),
    { arbitrary: { runs: 4 } }
  )
})
