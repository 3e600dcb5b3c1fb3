import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { followUpConditions, followUpTime, followUpVariants } from "../../domain/campaigns/followUp.ts"
import { pacedAfter, releasable } from "../../domain/campaigns/ReleasePace.ts"
import { beginTime } from "../../domain/campaigns/sendTimes.ts"
import { couponsOfContent } from "../../outbound/templates/couponNames.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { localDay } from "../../domain/zones/localTime.ts"
import { type AccountSettings, readAccounts } from "../../store/accounts/readAccounts.ts"
import { couponIds } from "../../store/coupons/couponIds.ts"
import type { DueAccount } from "../../store/sql/dueRows.ts"
import { retried, transactFor } from "../../store/database/Transaction.ts"
import { CampaignEnrolments, type DueEnrolment } from "../../store/campaigns/CampaignEnrolments.ts"
import { makeCampaignMessages } from "../../store/campaigns/CampaignMessages.ts"
import { type CampaignProgress, type DueCampaign, makeCampaignQueue } from "../../store/campaigns/CampaignQueue.ts"
import { makeEnrolMembers } from "./enrolMembers.ts"
import { makeTestVariants } from "./testVariants.ts"

/** Accounts of a round. */
const maxAccounts = 64
/** Accounts that a process works on at once. */
const concurrency = 2
/** Enrolments that a step settles. */
const releaseStep = 500
/** Unsent messages of a campaign: the account's other messages wait behind at most these. */
const maxUnsent = 1_000
/** Milliseconds that a step may take: in an account of a million contacts some seconds. */
const maxMillis = 10_000
/** Milliseconds until a campaign that waits for the outbox is looked at again. */
const outboxDelay = 500
/** Milliseconds until a campaign whose step failed is tried again. */
const failureDelay = 10_000

/** A locked campaign and the time on its account's clock, in milliseconds. */
interface Work {
  readonly campaign: DueCampaign
  readonly account: AccountSettings
  readonly now: number
}

/**
 * Enrols the contacts of campaigns and queues their messages (contract §15). A step is one transaction under the campaign's lock: the cursor
 * moves with the enrolments, and an enrolment ends with its message, so that a process which ends loses and repeats nothing.
 */
export class RunCampaigns extends Context.Service<
  RunCampaigns,
  {
    /** One step for a due campaign of each account, in turn. Returns the number of steps. Any number of processes may run it. */
    readonly step: Effect.Effect<number, Unavailable>
  }
>()("tally/programs/campaigns/RunCampaigns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* makeCampaignQueue
      const enrolments = yield* CampaignEnrolments
      const messages = yield* makeCampaignMessages
      const tests = yield* makeTestVariants
      const enrolMembers = yield* makeEnrolMembers

      const scopeOf = ({ campaign, account, now }: Work) => ({
        ...campaign,
        account_holdout: account.holdout_percent,
        frequency_cap: account.frequency_cap,
        day: localDay(now, account.timezone),
        now
      })

      const enrol = (work: Work, begun_at: number) =>
        enrolMembers(scopeOf(work), { account: work.account, now: work.now, begun_at })

      // The ids of the coupons that each variant shows.
      const couponsOf = Effect.fnUntraced(function* ({ account_id, campaign_id, may_show_coupons }: DueCampaign) {
        if (!may_show_coupons) return []
        const contents = yield* messages.contents({ account_id, campaign_id })
        const variants = contents.map((content) => ({ account_id, names: couponsOfContent(content) }))
        const named = variants.filter(({ names }) => names.length > 0)
        return variants.map(yield* couponIds(sql, new Map(named.map((variant) => [variant, variant.names]))))
      })

      const release = Effect.fnUntraced(function* (work: Work) {
        const { campaign, now } = work
        const { layouts, channel } = campaign
        yield* messages.requeue(campaign, now)
        const open = yield* messages.countOpen(campaign, maxUnsent)
        const allowed = Math.min(maxUnsent - open, releasable(campaign, now))
        const due = allowed === 0 ? [] : yield* enrolments.due(scopeOf(work), releaseStep)
        const settled = within(due, allowed)
        const recipients = settled.filter(({ rule }) => rule === null)
        const coupons = recipients.length === 0 ? [] : yield* couponsOf(campaign)
        yield* enrolments.end(campaign, settled)
        yield* messages.queue(
          { ...campaign, channel },
          recipients.map(({ contact_id, variant }) => ({
            contact_id,
            variant,
            layout: channel === "sms" ? "none" : (layouts[variant] ?? "shell"),
            coupons: coupons[variant] ?? null
          })),
          now
        )
        const paced_at = recipients.length === 0 ? campaign.paced_at : pacedAfter(campaign, recipients.length, now)
        return { paced_at, isFull: allowed === 0 && open >= maxUnsent, hasOpen: open + recipients.length > 0 }
      })

      const sendAgain = Effect.fnUntraced(function* ({ campaign, account, now }: Work) {
        const { campaign_id, resend, variant_choice } = campaign
        if (resend === null) return
        const variants = followUpVariants(yield* messages.contents(campaign), variant_choice?.variant ?? null, resend)
        const timing = followUpTime(campaign, resend, account.timezone, now)
        const conditions = followUpConditions(campaign_id)
        const due_at = beginTime(timing, account.timezone, now)
        yield* queue.scheduleFollowUp(campaign, { variants, conditions, ...timing, due_at }, now)
      })

      const send = Effect.fnUntraced(function* (work: Work) {
        const { campaign, now } = work
        const begun_at = campaign.begun_at ?? now
        const hasMore = yield* tests.assign(campaign, now)
        const { cursor, enrolled_at, variants_drawn } = yield* enrol(work, begun_at)
        const { paced_at, isFull, hasOpen } = yield* release(work)
        const next = yield* enrolments.nextDue(campaign)
        const progress = { ...campaign, cursor, enrolled_at, variants_drawn, paced_at, begun_at, ended_at: null }
        const sending = (due_at: number): CampaignProgress => ({ ...progress, status: "sending", due_at })
        if (enrolled_at === null || hasMore) return sending(now)
        if (next !== undefined) return sending(Math.max(now, next, isFull ? now + outboxDelay : 0, paced_at ?? 0))
        if (hasOpen) return sending(now + outboxDelay)
        const { variant_choice, due_at } = yield* tests.goOn(campaign, now)
        if (due_at !== null) return { ...sending(due_at), variant_choice }
        yield* sendAgain(work)
        return { ...progress, status: "sent", due_at: null, ended_at: now } satisfies CampaignProgress
      })

      const cancel = Effect.fnUntraced(function* ({ campaign, now }: Work) {
        yield* messages.cancel(campaign, now)
        const count = yield* enrolments.cancel(campaign, releaseStep * 10)
        return { ...campaign, due_at: count === 0 ? null : now, ended_at: now } satisfies CampaignProgress
      })

      // A campaign that fails lets the account's others go first.
      const postpone = (campaign: DueCampaign | undefined, until: number) =>
        campaign === undefined ? Effect.void : Effect.ignore(retried(queue.postpone(campaign, until)))

      const stepOf = Effect.fnUntraced(function* (head: DueAccount) {
        let locked: DueCampaign | undefined
        return yield* Effect.gen(function* () {
          const campaign = yield* queue.lock(head)
          locked = campaign
          const account = (yield* readAccounts(sql, [head.account_id])).get(head.account_id)
          if (campaign === undefined || account === undefined) return 0
          const now = (yield* Clock.currentTimeMillis) + account.clock_offset
          const work = { campaign, account, now }
          const progress = yield* campaign.status === "cancelled" ? cancel(work) : send(work)
          yield* queue.save(campaign, progress, now)
          return 1
        }).pipe(
          transactFor(sql, maxMillis),
          Effect.catchCause((cause) =>
            Effect.logWarning("A campaign is left to a later step", cause).pipe(
              Effect.andThen(Clock.currentTimeMillis),
              Effect.flatMap((now) => postpone(locked, now + head.clock_offset + failureDelay)),
              Effect.as(0)
            )
          )
        )
      })

      return RunCampaigns.of({
        step: Effect.gen(function* () {
          const heads = yield* retried(queue.heads(yield* Clock.currentTimeMillis, maxAccounts))
          const steps = yield* Effect.forEach(heads, stepOf, { concurrency })
          return steps.reduce((all, count) => all + count, 0)
        })
      })
    })
  )
}

/** The enrolments up to the last one that may be queued; those that are left out do not count. */
const within = (due: ReadonlyArray<DueEnrolment>, allowed: number): ReadonlyArray<DueEnrolment> => {
  let left = allowed
  const end = due.findIndex(({ rule }) => rule === null && left-- <= 0)
  return end === -1 ? due : due.slice(0, end)
}
