import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeCampaignTally } from "../../src/domain/backtests/campaignTally.ts"
import { campaignWaves } from "../../src/domain/backtests/campaignWaves.ts"
import { makeDayNames } from "../../src/domain/backtests/dayNames.ts"
import { joinCampaignBacktests } from "../../src/domain/backtests/joinCampaignBacktests.ts"
import { joinSegmentBacktests } from "../../src/domain/backtests/joinSegmentBacktests.ts"
import { makeMembershipTally } from "../../src/domain/backtests/membershipTally.ts"
import { type CampaignPlan, pastCampaign } from "../../src/domain/backtests/pastCampaign.ts"
import { pastMembership } from "../../src/domain/backtests/pastMembership.ts"
import type { Conditions } from "../../src/domain/conditions/Condition.ts"
import { historyLookups } from "../../src/domain/conditions/History.ts"
import { consent, day, personOf, placed, start } from "../support/samples/pasts.ts"

const hour = 3_600_000
const always = campaignWaves("account", "UTC", { at: start, every: day, to: start + 3 * day })

const planOf = (more: Partial<CampaignPlan> = {}): CampaignPlan => ({
  account_id: "acc_test",
  from: start,
  until: start + 30 * day,
  imported: true,
  frequency_cap: null,
  holdouts: { account: 0, own: 0 },
  channel: "email",
  topic: null,
  conditions: { include: [], exclude: null },
  lookups: [],
  own_zones: false,
  waves: always,
  timezone: "UTC",
  dayOf: makeDayNames("UTC"),
  ...more
})

const outcomes = (plan: CampaignPlan, person: Parameters<typeof pastCampaign>[1]) =>
  pastCampaign(plan, person)?.waves.map(({ wave, outcome, at, sales }) => [
    wave,
    outcome,
    (at - start) / hour,
    sales.length
  ])

describe("a backtest of a campaign", () => {
  it("judges consent, the excluded segment and the cap at each moment, and counts the orders of seven days", () => {
    const exclude: Conditions = [[{ field: "order.count", op: "gte", value: 1 }]]
    const items = [
      consent(start - day, "never_subscribed", "subscribed"),
      { type: "counted", at: start + day - 1, day: "2026-03-02" } as const,
      consent(start + 30 * hour, "subscribed", "unsubscribed"),
      ...placed(1, start + 60 * hour)
    ]
    const person = personOf(items)
    assert.deepStrictEqual(outcomes(planOf({ frequency_cap: 1 }), person), [
      [0, null, 0, 1],
      [1, "frequency_cap", 24, 0],
      [2, "not_subscribed", 48, 0]
    ])
    const later = campaignWaves("account", "UTC", { at: start + 3 * day, every: null, to: 0 })
    const plan = planOf({ conditions: { include: [], exclude }, lookups: historyLookups(exclude), waves: later })
    assert.deepStrictEqual(outcomes(plan, person), [[0, "excluded_segment", 72, 0]])
    assert.deepStrictEqual(outcomes(planOf({ waves: later, holdouts: { account: 0, own: 100 } }), person), [
      [0, "not_subscribed", 72, 0]
    ])
  })

  it("lets texts wait for quiet hours, and decides on them again then", () => {
    const items = [consent(start - day, "never_subscribed", "subscribed")]
    const { contact, ...person } = personOf(items)
    const texted = { ...contact, phone: "+12025550123", sms_consent: "subscribed" } as const
    // Seven in the morning in New York.
    const waves = campaignWaves("account", "UTC", { at: start, every: null, to: 0 })
    const told = pastCampaign(planOf({ channel: "sms", waves, timezone: "America/New_York" }), {
      ...person,
      contact: texted
    })
    const [wave] = told?.waves ?? []
    assert.deepStrictEqual([wave?.outcome, wave?.held, (wave?.at ?? 0) > start], [null, true, true])
  })

  it("goes out at the same time of day, over a change of clocks", () => {
    const at = Date.parse("2026-03-27T08:00:00Z")
    const waves = campaignWaves("account", "Europe/Berlin", { at, every: day, to: at + 4 * day })
    assert.deepStrictEqual(
      waves.map(({ begins }) => new Date(begins).toISOString().slice(5, 13)),
      ["03-27T08", "03-28T08", "03-29T07", "03-30T07", "03-31T07"]
    )
  })

  const Pasts = Schema.Array(
    Schema.Struct({
      consents: Schema.Array(Schema.Literals([1, 2, 3, 8])).check(Schema.isMaxLength(3)),
      orders: Schema.Array(Schema.Literals([0, 1, 5, 9])).check(Schema.isMaxLength(3))
    })
  ).check(Schema.isMaxLength(8))

  it.prop(
    "adds up over parts, and each audience is sent, waiting or left out, as a segment's days follow from each other",
    [Pasts, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))],
    ([pasts, cut]) => {
      const people = pasts.map(({ consents, orders }) =>
        personOf([
          ...consents.map((days, at) =>
            consent(
              start + days * day + at,
              at % 2 === 0 ? "never_subscribed" : "subscribed",
              at % 2 === 0 ? "subscribed" : "unsubscribed"
            )
          ),
          ...orders.flatMap((days, at) => placed(at + 1, start + days * day, "0.1"))
        ])
      )
      const plan = planOf()
      const campaign = (from: number, to: number) => {
        const tally = makeCampaignTally(plan.waves, [])
        people.slice(from, to).forEach((person, at) => tally.add(`con_${from + at}`, pastCampaign(plan, person)))
        return { ...tally.read(), examples: [] }
      }
      const whole = campaign(0, people.length)
      assert.deepStrictEqual(joinCampaignBacktests(campaign(0, cut), campaign(cut, people.length)), whole)
      for (const { audience, sent, waiting, left_out } of whole.moments)
        assert.strictEqual(
          left_out.reduce((sum, { count }) => sum + count, sent + waiting),
          audience
        )
      const messages = whole.messages_per_person.reduce((sum, each) => sum + each.messages * each.people, 0)
      assert.strictEqual(
        messages,
        whole.moments.reduce((sum, { sent }) => sum + sent, 0)
      )
      const conditions: Conditions = [
        [
          { field: "contact.email_consent", op: "eq", value: "subscribed" },
          { field: "order.count", op: "gte", value: 1, where: { within: "2 days" } }
        ]
      ]
      const span = { conditions, lookups: historyLookups(conditions), from: start, to: start + 10 * day }
      const segment = (from: number, to: number) => {
        const tally = makeMembershipTally({ ...span, dayOf: makeDayNames("UTC"), notes: [] })
        people.slice(from, to).forEach((person, at) => tally.add(`con_${from + at}`, pastMembership(span, person)))
        return { ...tally.read(), examples: [] }
      }
      const all = segment(0, people.length)
      assert.deepStrictEqual(joinSegmentBacktests(segment(0, cut), segment(cut, people.length)), all)
      assert.strictEqual(all.start + all.entered.times - all.left.times, all.end)
      assert.strictEqual(all.days.at(-1)?.members, all.end)
    }
  )
})
