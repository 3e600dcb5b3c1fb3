import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type Campaign,
  type CampaignChange,
  CampaignChanged,
  type CampaignInput,
  draftDefaults,
  type ListedCampaign
} from "../../domain/campaigns/Campaign.ts"
import type { CampaignResults } from "../../domain/campaigns/CampaignResults.ts"
import { type CampaignAction, statusAfter } from "../../domain/campaigns/CampaignState.ts"
import { channelIssues, mailOptionIssues, templatesOfCampaign } from "../../domain/campaigns/decodeCampaign.ts"
import { beginTime } from "../../domain/campaigns/sendTimes.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import { invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { Campaigns } from "../../store/campaigns/Campaigns.ts"
import { readOnly, transact, transactOnce } from "../../store/database/Transaction.ts"
import { MediaFiles } from "../../store/media/MediaFiles.ts"
import { requireCoupons } from "../coupons/unknownCoupons.ts"
import { Topics } from "../../store/topics/Topics.ts"
import { requireMedia } from "../media/requireMedia.ts"
import { FurtherSenders } from "../../store/senders/FurtherSenders.ts"
import { requireSenders, sendersOfCampaign } from "../senders/requireSenders.ts"
import { requireTopics, topicsOfCampaign } from "../topics/requireTopics.ts"
import { ReviewCampaigns } from "./ReviewCampaigns.ts"

type Changed = Effect.Effect<Campaign, NotFound | ValidationFailed | Unavailable>
type Change = (account_id: string, campaign_id: string) => Changed

/** The operations on campaigns, each in one transaction (contract §15). Repeating an operation changes nothing more. */
export class EditCampaigns extends Context.Service<
  EditCampaigns,
  {
    /** Newest first. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<ListedCampaign>, Unavailable>
    readonly read: (account_id: string, campaign_id: string) => Effect.Effect<Campaign, NotFound | Unavailable>
    /** Creates a draft. */
    readonly create: (
      account_id: string,
      input: CampaignInput
    ) => Effect.Effect<Campaign, ValidationFailed | Unavailable>
    /** Changes a draft. Fails with `CampaignChanged` if the change is based on another state of it. */
    readonly change: (
      account_id: string,
      campaign_id: string,
      change: CampaignChange
    ) => Effect.Effect<Campaign, NotFound | CampaignChanged | ValidationFailed | Unavailable>
    /** Reviews the campaign and schedules it for the conditions that its segments have now; fails with the faults of the review. */
    readonly schedule: Change
    /** Makes a campaign that has not begun a draft again. */
    readonly unschedule: Change
    /** Holds the campaign, also its queued messages; those that are being sent go out. */
    readonly pause: Change
    readonly resume: Change
    /** Ends the campaign. Its unsent messages are skipped. */
    readonly cancel: Change
    /** Deletes a draft, or a campaign that has ended, and gives it as it was. */
    readonly remove: Change
    readonly results: (
      account_id: string,
      campaign_id: string
    ) => Effect.Effect<CampaignResults, NotFound | Unavailable>
  }
>()("tally/programs/campaigns/EditCampaigns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const campaigns = yield* Campaigns
      const reviews = yield* ReviewCampaigns
      const clocks = yield* TestClocks
      const media = yield* MediaFiles
      const topics = yield* Topics
      const senders = yield* FurtherSenders

      const target = (campaign: Campaign, action: CampaignAction) =>
        statusAfter({ status: campaign.status, hasBegun: campaign.begun_at !== null }, action)

      // What the variants show must be there, and stays until the campaign is saved.
      const requireShown = (account_id: string, shown: CampaignChange) =>
        Effect.all(
          [
            requireCoupons(sql, account_id, templatesOfCampaign(shown)),
            requireMedia(media, account_id, "variants", shown.variants ?? []),
            requireTopics(topics, account_id, topicsOfCampaign(shown.topic)),
            requireSenders(senders, account_id, sendersOfCampaign(shown.sender_id))
          ],
          { discard: true }
        )

      const act = (action: "unschedule" | "pause" | "resume" | "cancel"): Change =>
        Effect.fnUntraced(function* (account_id, campaign_id) {
          const now = yield* clocks.now(account_id)
          return yield* transact(sql)(
            Effect.gen(function* () {
              const campaign = yield* campaigns.lock(account_id, campaign_id)
              const status = target(campaign, action)
              if (status === undefined) return yield* notAllowed(action, campaign)
              if (status === campaign.status) return campaign
              const timezone = (yield* readAccounts(sql, [account_id])).get(account_id)?.timezone ?? "UTC"
              const due_at =
                status === "scheduled" ? beginTime(campaign, timezone, now) : working.has(status) ? now : null
              return yield* campaigns.setStatus(account_id, campaign_id, { status, now, due_at })
            })
          )
        })

      return EditCampaigns.of({
        list: (account_id, query) => readOnly(sql)(campaigns.list(account_id, query)),
        read: (account_id, campaign_id) => readOnly(sql)(campaigns.read(account_id, campaign_id)),
        create: (account_id, input) =>
          transactOnce(sql)(
            Effect.andThen(
              requireShown(account_id, input),
              campaigns.create(account_id, { ...draftDefaults(input.channel), ...input })
            )
          ),
        change: Effect.fnUntraced(function* (account_id, campaign_id, { updated_at: base, ...change }) {
          const campaign = yield* campaigns.lock(account_id, campaign_id)
          if (campaign.status !== "draft") return yield* notDraft
          if (base !== undefined && !DateTime.Equivalence(base, campaign.updated_at))
            return yield* new CampaignChanged()
          const issues = [
            ...channelIssues(campaign.channel, change.variants ?? []),
            ...mailOptionIssues(campaign.channel, change)
          ]
          if (issues.length > 0) return yield* new ValidationFailed({ issues })
          yield* requireShown(account_id, change)
          return yield* campaigns.save(account_id, campaign_id, { ...campaign, ...change })
        }, transact(sql)),
        schedule: Effect.fn("EditCampaigns.schedule")(function* (account_id, campaign_id) {
          const before = yield* readOnly(sql)(campaigns.read(account_id, campaign_id))
          if (target(before, "schedule") === before.status) return before
          const { campaign: reviewed, review, conditions } = yield* reviews.review(account_id, campaign_id)
          const status = target(reviewed, "schedule")
          if (status === undefined) return yield* notAllowed("schedule", reviewed)
          if (status === reviewed.status) return reviewed
          if (review.faults.length > 0 || conditions === undefined)
            return yield* new ValidationFailed({ issues: review.faults })
          const now = yield* clocks.now(account_id)
          return yield* transact(sql)(
            Effect.gen(function* () {
              const campaign = yield* campaigns.lock(account_id, campaign_id)
              // Repeated after a commit without a response.
              if (target(campaign, "schedule") === campaign.status) return campaign
              if (!DateTime.Equivalence(campaign.updated_at, reviewed.updated_at)) return yield* changedMeanwhile
              yield* requireTopics(topics, account_id, topicsOfCampaign(campaign.topic))
              yield* requireSenders(senders, account_id, sendersOfCampaign(campaign.sender_id))
              const due_at = review.begins_at.epochMilliseconds
              return yield* campaigns.setStatus(account_id, campaign_id, { status, now, due_at, conditions })
            })
          )
        }),
        unschedule: act("unschedule"),
        pause: act("pause"),
        resume: act("resume"),
        cancel: act("cancel"),
        remove: Effect.fnUntraced(function* (account_id, campaign_id) {
          const now = yield* clocks.now(account_id)
          return yield* transactOnce(sql)(
            Effect.gen(function* () {
              const campaign = yield* campaigns.lock(account_id, campaign_id)
              if (!removable.has(campaign.status)) return yield* notEnded
              yield* campaigns.remove(account_id, campaign_id, now)
              return campaign
            })
          )
        }),
        results: (account_id, campaign_id) =>
          readOnly(sql)(
            Effect.flatMap(campaigns.read(account_id, campaign_id), (campaign) =>
              campaigns.report(account_id, campaign)
            )
          )
      })
    })
  )
}

/** Statuses with work that is due at once. */
const working: ReadonlySet<string> = new Set(["sending", "cancelled"])
const removable: ReadonlySet<string> = new Set(["draft", "sent", "cancelled"])
const notDraft = invalid("status", "Only a draft can be changed; unschedule the campaign first")
const notEnded = invalid(
  "status",
  "Only drafts and campaigns that have ended can be deleted; cancel the campaign first"
)
const changedMeanwhile = invalid("", "The campaign was changed meanwhile; review it again")
const verbs = {
  schedule: "scheduled",
  unschedule: "made a draft again",
  pause: "paused",
  resume: "resumed",
  cancel: "cancelled"
} as const
const notAllowed = (action: keyof typeof verbs, { status }: Campaign) =>
  invalid("status", `A campaign that is ${status} cannot be ${verbs[action]}`)
