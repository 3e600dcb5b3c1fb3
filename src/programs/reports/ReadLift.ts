import { Cache, Clock, DateTime, Duration, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Holdout } from "../../domain/lift/holdout.ts"
import { estimateLift } from "../../domain/lift/estimateLift.ts"
import type { Lift } from "../../domain/lift/Lift.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { Campaigns } from "../../store/campaigns/Campaigns.ts"
import { retried } from "../../store/database/Transaction.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { type LiftCounts, type LiftScope, makeLiftFigures } from "../../store/reports/LiftFigures.ts"

/** Days of orders that count for each person of a flow, and of a campaign; and the last days that count for an account. */
const liftDays = { flow: 30, campaign: 7, account: 90 } as const

/** Lifts of accounts in memory, and how long one is kept: it counts all contacts and their orders. */
const kept = { accounts: 1_000, minutes: 10 } as const

const dayMillis = 86_400_000

type Read<Key, E> = (account_id: string, of: Key) => Effect.Effect<Lift | null, E | Unavailable>

/** Compares people who get messages with those who are held out (contract §20). Null where nobody is. */
export interface ReadLift {
  /** People who entered the flow since the share of its holdout was set. */
  readonly liftOfFlow: Read<string, NotFound>
  /** The recipients of a campaign that has begun, and its holdout. */
  readonly liftOfCampaign: Read<string, NotFound>
  /** All contacts of the account, in the last 90 days or since the share of its holdout was set. Counted at most every ten minutes. */
  readonly liftOfAccount: (account_id: string) => Effect.Effect<Lift | null, Unavailable>
}

export const makeReadLift = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clocks = yield* TestClocks
  const flows = yield* Flows
  const campaigns = yield* Campaigns
  const figures = yield* makeLiftFigures

  const accountHoldout = (account_id: string) =>
    Effect.map(retried(readAccounts(sql, [account_id])), (accounts): Holdout => {
      const account = accounts.get(account_id)
      return {
        holdout_percent: account?.holdout_percent ?? 0,
        holdout_since: account?.holdout_since?.epochMilliseconds ?? null
      }
    })

  const scopeOf = Effect.fnUntraced(function* (account_id: string, since: number, days: number) {
    const { holdout_percent: account_holdout } = yield* accountHoldout(account_id)
    return { account_id, since, days, now: yield* clocks.now(account_id), account_holdout }
  })

  const liftOf = ({ since, days, now }: LiftScope, percent: number, { messaged, held, currency }: LiftCounts): Lift => {
    const shown = ({ people, ordered, revenue }: LiftCounts["held"]) => ({ people, ordered, revenue })
    return {
      percent,
      since: DateTime.makeUnsafe(since),
      days,
      currency,
      messaged: shown(messaged),
      held_out: shown(held),
      ...estimateLift(messaged, held, percent),
      counted_at: DateTime.makeUnsafe(now)
    }
  }

  // Another share or another time of a test clock is another key.
  const countAccount = Effect.fnUntraced(function* (key: string) {
    const [account_id = "", percent, since] = key.split("|")
    const holdout_percent = Number(percent)
    const now = yield* clocks.now(account_id)
    const scope = {
      account_id,
      since: Math.max(Number(since), now - liftDays.account * dayMillis),
      days: liftDays.account,
      now,
      account_holdout: holdout_percent
    }
    return liftOf(scope, holdout_percent, yield* figures.ofAccount(scope))
  })
  const ofAccounts = yield* Cache.makeWith(countAccount, {
    capacity: kept.accounts,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.minutes(kept.minutes) : Duration.zero)
  })

  const part: ReadLift = {
    liftOfFlow: Effect.fn("ReadReports.liftOfFlow")(function* (account_id, flow_id) {
      const { holdout_percent, holdout_since } = yield* flows.readHoldout(account_id, flow_id)
      if (holdout_since === null) return null
      const scope = yield* scopeOf(account_id, holdout_since, liftDays.flow)
      return liftOf(scope, holdout_percent, yield* figures.ofFlow(flow_id, holdout_percent, scope))
    }),
    liftOfCampaign: Effect.fn("ReadReports.liftOfCampaign")(function* (account_id, campaign_id) {
      const campaign: Campaign = yield* retried(campaigns.read(account_id, campaign_id))
      if (campaign.holdout_percent === 0 || campaign.begun_at === null) return null
      const scope = yield* scopeOf(account_id, campaign.begun_at.epochMilliseconds, liftDays.campaign)
      return liftOf(scope, campaign.holdout_percent, yield* figures.ofCampaign(campaign_id, scope))
    }),
    liftOfAccount: Effect.fn("ReadReports.liftOfAccount")(function* (account_id) {
      const { holdout_percent, holdout_since } = yield* accountHoldout(account_id)
      if (holdout_since === null) return null
      const ahead = (yield* clocks.now(account_id)) - (yield* Clock.currentTimeMillis)
      // The two were read some milliseconds apart.
      const offset = Math.round(ahead / 60_000)
      return yield* Cache.get(ofAccounts, [account_id, holdout_percent, holdout_since, offset].join("|"))
    })
  }
  return part
})
