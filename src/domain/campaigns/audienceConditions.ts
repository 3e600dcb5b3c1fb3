import { Schema } from "effect"
import { Condition, type Conditions } from "../conditions/Condition.ts"
import { comparedValues, tooCostly } from "../conditions/conditionCost.ts"
import { historyLookups } from "../conditions/History.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { Audience } from "./Campaign.ts"

// Of several segments, so without the bounds of one.
const Groups = Schema.Array(Schema.Array(Condition))

/** The conditions of an audience: those of its segments, as groups. No group matches every contact; `exclude` is null without an excluded segment. */
export const AudienceConditions = Schema.Struct({ include: Groups, exclude: Schema.NullOr(Groups) })
export type AudienceConditions = typeof AudienceConditions.Type

/** The lookups in orders, events, messages and views that all segments of an audience may need of a contact. */
export const maxAudienceLookups = 20

/** The values that all segments of an audience may compare with. */
export const maxAudienceCompared = 2_000

// A contact is in any of several segments while one group of one of them matches.
const anyOf = (segments: ReadonlyArray<Conditions>): Conditions =>
  segments.some((conditions) => conditions.length === 0) ? [] : segments.flat()

/**
 * The conditions of an audience, of the conditions of its segments by id; undefined for an audience that names none. `issues` are what prevents
 * sending to it. Pure.
 */
export const audienceConditions = (
  { all = false, include, exclude }: Audience,
  segments: ReadonlyMap<string, Conditions>
): { readonly conditions: AudienceConditions | undefined; readonly issues: ReadonlyArray<ValidationIssue> } => {
  const found = (ids: ReadonlyArray<string>) =>
    ids.flatMap((id) => [segments.get(id)].filter((one) => one !== undefined))
  const missing = (name: string, ids: ReadonlyArray<string>) =>
    ids.flatMap((id, at) =>
      segments.has(id) ? [] : [{ field: `audience.${name}.${at}`, message: "Is not a segment of the account" }]
    )
  const included = found(include)
  const excluded = found(exclude)
  const isEmpty = !all && include.length === 0
  const conditions =
    !all && included.length === 0
      ? undefined
      : { include: all ? [] : anyOf(included), exclude: excluded.length === 0 ? null : anyOf(excluded) }
  const together = conditions === undefined ? [] : [...conditions.include, ...(conditions.exclude ?? [])]
  const costly = [
    ...(historyLookups(together).length > maxAudienceLookups
      ? [`Must count at most ${maxAudienceLookups} kinds of orders, events, messages and views`]
      : []),
    ...(comparedValues(together) > maxAudienceCompared ? [tooCostly(maxAudienceCompared)] : [])
  ].map((message) => ({ field: "audience", message }))
  return {
    conditions: costly.length > 0 ? undefined : conditions,
    issues: [
      ...(isEmpty ? [{ field: "audience.include", message: "Choose a segment, or all contacts" }] : []),
      ...missing("include", include),
      ...missing("exclude", exclude),
      ...costly
    ]
  }
}
