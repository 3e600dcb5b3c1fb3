import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Template } from "../../domain/messages/Template.ts"
import { ValidationFailed, type ValidationIssue } from "../../domain/ValidationIssue.ts"
import { couponNames } from "../../outbound/templates/couponNames.ts"
import { couponIds, noCoupon } from "../../store/coupons/couponIds.ts"

/** The issues of templates that show coupons which the account does not have, at most one a template. Joins the open transaction. */
export const unknownCoupons = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  templates: ReadonlyArray<Template>
) {
  const named = templates.flatMap((template) =>
    couponNames(template).map((name) => ({ account_id, name, field: template.field }))
  )
  if (named.length === 0) return []
  const idsOf = yield* couponIds(sql, new Map(named.map((one) => [one, [one.name]])))
  const unknown = named.filter((one) => idsOf(one)?.includes(noCoupon))
  return [...Map.groupBy(unknown, ({ field }) => field)].map(([field, of]): ValidationIssue => ({
    field,
    message: `Unknown coupon ${of
      .slice(0, 5)
      .map(({ name }) => name.slice(0, 40))
      .join(", ")}`
  }))
})

/** Fails with the issues of `unknownCoupons`. */
export const requireCoupons = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  templates: ReadonlyArray<Template>
) {
  const issues = yield* unknownCoupons(sql, account_id, templates)
  if (issues.length > 0) return yield* new ValidationFailed({ issues })
})
