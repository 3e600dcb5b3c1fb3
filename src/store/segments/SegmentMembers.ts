import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { type ContactRange, everyContact, isInRange } from "../contacts/contactRange.ts"
import { fullContactColumns, FullContactRow } from "../contacts/ContactRow.ts"
import { query, queryOne } from "../sql/query.ts"
import { historyLookups } from "../../domain/conditions/History.ts"
import { eachContact, searchesItems } from "../conditions/historyRows.ts"
import { compileConditions } from "../conditions/compileConditions.ts"

const queryCount = queryOne(Schema.Struct({ count: Schema.Int }))
const queryMiddle = queryOne(Schema.Struct({ contact_id: Schema.String }))
const queryMembers = query(FullContactRow)

/** The contacts for which conditions match now. `now` is the time on the account's clock, in milliseconds. */
export interface Members {
  readonly account_id: string
  readonly conditions: Conditions
  readonly now: number
  /** Absent: every contact. */
  readonly range?: ContactRange
}

/** Reads the contacts of segments, each by one statement. Every member joins the open transaction. */
export class SegmentMembers extends Context.Service<
  SegmentMembers,
  {
    /** The exact number of members. Reads every contact of the account, so it lets the planner scan whole tables. */
    readonly count: (members: Members) => Effect.Effect<number, SqlError.SqlError>
    /** Members in descending order of ids. Ids sort by time of creation, newest first. */
    readonly read: (
      members: Members,
      slice: KeysetSlice
    ) => Effect.Effect<ReadonlyArray<FullContact>, SqlError.SqlError>
  }
>()("tally/store/segments/SegmentMembers") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const compile = ({ account_id, conditions, now }: Members, contacts: Fragment) => {
        const { joins, matches } = compileConditions(sql, { account_id, now, contacts }, conditions)
        return sql`FROM contacts ${joins} WHERE contacts.account_id = ${account_id} AND ${matches}`
      }

      // The parts that a count is divided into: two halves of the contacts, which two workers of one statement take. In one part each worker would read the histories of all contacts. PostgreSQL itself divides a search for items,
      // which reads the whole table because no index has them.
      const partsOf = Effect.fnUntraced(function* ({ account_id, conditions, range = everyContact }: Members) {
        const whole = [range]
        if (range.before !== null || range.from !== null) return whole
        if (historyLookups(conditions).every(searchesItems)) return whole
        const middle = yield* queryMiddle(sql`
          SELECT contact_id FROM contacts WHERE account_id = ${account_id} ORDER BY contact_id LIMIT 1
          OFFSET (SELECT sum(total) / 2 FROM contact_counts WHERE account_id = ${account_id})`)
        return middle === undefined
          ? whole
          : [
              { before: middle.contact_id, from: null },
              { before: null, from: middle.contact_id }
            ]
      })

      // Not prepared: every definition has a text of its own.
      return SegmentMembers.of({
        count: Effect.fnUntraced(function* (members) {
          yield* sql`SELECT set_config('enable_seqscan', 'on', true), set_config('work_mem', '32MB', true)`
          const parts = yield* partsOf(members)
          // A half is read by an index, in the order of its histories. For a hash join the planner scans the whole table for each half.
          if (parts.length > 1) yield* sql`SELECT set_config('enable_hashjoin', 'off', true)`
          const counts = parts.map(
            (part) => sql`SELECT count(*) AS count ${compile(members, isInRange(sql, sql`contact_id`, part))}
              AND ${isInRange(sql, sql`contacts.contact_id`, part)}`
          )
          const row = yield* queryCount(
            sql`SELECT sum(count)::float8 AS count FROM (${sql.join(" UNION ALL ", false)(counts)}) parts`.unprepared
          )
          return row?.count ?? 0
        }),
        read: (members, { before, limit }) =>
          queryMembers(
            sql`SELECT ${fullContactColumns(sql)} ${compile(members, eachContact(sql))}
                AND ${isInRange(sql, sql`contacts.contact_id`, { before, from: members.range?.from ?? null })}
              ORDER BY contacts.contact_id DESC LIMIT ${limit}::int`.unprepared
          )
      })
    })
  )
}
