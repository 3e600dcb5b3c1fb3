import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AudienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import type { Audience, Campaign } from "../../domain/campaigns/Campaign.ts"
import type { AudienceCount, CampaignReview } from "../../domain/campaigns/CampaignReview.ts"
import { templatesOfCampaign } from "../../domain/campaigns/decodeCampaign.ts"
import { draftIssues } from "../../domain/campaigns/draftIssues.ts"
import type { ReviewRule } from "../../domain/campaigns/LeftOut.ts"
import { missingLanguages } from "../../domain/campaigns/missingLanguages.ts"
import { beginTime } from "../../domain/campaigns/sendTimes.ts"
import { mailChecks } from "../../domain/content/mailChecks.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import { languageOfAccount } from "../../domain/languages/messageWords.ts"
import type { ProcessMail } from "../../domain/senders/MailRoute.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { firstOfEachField, type ValidationFailed, type ValidationIssue } from "../../domain/ValidationIssue.ts"
import { localDay } from "../../domain/zones/localTime.ts"
import { checkCampaignTemplates } from "../../outbound/templates/checkCampaignTemplates.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { Campaigns } from "../../store/campaigns/Campaigns.ts"
import type { AudienceScope } from "../../store/campaigns/CampaignAudiences.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { keyedHash } from "../../store/keys/keyedHash.ts"
import { Keys } from "../../store/keys/Keys.ts"
import { readOnly, retried } from "../../store/database/Transaction.ts"
import type { StoredSender } from "../../store/senders/senderRow.ts"
import type { ContactPage } from "../contacts/ReadContacts.ts"
import { countedContacts, type CountedQuery } from "../lists/countedContacts.ts"
import { ScanContacts } from "../contacts/ScanContacts.ts"
import { countedLanguages, countedRules, recipientsOf, total } from "./audienceCounts.ts"
import { makeAudiences } from "./makeAudiences.ts"
import { makeReviewSamples, makeSampleFacts } from "./reviewSamples.ts"
import { unknownCoupons } from "../coupons/unknownCoupons.ts"
import { Topics } from "../../store/topics/Topics.ts"
import { topicsOfCampaign, unknownTopics } from "../topics/requireTopics.ts"
import { makeReadSenders } from "../senders/makeReadSenders.ts"
import { makeMissingSender } from "../senders/makeMissingSender.ts"

/** A review, and the conditions that it was made for; undefined where the audience has faults. */
interface MadeReview {
  readonly campaign: Campaign
  readonly review: CampaignReview
  readonly conditions: AudienceConditions | undefined
}

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
      query: CountedQuery
    ) => Effect.Effect<ContactPage, NotFound | ValidationFailed | Unavailable>
    /** The size of an audience that is not saved, and its recipients without a holdout. */
    readonly countAudience: (
      account_id: string,
      draft: { readonly channel: Campaign["channel"]; readonly audience: Audience }
    ) => Effect.Effect<AudienceCount, Unavailable>
  }
>()("tally/programs/campaigns/ReviewCampaigns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const campaigns = yield* Campaigns
      const audiencesOf = yield* makeAudiences
      const clocks = yield* TestClocks
      const samplesOf = yield* makeReviewSamples
      const factsOf = yield* makeSampleFacts
      const senders = yield* makeReadSenders
      const { server } = yield* EmailTransport
      const topics = yield* Topics
      const missingSender = yield* makeMissingSender
      const page = countedContacts(keyedHash(yield* Keys, "campaign cursors"))
      const { scan, counter } = yield* ScanContacts

      const rulesOf = counter(countedRules)
      const languagesOf = counter(countedLanguages)
      const countOf = ({ now, ...scope }: AudienceScope) =>
        rulesOf({
          account_id: scope.account_id,
          name: [scope],
          now,
          read: (range, at) => campaigns.countAudience({ ...scope, now: at }, range)
        })
      const readersOf = ({ now, ...scope }: AudienceScope) =>
        Effect.map(
          languagesOf({
            account_id: scope.account_id,
            name: [scope],
            now,
            read: (range, at) => campaigns.audienceLanguages({ ...scope, now: at }, range)
          }),
          ({ value }) => value
        )

      const contactsOf = (scope: AudienceScope, rule: ReviewRule | null, { before, limit }: KeysetSlice) =>
        scan({
          account_id: scope.account_id,
          before,
          read: (range) => campaigns.readAudience(scope, rule, range, limit),
          isEnough: (found) => found.flat().length >= limit
        }).pipe(Effect.map((found) => found.flat().slice(0, limit)))

      const scopeOf = Effect.fnUntraced(function* (
        account_id: string,
        campaign: Pick<Campaign, "id" | "channel" | "holdout_percent" | "topic">,
        conditions: AudienceConditions
      ) {
        const account = (yield* retried(readAccounts(sql, [account_id]))).get(account_id)
        const now = yield* clocks.now(account_id)
        const { channel, holdout_percent, topic } = campaign
        const timezone = account?.timezone ?? "UTC"
        const scope: AudienceScope = {
          account_id,
          campaign_id: campaign.id,
          channel,
          topic,
          holdout_percent,
          account_holdout: account?.holdout_percent ?? 0,
          frequency_cap: account?.frequency_cap ?? null,
          day: localDay(now, timezone),
          conditions,
          now
        }
        const language =
          account === undefined
            ? null
            : languageOfAccount({
                language: account.language,
                countryLanguage: countryLanguage(account.default_country) ?? ""
              })
        return { scope, timezone, language }
      })

      /** The campaign, its audience and what is wrong with it, of one snapshot. */
      const prepare = (account_id: string, campaign_id: string) =>
        readOnly(sql)(
          Effect.gen(function* () {
            const campaign = yield* campaigns.read(account_id, campaign_id)
            return { campaign, ...(yield* audiencesOf.ofCampaign(account_id, campaign)) }
          })
        )

      const none: AudienceConditions = { include: [[{ field: "contact.created_at", op: "not_exists" }]], exclude: null }

      return ReviewCampaigns.of({
        review: Effect.fn("ReviewCampaigns.review")(function* (account_id, campaign_id) {
          const { campaign, conditions, issues } = yield* prepare(account_id, campaign_id)
          const { scope, timezone, language } = yield* scopeOf(account_id, campaign, conditions ?? none)
          const { value: counts, counted_at } = yield* countOf(scope)
          const recipients = recipientsOf(counts)
          const readers = recipients === 0 ? [] : yield* readersOf(scope)
          const [recipient] = recipients === 0 ? [] : yield* contactsOf(scope, null, { before: null, limit: 1 })
          const samples =
            recipient === undefined
              ? []
              : yield* samplesOf({ id: account_id, language }, campaign, recipient.contact_id)
          const faults: ReadonlyArray<ValidationIssue> = firstOfEachField(
            draftIssues(campaign, timezone, scope.now),
            checkCampaignTemplates(templatesOfCampaign(campaign)),
            yield* retried(unknownCoupons(sql, account_id, templatesOfCampaign(campaign))),
            yield* retried(unknownTopics(topics, account_id, topicsOfCampaign(campaign.topic))),
            issues,
            issues.length === 0 && recipients === 0 ? [nobody] : [],
            campaign.channel === "email"
              ? yield* missingSender(account_id, "campaign", [{ field: "sender_id", sender_id: campaign.sender_id }])
              : [],
            samples.flatMap(({ variant, preview: { unsent } }) =>
              unsent?.status === "failed" ? [{ field: `variants.${variant}`, message: unsent.reason }] : []
            )
          )
          const stored = campaign.channel === "email" ? yield* senders.one(account_id, campaign.sender_id) : undefined
          const sender = stored === undefined ? null : reviewedSender(campaign.sender_id, stored, server)
          const sender_check = stored?.last_check ?? null
          const facts =
            campaign.channel === "email" ? yield* factsOf(campaign, samples, sender ?? unknownSender) : undefined
          const review: CampaignReview = {
            audience: total(counts),
            recipients,
            counted_at: momentOf(counted_at),
            left_out: counts.flatMap(({ rule, count }) => (rule === null ? [] : [{ rule, count }])),
            begins_at: DateTime.makeUnsafe(beginTime(campaign, timezone, scope.now)),
            samples,
            faults,
            missing_languages: missingLanguages(campaign.variants, language, readers),
            sender,
            sender_check,
            checklist: facts === undefined ? [] : mailChecks(facts, sender_check)
          }
          return { campaign, review, conditions }
        }),
        contacts: Effect.fn("ReviewCampaigns.contacts")(function* (account_id, campaign_id, rule, query) {
          const { campaign, conditions } = yield* prepare(account_id, campaign_id)
          const { scope } = yield* scopeOf(account_id, campaign, conditions ?? none)
          return yield* page(query, {
            name: [account_id, campaign_id, rule],
            count: Effect.map(
              countOf(scope),
              ({ value }) => value.find((counted) => counted.rule === rule)?.count ?? 0
            ),
            read: (slice) => contactsOf(scope, rule, slice)
          })
        }),
        countAudience: Effect.fn("ReviewCampaigns.countAudience")(function* (account_id, { channel, audience }) {
          const { conditions } = yield* readOnly(sql)(audiencesOf.ofAudience(account_id, audience))
          if (conditions === undefined) return { audience: 0, recipients: 0, counted_at: null }
          const { scope } = yield* scopeOf(account_id, { id: "", channel, holdout_percent: 0, topic: null }, conditions)
          const { value: counts, counted_at } = yield* countOf(scope)
          return {
            counted_at: momentOf(counted_at),
            audience: total(counts),
            recipients: recipientsOf(counts)
          }
        })
      })
    })
  )
}

const momentOf = (millis: number | null) => (millis === null ? null : DateTime.makeUnsafe(millis))

const reviewedSender = (
  id: string | null,
  { profile, shared_address }: StoredSender,
  server: ProcessMail
): CampaignReview["sender"] => ({
  id,
  from_name: profile.from_name,
  from_email: profile.from_email ?? (shared_address ? server.from : null)
})

const unknownSender = { from_name: null, from_email: null }

const nobody: ValidationIssue = { field: "audience", message: "No contact of this audience would get the campaign" }
