import type { Effect } from "effect"
import type { CampaignAudiences } from "../../store/campaigns/CampaignAudiences.ts"

type RuleCounts = Effect.Success<ReturnType<CampaignAudiences["countAudience"]>>
type LanguageCounts = Effect.Success<ReturnType<CampaignAudiences["audienceLanguages"]>>

/** The contacts of all counts. */
export const total = (counts: ReadonlyArray<{ readonly count: number }>) =>
  counts.reduce((all, { count }) => all + count, 0)

/** The counts of two parts of an audience. */
export const sumRules = (one: RuleCounts, other: RuleCounts): RuleCounts =>
  [...Map.groupBy([...one, ...other], ({ rule }) => rule)].map(([rule, of]) => ({ rule, count: total(of) }))

export const sumLanguages = (one: LanguageCounts, other: LanguageCounts): LanguageCounts =>
  [...Map.groupBy([...one, ...other], ({ language }) => language)].map(([language, of]) => ({
    language,
    count: total(of)
  }))
