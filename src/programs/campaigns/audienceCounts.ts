import type { Effect } from "effect"
import type { CountedValues } from "../contacts/countContacts.ts"
import type { CampaignAudiences } from "../../store/campaigns/CampaignAudiences.ts"

type RuleCounts = Effect.Success<ReturnType<CampaignAudiences["countAudience"]>>
type LanguageCounts = Effect.Success<ReturnType<CampaignAudiences["audienceLanguages"]>>

/** The contacts of all counts. */
export const total = (counts: ReadonlyArray<{ readonly count: number }>) =>
  counts.reduce((all, { count }) => all + count, 0)

/** The counts of two parts of an audience. */
const sumRules = (one: RuleCounts, other: RuleCounts): RuleCounts =>
  [...Map.groupBy([...one, ...other], ({ rule }) => rule)].map(([rule, of]) => ({ rule, count: total(of) }))

/** The contacts who would get the message. */
export const recipientsOf = (counts: RuleCounts) => counts.find(({ rule }) => rule === null)?.count ?? 0

const sumLanguages = (one: LanguageCounts, other: LanguageCounts): LanguageCounts =>
  [...Map.groupBy([...one, ...other], ({ language }) => language)].map(([language, of]) => ({
    language,
    count: total(of)
  }))

/** The contacts of an audience by the rule that leaves them out. Without recipients none is kept, since that forbids sending. */
export const countedRules: CountedValues<RuleCounts> = {
  sum: sumRules,
  isNone: (counts) => recipientsOf(counts) === 0
}

/** The contacts of an audience by their language. */
export const countedLanguages: CountedValues<LanguageCounts> = {
  sum: sumLanguages,
  isNone: (counts) => counts.length === 0
}
