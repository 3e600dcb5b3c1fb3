import { Context, DateTime, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { type AudienceConditions, audienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import type { Audience, Campaign } from "../../domain/campaigns/Campaign.ts"
import type { CampaignReview } from "../../domain/campaigns/CampaignReview.ts"
import { templatesOfVariants } from "../../domain/campaigns/decodeCampaign.ts"
import { draftIssues } from "../../domain/campaigns/draftIssues.ts"
import type { ReviewRule } from "../../domain/campaigns/LeftOut.ts"
import { beginTime } from "../../domain/campaigns/sendTimes.ts"
import { type NotFound, Unavailable } from "../../domain/Errors.ts"
import { invalidCursor, parseCursor } from "../../domain/lists/ListPosition.ts"
import { firstOfEachField, type ValidationFailed, type ValidationIssue } from "../../domain/ValidationIssue.ts"
import { localDay } from "../../domain/values/Time.ts"
import { checkCampaignTemplates } from "../../messages/templates/checkCampaignTemplates.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { type AudienceScope, CampaignAudiences } from "../../store/campaigns/CampaignAudiences.ts"
import { Campaigns } from "../../store/campaigns/Campaigns.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { readOnly, retried, transactFor } from "../../store/database/Transaction.ts"
import { Segments } from "../../store/segments/Segments.ts"
import type { ContactPage } from "../contacts/ListContacts.ts"
import { makeMissingSender } from "../messages/makeMissingSender.ts"
import { PreviewMessages } from "../messages/PreviewMessages.ts"

/** A review, and the conditions that it was made for; undefined where the audience has faults. */
interface MadeReview {
  readonly campaign: Campaign
  readonly review: CampaignReview
  readonly conditions: AudienceConditions | undefined
}

/** The page of a list: `cursor` is the `next_cursor` of an earlier page. */
interface ReviewQuery {
  readonly per_page?: number
  readonly cursor?: string
}

/** Milliseconds that a statement on all contacts of an account may take. */
const maxMillis = 10_000

/** Such statements that a process runs at the same time: the other connections stay free for calls. */
const maxStatements = 2

/** Tells what sending a campaign would do, by the rules of sending (contract §15). Writes nothing. */
export class ReviewCampaigns extends Context.Service<
  ReviewCampaigns,
  {
    /** The review of a campaign now, on its account's clock. A campaign that was scheduled keeps the conditions that its segments had then. */
    readonly review: (account_id: string, campaign_id: string) => Effect.Effect<MadeReview, NotFound | Unavailable>
    /** The contacts of a review by rule, null for recipients; newest first. All pages of a cursor have the total of the first. */
    readonly contacts: (
      account_id: string,
      campaign_id: string,
      rule: ReviewRule | null,
      query: ReviewQuery
    ) => Effect.Effect<ContactPage, NotFound | ValidationFailed | Unavailable>
    /** The size of an audience that is not saved, and its recipients without a holdout. */
    readonly countAudience: (
      account_id: string,
      draft: { readonly channel: Campaign["channel"]; readonly audience: Audience }
    ) => Effect.Effect<{ readonly audience: number; readonly recipients: number }, Unavailable>
  }
>()("tally/programs/campaigns/ReviewCampaigns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const campaigns = yield* Campaigns
      const segments = yield* Segments
      const audiences = yield* CampaignAudiences
      const clocks = yield* TestClocks
      const previews = yield* PreviewMessages
      const missingSender = yield* makeMissingSender
      const statements = yield* Semaphore.make(maxStatements)

      const onAllContacts = <A, E>(work: Effect.Effect<A, E>) =>
        statements
          .withPermits(1)(transactFor(sql, maxMillis)(work))
          .pipe(
            Effect.timeoutOrElse({
              duration: 2 * maxMillis,
              orElse: () => Effect.fail(new Unavailable({ retryAfter: 5 }))
            })
          )

      const readSegments = Effect.fnUntraced(function* (account_id: string, { include, exclude }: Audience) {
        const found = yield* Effect.forEach(new Set([...include, ...exclude]), (id) =>
          segments.read(account_id, id).pipe(
            Effect.map(({ conditions }) => [[id, conditions] as const]),
            Effect.catchTag("NotFound", () => Effect.succeed([]))
          )
        )
        return new Map(found.flat())
      })

      const scopeOf = Effect.fnUntraced(function* (
        account_id: string,
        campaign: Pick<Campaign, "id" | "channel" | "holdout_percent">,
        conditions: AudienceConditions
      ) {
        const account = (yield* retried(readAccounts(sql, [account_id]))).get(account_id)
        const now = yield* clocks.now(account_id)
        const { channel, holdout_percent } = campaign
        const timezone = account?.timezone ?? "UTC"
        const scope: AudienceScope = {
          account_id,
          campaign_id: campaign.id,
          channel,
          holdout_percent,
          frequency_cap: account?.frequency_cap ?? null,
          day: localDay(now, timezone),
          conditions,
          now
        }
        return { scope, timezone }
      })

      /** The campaign, its audience and what is wrong with it, of one snapshot. */
      const prepare = (account_id: string, campaign_id: string) =>
        readOnly(sql)(
          Effect.gen(function* () {
            const campaign = yield* campaigns.read(account_id, campaign_id)
            const kept = campaign.status === "draft" ? undefined : yield* campaigns.conditions(account_id, campaign_id)
            if (kept !== undefined) return { campaign, conditions: kept, issues: [] }
            const found = audienceConditions(campaign.audience, yield* readSegments(account_id, campaign.audience))
            return { campaign, ...found }
          })
        )

      const none: AudienceConditions = { include: [[{ field: "contact.created_at", op: "not_exists" }]], exclude: null }

      const samplesOf = Effect.fnUntraced(function* (
        { account_id }: AudienceScope,
        campaign: Campaign,
        contact_id: string
      ) {
        return yield* Effect.forEach(campaign.variants, (content, variant) =>
          previews
            .message(account_id, {
              contact_id,
              step:
                "text" in content
                  ? { id: "campaign", type: "send_sms", text: content.text }
                  : { id: "campaign", type: "send_email", ...content }
            })
            .pipe(
              Effect.map((preview) => [{ variant, contact_id, preview }]),
              // The contact was erased meanwhile.
              Effect.catchTag("NotFound", () => Effect.succeed([]))
            )
        ).pipe(Effect.map((samples) => samples.flat()))
      })

      return ReviewCampaigns.of({
        review: Effect.fn("ReviewCampaigns.review")(function* (account_id, campaign_id) {
          const { campaign, conditions, issues } = yield* prepare(account_id, campaign_id)
          const { scope, timezone } = yield* scopeOf(account_id, campaign, conditions ?? none)
          const counts = yield* onAllContacts(audiences.count(scope))
          const recipients = counts.find(({ rule }) => rule === null)?.count ?? 0
          const [recipient] =
            recipients === 0 ? [] : yield* onAllContacts(audiences.read(scope, null, { before: null, limit: 1 }))
          const samples = recipient === undefined ? [] : yield* samplesOf(scope, campaign, recipient.contact_id)
          const faults: ReadonlyArray<ValidationIssue> = firstOfEachField(
            draftIssues(campaign, timezone, scope.now),
            checkCampaignTemplates(templatesOfVariants(campaign.variants)),
            issues,
            issues.length === 0 && recipients === 0 ? [nobody] : [],
            campaign.channel === "email" ? yield* missingSender(account_id, "campaign") : [],
            samples.flatMap(({ variant, preview: { unsent } }) =>
              unsent?.status === "failed" ? [{ field: `variants.${variant}`, message: unsent.reason }] : []
            )
          )
          const review: CampaignReview = {
            audience: counts.reduce((all, { count }) => all + count, 0),
            recipients,
            left_out: counts.flatMap(({ rule, count }) => (rule === null ? [] : [{ rule, count }])),
            begins_at: DateTime.makeUnsafe(beginTime(campaign, timezone, scope.now)),
            samples,
            faults
          }
          return { campaign, review, conditions }
        }),
        contacts: Effect.fn("ReviewCampaigns.contacts")(function* (account_id, campaign_id, rule, query) {
          const { per_page = 25, cursor } = query
          const { campaign, conditions } = yield* prepare(account_id, campaign_id)
          const { scope } = yield* scopeOf(account_id, campaign, conditions ?? none)
          // The position's number is the total that the first page counted.
          const position = cursor === undefined ? null : parseCursor(cursor)
          if (position === undefined || (position?.at ?? 0) < 0) return yield* invalidCursor
          const total =
            position?.at ??
            (yield* onAllContacts(audiences.count(scope))).find((counted) => counted.rule === rule)?.count ??
            0
          const rows = yield* onAllContacts(
            audiences.read(scope, rule, { before: position?.id ?? null, limit: per_page + 1 })
          )
          const contacts = rows.slice(0, per_page)
          const last = contacts.at(-1)
          return {
            contacts,
            pagination: {
              page: 1,
              per_page,
              total_count: total,
              total_pages: Math.ceil(total / per_page),
              next_cursor: rows.length > per_page && last !== undefined ? `${total}.${last.contact_id}` : null
            }
          }
        }),
        countAudience: Effect.fn("ReviewCampaigns.countAudience")(function* (account_id, { channel, audience }) {
          const { conditions } = audienceConditions(audience, yield* readOnly(sql)(readSegments(account_id, audience)))
          if (conditions === undefined) return { audience: 0, recipients: 0 }
          const { scope } = yield* scopeOf(account_id, { id: "", channel, holdout_percent: 0 }, conditions)
          const counts = yield* onAllContacts(audiences.count(scope))
          return {
            audience: counts.reduce((all, { count }) => all + count, 0),
            recipients: counts.find(({ rule }) => rule === null)?.count ?? 0
          }
        })
      })
    })
  )
}

const nobody: ValidationIssue = { field: "audience", message: "No contact of this audience would get the campaign" }
