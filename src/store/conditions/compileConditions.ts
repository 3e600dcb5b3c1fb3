import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Condition, Conditions } from "../../domain/conditions/Condition.ts"
import { historyFieldOf, historyLookups } from "../../domain/conditions/History.ts"
import { historyRows, type HistoryScope } from "./historyRows.ts"
import { contactValue } from "./contactValue.ts"
import { type ComparedValue, comparison } from "./comparison.ts"

/** A set of contacts as parts of a statement: `joins` follow `FROM contacts`, `matches` is a condition. */
export interface CompiledConditions {
  readonly joins: Fragment
  readonly matches: Fragment
}

/**
 * The contacts for which conditions match, as `matches` in domain/flows decides it for one contact: every comparison is true or
 * false, never null. Each lookup is one subquery over the account's rows, joined by contact, and each JSON value is read once a contact. Parts of a statement on `contacts`;
 * `alias` begins the names of its joins.
 */
export const compileConditions = (
  sql: SqlClient.SqlClient,
  scope: HistoryScope,
  conditions: Conditions,
  alias = "history"
): CompiledConditions => {
  const lookups = historyLookups(conditions)
  const aliases = new Map(lookups.map(({ key }, at) => [key, `${alias}_${at}`]))
  const compared = Map.groupBy(conditions.flat(), ({ field }) => field)
  const values = new Map(
    [...compared].map(([field, by], at) => [field, contactValue(sql, field, `${alias}_value_${at}`, by)])
  )
  const reads = [...values.values()].map((read, at) =>
    read?.from === undefined ? sql`` : sql`CROSS JOIN LATERAL (${read.from}) ${sql.literal(`${alias}_value_${at}`)}`
  )
  const joins = lookups.map(
    (lookup, at) =>
      sql`LEFT JOIN LATERAL (${historyRows(sql, scope, lookup)}) ${sql.literal(`${alias}_${at}`)}
        ON ${sql.literal(`${alias}_${at}`)}.contact_id = contacts.contact_id`
  )
  const valueOf = (condition: Condition): ComparedValue | undefined => {
    const history = historyFieldOf(condition.field)
    if (history === undefined) return values.get(condition.field)?.value
    const [lookup] = historyLookups([[condition]])
    const name = aliases.get(lookup?.key ?? "")
    if (history.kind === "text") return { text: sql.literal(`${name}.text`) }
    return {
      number: history.empty === 0 ? sql.literal(`coalesce(${name}.number, 0)`) : sql.literal(`${name}.number`)
    }
  }
  const groups = conditions.map((group) =>
    sql.and(group.map((condition) => comparison(sql, valueOf(condition), condition, scope.now)))
  )
  return {
    joins: sql.join(" ", false)([...reads, ...joins]),
    matches: groups.length === 0 ? sql`true` : sql.or(groups)
  }
}
