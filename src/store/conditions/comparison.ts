import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Condition, Scalar } from "../../domain/conditions/Condition.ts"
import { maxSearched } from "../../domain/conditions/containsText.ts"
import { conditionTime } from "../../domain/conditions/conditionTime.ts"
import { durationMillis } from "../../domain/flows/FlowDuration.ts"
import { dayPattern, daysAround, numberIn, truthIn } from "../../domain/conditions/freeValue.ts"
import { texts } from "../sql/parameters.ts"
import { timeText } from "../sql/timestamps.ts"

/** A value in a statement, by the types that it can have; null as a type that it has not. `list` is a jsonb array of text. */
export interface ComparedValue {
  readonly text?: Fragment
  readonly number?: Fragment
  readonly boolean?: Fragment
  readonly time?: Fragment
  readonly list?: Fragment
  /** The value is as the account wrote it: `number` and `boolean` are also those that its text spells. */
  readonly isFree?: true
  /** For values in JSON: a condition that is false only if the value is not the text, or the list has no such member. Costs less than reading JSON. */
  readonly mayHold?: (text: string) => Fragment
  /** Whether the value is missing or empty, for values of several types. */
  readonly isMissing?: Fragment
}

/** One comparison as an SQL condition that is true or false, never null. A value that is undefined is missing. */
export const comparison = (
  sql: SqlClient.SqlClient,
  value: ComparedValue | undefined,
  { op, value: wanted }: Condition,
  now: number
): Fragment => {
  const isTrue = (condition: Fragment | undefined) =>
    condition === undefined ? sql`false` : sql`coalesce(${condition}, false)`
  const mayHold = (text: string) => (value?.mayHold === undefined ? sql`` : sql`${value.mayHold(text)} AND `)
  const not = (condition: Fragment) => sql`NOT ${condition}`

  const equals = (one: Scalar): Fragment => {
    const [number, truth] = value?.isFree === true ? [numberIn(one), truthIn(one)] : []
    if (number !== undefined) return isTrue(sql`${value?.number ?? sql`NULL`} = ${number}::float8`)
    if (truth !== undefined) return isTrue(sql`${value?.boolean ?? sql`NULL`} = ${truth}::boolean`)
    if (typeof one === "number") return isTrue(value?.number && sql`${value.number} = ${one}::float8`)
    if (typeof one === "boolean") return isTrue(value?.boolean && sql`${value.boolean} = ${one}::boolean`)
    return isTrue(value?.text && sql`${mayHold(one)}${value.text} = ${one}::text`)
  }

  const compares = (operator: "<" | "<=" | ">" | ">="): Fragment => {
    const sign = sql.literal(operator)
    if (typeof wanted === "number") return isTrue(value?.number && sql`${value.number} ${sign} ${wanted}::float8`)
    if (typeof wanted !== "string") return sql`false`
    const spelt = value?.isFree === true ? numberIn(wanted) : undefined
    if (spelt !== undefined && value?.number !== undefined && value.text !== undefined) {
      return isTrue(sql`CASE WHEN ${value.number} IS NULL THEN ${value.text} COLLATE "C" ${sign} ${wanted}::text
        ELSE ${value.number} ${sign} ${spelt}::float8 END`)
    }
    if (value?.time !== undefined) {
      return isTrue(sql`${value.time} ${sign} ${timeText(conditionTime(wanted) ?? 0)}::timestamptz`)
    }
    return isTrue(value?.text && sql`${value.text} COLLATE "C" ${sign} ${wanted}::text`)
  }

  const contains = (): Fragment => {
    if (typeof wanted !== "string") return sql`false`
    if (value?.list !== undefined) {
      // An operator, because workers can't share a scan with subqueries.
      return isTrue(sql`${mayHold(wanted)}${value.list} ? ${wanted}::text`)
    }
    return isTrue(value?.text && sql`position(${wanted}::text IN left(${value.text}, ${maxSearched}::int)) > 0`)
  }

  const isMissing = (): Fragment => {
    if (value === undefined) return sql`true`
    if (value.isMissing !== undefined) return value.isMissing
    if (value.list !== undefined) return sql`coalesce(jsonb_array_length(${value.list}) = 0, true)`
    if (value.text !== undefined) return sql`coalesce(${value.text}, '') = ''`
    return sql`${value.number ?? value.time ?? sql`NULL`} IS NULL`
  }

  const isWithin = (past: "within" | "within_next"): Fragment => {
    if (typeof wanted === "string" && value?.isFree === true && value.text !== undefined) {
      const { first, last } = daysAround(now, past, wanted)
      return isTrue(sql`${value.text} ~ ${dayPattern} AND left(${value.text}, 10) COLLATE "C" >= ${first}::text
        AND left(${value.text}, 10) COLLATE "C" <= ${last}::text`)
    }
    return isTrue(
      typeof wanted === "string" && value?.time !== undefined
        ? sql`${value.time} > ${timeText(now - durationMillis(wanted))}::timestamptz`
        : undefined
    )
  }

  // One comparison with all of a type, which PostgreSQL looks up by hash.
  const isIn = (list: ReadonlyArray<Scalar>): Fragment => {
    const isFree = value?.isFree === true
    const numbers = list.flatMap((one) => (isFree ? numberIn(one) : typeof one === "number" ? one : undefined) ?? [])
    const truths = list.flatMap((one) => (isFree ? truthIn(one) : typeof one === "boolean" ? one : undefined) ?? [])
    const others = list.filter(
      (one) => typeof one === "string" && !(isFree && (numberIn(one) ?? truthIn(one)) !== undefined)
    )
    const anyOf = (of: Fragment | undefined, type: string, all: ReadonlyArray<Scalar>) =>
      of === undefined || all.length === 0
        ? []
        : [isTrue(sql`${of} = ANY (${texts(all.map(String))}::${sql.literal(type)}[])`)]
    const each = [
      ...anyOf(value?.number, "float8", numbers),
      ...anyOf(value?.boolean, "boolean", truths),
      ...anyOf(value?.text, "text", others)
    ]
    return each.length === 0 ? sql`false` : sql.or(each)
  }

  switch (op) {
    case "eq":
      return single(wanted, equals) ?? sql`false`
    case "neq":
      return not(single(wanted, equals) ?? sql`false`)
    case "gt":
      return compares(">")
    case "gte":
      return compares(">=")
    case "lt":
      return compares("<")
    case "lte":
      return compares("<=")
    case "contains":
      return contains()
    case "not_contains":
      return not(contains())
    case "in":
      return isIn(Array.isArray(wanted) ? wanted : [])
    case "exists":
      return not(sql`(${isMissing()})`)
    case "not_exists":
      return sql`(${isMissing()})`
    case "within":
    case "within_next":
      return isWithin(op)
    case "not_within":
      return not(isWithin("within"))
  }
}

const single = <A>(wanted: Condition["value"], use: (one: Scalar) => A): A | undefined =>
  wanted === undefined || typeof wanted === "object" ? undefined : use(wanted)
