import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type HistoryLookup, type HistoryValues, noHistory } from "../../domain/conditions/History.ts"
import type { Order } from "../../domain/orders/Order.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { eachContact, historyRows } from "./historyRows.ts"
import { newestRows } from "./newestRows.ts"

/** A contact, and the values to read of its orders, events, messages and views. */
interface HistorySubject {
  readonly account_id: string
  readonly contact_id: string
  readonly lookups: ReadonlyArray<HistoryLookup>
  /** The time on the account's clock, in milliseconds. */
  readonly now: number
}

const Row = Schema.Struct({
  contact_id: Schema.String,
  at: Schema.Int,
  number: Schema.NullOr(Schema.Number),
  text: Schema.NullOr(Schema.String)
})
const queryRows = query(Row)

/**
 * The values of each contact, in the order given: one statement for each account, set of lookups and time. Of a contact's orders, events,
 * messages and views the newest 10,000 of each count. `unsaved` counts as if it were saved. Joins an open transaction.
 */
export const readHistories = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  subjects: ReadonlyArray<HistorySubject>,
  unsaved?: Order
) {
  const histories = new Map<string, Map<string, number | string>>()
  const groups = Map.groupBy(
    subjects.filter(({ lookups }) => lookups.length > 0),
    groupKey
  )
  for (const [group, members] of groups) {
    const [first] = members
    if (first === undefined) continue
    const { account_id, lookups, now } = first
    const ids = [...new Set(members.map(({ contact_id }) => contact_id))]
    const scope = { account_id, now, contacts: eachContact(sql), tables: newestRows(sql, account_id, unsaved) }
    const parts = lookups.map(
      (lookup, at) =>
        sql`SELECT contact_id, ${at}::int AS at, number, text FROM (${historyRows(sql, scope, lookup)}) part`
    )
    const rows = yield* queryRows(
      sql`SELECT found.* FROM unnest(${texts(ids)}) AS contacts (contact_id)
        CROSS JOIN LATERAL (${sql.join(" UNION ALL ", false)(parts)}) found
        ORDER BY contact_id, at LIMIT ${ids.length * lookups.length}`.unprepared
    )
    for (const row of rows) {
      const key = `${group}|${row.contact_id}`
      const values = histories.get(key) ?? new Map<string, number | string>()
      const value = row.number ?? row.text
      const lookup = lookups[row.at]
      if (value !== null && lookup !== undefined) values.set(lookup.key, value)
      histories.set(key, values)
    }
  }
  return subjects.map(
    (subject): HistoryValues => histories.get(`${groupKey(subject)}|${subject.contact_id}`) ?? noHistory
  )
})

const groupKey = ({ account_id, lookups, now }: HistorySubject) =>
  lookups.length === 0 ? "" : JSON.stringify([account_id, now, lookups.map(({ key }) => key)])
