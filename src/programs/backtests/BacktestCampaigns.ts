import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { needsOfConditions } from "../../domain/backtests/BacktestPlan.ts"
import type {
  CampaignBacktestInput,
  CampaignBacktestPart,
  CampaignBacktestPerson
} from "../../domain/backtests/CampaignBacktest.ts"
import { makeCampaignTally } from "../../domain/backtests/campaignTally.ts"
import { campaignWaves, type CampaignWave, ownWave } from "../../domain/backtests/campaignWaves.ts"
import { conditionsAt } from "../../domain/backtests/conditionsAt.ts"
import { type CampaignPlan, pastCampaign, type PastCampaign } from "../../domain/backtests/pastCampaign.ts"
import { campaignNotes } from "../../domain/backtests/pastNotes.ts"
import { maxWork, salesWithin } from "../../domain/backtests/replay.ts"
import { spanIssues, viewsIn } from "../../domain/backtests/whyNotBacktested.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationIssue, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { Campaigns } from "../../store/campaigns/Campaigns.ts"
import type { PastScope } from "../../store/backtests/Pasts.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { makeAudiences } from "../campaigns/makeAudiences.ts"
import type { ReadPasts } from "./ReadPasts.ts"

const dayMillis = 86_400_000

/** Milliseconds in which the last contact of a wave may be due, over all time zones, and a text may wait for quiet hours. */
const maxWave = 4 * dayMillis

/** Tells what campaigns would have done in the past of an account. Writes nothing. */
export interface BacktestCampaigns {
  /** The part of a backtest from `cursor` on, as of flows. */
  readonly part: (
    account_id: string,
    input: CampaignBacktestInput
  ) => Effect.Effect<CampaignBacktestPart, NotFound | ValidationFailed | Unavailable>
}

export const makeBacktestCampaigns = (pasts: ReadPasts) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const campaigns = yield* Campaigns
    const audiences = yield* makeAudiences

    /** The saved campaign, the members that count, and the conditions of its audience, of one snapshot. */
    const readCampaign = (account_id: string, { campaign_id, draft }: CampaignBacktestInput) =>
      readOnly(sql)(
        Effect.gen(function* () {
          const saved = campaign_id === undefined ? undefined : yield* campaigns.read(account_id, campaign_id)
          if (draft !== undefined) {
            const found = yield* audiences.ofAudience(account_id, draft.audience)
            const issues = found.issues.map(({ field, message }) => ({ field: `draft.${field}`, message }))
            return { saved, tested: draft, conditions: found.conditions, issues }
          }
          if (saved === undefined) return undefined
          return { saved, tested: saved, ...(yield* audiences.ofCampaign(account_id, saved)) }
        })
      )

    const scopeOf = Effect.fnUntraced(function* (account_id: string, input: CampaignBacktestInput) {
      const { contact_id = null, imported = true } = input
      const found = yield* readCampaign(account_id, input)
      if (found === undefined) return yield* invalid("draft", "Is required without campaign_id")
      const { saved, tested, conditions } = found
      const account = yield* pasts.account(account_id)
      const { timezone, dayOf, frequency_cap, now } = account
      const at = input.at?.epochMilliseconds ?? saved?.begun_at?.epochMilliseconds
      const issues = [...found.issues, ...momentIssues(input, at, now)]
      if (conditions !== undefined)
        issues.push(...viewsIn([...conditions.include, ...(conditions.exclude ?? [])], () => audiencePath(input)))
      if (at === undefined || conditions === undefined || issues.length > 0)
        return yield* new ValidationFailed({ issues })
      const waves = wavesOf(input, saved, { at, now, timezone })
      const needs = needsOfConditions([...conditions.include, ...(conditions.exclude ?? [])])
      const plan: CampaignPlan = {
        account_id,
        from: waves[0]?.begins ?? at,
        until: Math.min((waves.at(-1)?.begins ?? at) + maxWave + salesWithin, now),
        imported,
        frequency_cap,
        holdouts: { account: account.holdout_percent, own: tested.holdout_percent ?? 0 },
        channel: tested.channel,
        topic: tested.topic ?? null,
        conditions,
        lookups: needs.lookups,
        own_zones: saved?.send_at_zone === "contact",
        waves,
        timezone,
        dayOf
      }
      const own = saved === undefined ? null : ({ type: "campaign", id: saved.id } as const)
      const scope: PastScope = { span: plan, needs, own, contact_id, now }
      return { plan, scope, notes: campaignNotes(conditions, saved) }
    })

    const part: BacktestCampaigns = {
      part: Effect.fn("Backtests.campaigns")(function* (account_id, input) {
        const { plan, scope, notes } = yield* scopeOf(account_id, input)
        const tally = makeCampaignTally(plan.waves, notes)
        const judged: Array<PastCampaign> = []
        const end = yield* pasts.part(scope, input.cursor, {
          judge: (one) => {
            const past = pastCampaign(plan, one)
            tally.add(one.contact.contact_id, past)
            if (scope.contact_id !== null && past !== undefined) judged.push(past)
            return past?.work ?? maxWork
          },
          leave: (contact_id) => tally.add(contact_id, undefined)
        })
        const [person] = judged
        return { ...tally.read(), person: person === undefined ? null : personOf(plan, person), ...end }
      })
    }
    return part
  })

const audiencePath = ({ draft }: CampaignBacktestInput) => (draft === undefined ? "campaign_id" : "draft.audience")

const momentIssues = (
  { every, to }: CampaignBacktestInput,
  at: number | undefined,
  now: number
): ReadonlyArray<ValidationIssue> => {
  if (at === undefined) return [{ field: "at", message: "Is required for a campaign that was not sent" }]
  if ((every === undefined) !== (to === undefined))
    return [{ field: every === undefined ? "every" : "to", message: "Is required with the other of every and to" }]
  const last = to?.epochMilliseconds ?? at + 1
  return spanIssues({ from: at, to: last, now }).map(({ field, message }) => ({
    field: field === "from" ? "at" : field,
    message
  }))
}

const wavesOf = (
  { at: given, every, to }: CampaignBacktestInput,
  saved: Campaign | undefined,
  { at, now, timezone }: { readonly at: number; readonly now: number; readonly timezone: string }
): ReadonlyArray<CampaignWave> => {
  if (given === undefined && every === undefined && saved !== undefined) return [ownWave(saved, timezone, at)]
  const moments = {
    at,
    every: every === undefined ? null : every === "day" ? dayMillis : 7 * dayMillis,
    to: Math.min(to?.epochMilliseconds ?? at + 1, now)
  }
  return campaignWaves(saved?.send_at_zone ?? "account", timezone, moments)
}

const personOf = ({ waves, conditions }: CampaignPlan, { waves: own, last }: PastCampaign): CampaignBacktestPerson => ({
  moments: waves.map(({ at }, place) => {
    const found = own.find(({ wave }) => wave === place)
    const outcome = found?.outcome
    return {
      at: DateTime.makeUnsafe(at),
      outcome:
        outcome === undefined ? null : outcome === null ? "sent" : outcome === "waiting" ? "waiting" : "left_out",
      rule: outcome == null || outcome === "waiting" ? null : outcome
    }
  }),
  include: last === undefined ? [] : conditionsAt(conditions.include, last).groups,
  exclude: last === undefined || conditions.exclude === null ? [] : conditionsAt(conditions.exclude, last).groups
})
