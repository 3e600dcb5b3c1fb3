import { Schema } from "effect"
import { Audience } from "../campaigns/Campaign.ts"
import { ReviewRule } from "../campaigns/LeftOut.ts"
import { Channel } from "../contacts/Consent.ts"
import { Revenue } from "../messages/ListedMessage.ts"
import { TopicKey } from "../topics/Topic.ts"
import { IdText } from "../values/Id.ts"
import { Timestamp } from "../values/Time.ts"
import { MessagesPerPerson, partOfInput } from "./Backtest.ts"
import { BacktestExample } from "./examples.ts"
import { ConditionAt } from "./SegmentBacktest.ts"

/** What of a campaign decides who gets it. */
const Draft = Schema.Struct({
  channel: Channel,
  audience: Audience,
  topic: Schema.optionalKey(Schema.NullOr(TopicKey)),
  holdout_percent: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 }, { message: "Must be a whole number from 0 to 50" }))
  )
}).annotate({ identifier: "CampaignBacktestDraft" })
export type CampaignBacktestDraft = typeof Draft.Type

/** The most moments of a backtest. */
export const maxMoments = 366

/**
 * The body of `POST /campaigns/backtest`: a saved campaign by its id, one that is not saved (`draft`), or both: a changed campaign. It goes out at
 * `at`; with `every`, at the same local time of each day or week from `at` on, up to `to`, which does not belong to the span.
 */
export const CampaignBacktestInput = Schema.Struct({
  campaign_id: Schema.optionalKey(IdText),
  draft: Schema.optionalKey(Draft),
  at: Schema.optionalKey(
    Timestamp.annotate({ description: "If absent, when the campaign began to be sent, at its own times." })
  ),
  every: Schema.optionalKey(Schema.Literals(["day", "week"])),
  to: Schema.optionalKey(Timestamp),
  ...partOfInput
}).annotate({ identifier: "CampaignBacktestInput" })
export type CampaignBacktestInput = typeof CampaignBacktestInput.Type

/**
 * What a campaign would have done, had it gone out at `at`. `audience`: contacts in its segments, which are `sent` to, `waiting` for a time that
 * has not come, or `left_out` by rule. `held`: texts that would have waited for quiet hours before. `sales`: orders within seven days of a message.
 */
const Moment = Schema.Struct({
  at: Timestamp,
  audience: Schema.Int,
  sent: Schema.Int,
  waiting: Schema.Int,
  held: Schema.Int,
  left_out: Schema.Array(
    Schema.Struct({ rule: ReviewRule, count: Schema.Int }).annotate({ identifier: "CampaignBacktestLeftOut" })
  ),
  sales: Schema.Struct({ people: Schema.Int, orders: Schema.Int, revenue: Schema.Array(Revenue) })
}).annotate({ identifier: "CampaignBacktestMoment" })
export type CampaignBacktestMoment = typeof Moment.Type

/**
 * What a campaign would have done in the past. `contacts` were looked at; `unjudged` of them have too long a past. `messages_per_person`: of those
 * who were in an audience, how many would have got how many messages. `examples`: contacts that stand
 * for `sent` and the rules of `left_out`. `notes`: what no record tells of this past, in words.
 */
export const CampaignBacktest = Schema.Struct({
  contacts: Schema.Int,
  unjudged: Schema.Int,
  moments: Schema.Array(Moment),
  messages_per_person: MessagesPerPerson,
  examples: Schema.Array(BacktestExample),
  notes: Schema.Array(Schema.String)
}).annotate({ identifier: "CampaignBacktest" })
export type CampaignBacktest = typeof CampaignBacktest.Type

/** What became of a contact of the audience: `sent`, `waiting` for a time that has not come, or `left_out` by a rule. */
export const CampaignOutcome = Schema.Literals(["sent", "waiting", "left_out"])

/**
 * One contact: what became of it at each moment, null outside of the audience, and each condition of the included and the excluded segments when
 * the campaign went out last.
 */
const Person = Schema.Struct({
  moments: Schema.Array(
    Schema.Struct({
      at: Timestamp,
      outcome: Schema.NullOr(CampaignOutcome),
      rule: Schema.NullOr(ReviewRule)
    })
  ),
  include: Schema.Array(Schema.Array(ConditionAt)),
  exclude: Schema.Array(Schema.Array(ConditionAt))
}).annotate({ identifier: "CampaignBacktestPerson" })
export type CampaignBacktestPerson = typeof Person.Type

/**
 * A part of a backtest of a campaign: some contacts of the account. `next_cursor` is null in the last part. The figures of all parts add up. `total`
 * is the number of the account's contacts, in the first part.
 */
export const CampaignBacktestPart = Schema.Struct({
  ...CampaignBacktest.fields,
  total: Schema.NullOr(Schema.Int),
  person: Schema.NullOr(Person),
  next_cursor: Schema.NullOr(Schema.String)
}).annotate({ identifier: "CampaignBacktestPart" })
export type CampaignBacktestPart = typeof CampaignBacktestPart.Type
