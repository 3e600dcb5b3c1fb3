import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound } from "../../domain/Errors.ts"
import { Conditions } from "../../domain/conditions/Condition.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import type { Segment, SegmentChange, SegmentInput } from "../../domain/segments/Segment.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { nameHas, namedOrder, readPage } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import type { Fragment } from "effect/sql/Statement"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { type ContactRange, everyContact, isInRange } from "../contacts/contactRange.ts"
import { fullContactColumns, FullContactRow } from "../contacts/ContactRow.ts"
import { historyLookups } from "../../domain/conditions/History.ts"
import { eachContact, searchesItems } from "../conditions/historyRows.ts"
import { compileConditions } from "../conditions/compileConditions.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  conditions: Schema.fromJsonString(Conditions),
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})
const queryRow = queryOne(Row)
const queryFlow = queryOne(Schema.Struct({ name: Schema.String }))
const usedBy = (name: string) =>
  `Is the trigger of the flow "${name}". Give that flow another trigger or delete it first`
const encodeConditions = Schema.encodeEffect(Schema.fromJsonString(Conditions))

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

/**
 * Reads and writes the segments of accounts, and reads their contacts, each by one statement. Every member joins the open transaction.
 */
export class Segments extends Context.Service<
  Segments,
  {
    /** By name, or as sorted. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<Segment>, SqlError.SqlError>
    readonly read: (account_id: string, segment_id: string) => Effect.Effect<Segment, NotFound | SqlError.SqlError>
    /** Locks the account's row to count its segments. */
    readonly create: (
      account_id: string,
      input: SegmentInput
    ) => Effect.Effect<Segment, ValidationFailed | SqlError.SqlError>
    readonly change: (
      account_id: string,
      segment_id: string,
      change: SegmentChange
    ) => Effect.Effect<Segment, NotFound | SqlError.SqlError>
    /** Prevents the deletion of the segment until the transaction ends. */
    readonly hold: (account_id: string, segment_id: string) => Effect.Effect<void, NotFound | SqlError.SqlError>
    /** Deletes the segment and gives it as it was. Fails if a flow starts by it. */
    readonly remove: (
      account_id: string,
      segment_id: string
    ) => Effect.Effect<Segment, NotFound | ValidationFailed | SqlError.SqlError>
    /** The exact number of members. Reads every contact of the account, so it lets the planner scan whole tables. */
    readonly countMembers: (members: Members) => Effect.Effect<number, SqlError.SqlError>
    /** Members in descending order of ids. Ids sort by time of creation, newest first. */
    readonly readMembers: (
      members: Members,
      slice: KeysetSlice
    ) => Effect.Effect<ReadonlyArray<FullContact>, SqlError.SqlError>
  }
>()("tally/store/segments/Segments") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`segment_id AS id, name, conditions::text, created_at, updated_at`
      const jsonOf = (conditions: Conditions) => Effect.orDie(encodeConditions(conditions))
      const found = <E>(statement: Effect.Effect<unknown, E>) =>
        Effect.flatMap(queryRow(statement), (row) =>
          row === undefined ? Effect.fail(new NotFound()) : Effect.succeed(row)
        )
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
      return Segments.of({
        list: (account_id, page) =>
          readPage(sql, page, {
            select: columns,
            from: sql`FROM segments WHERE account_id = ${account_id} ${nameHas(sql, page, "segments")}`,
            order:
              page.sort === undefined ? sql`name, segment_id` : namedOrder(sql, page.sort, "segments", "segment_id"),
            row: Row
          }),
        read: (account_id, segment_id) =>
          found(sql`SELECT ${columns} FROM segments WHERE account_id = ${account_id} AND segment_id = ${segment_id}`),
        create: Effect.fnUntraced(function* (account_id, { name, conditions }) {
          yield* withinQuota(sql, account_id, quotas.segments, sql`FROM segments WHERE account_id = ${account_id}`)
          const now = timeText(yield* Clock.currentTimeMillis)
          const made = sql`
            INSERT INTO segments (account_id, segment_id, name, conditions, created_at, updated_at)
            VALUES (${account_id}, ${yield* makeId("seg")}, ${name}, ${yield* jsonOf(conditions)}::json, ${now}::timestamptz,
              ${now}::timestamptz)
            RETURNING ${columns}`
          return yield* Effect.catchTag(found(made), "NotFound", Effect.die)
        }),
        change: Effect.fnUntraced(function* (account_id, segment_id, { name, conditions }) {
          const now = timeText(yield* Clock.currentTimeMillis)
          const json = conditions === undefined ? null : yield* jsonOf(conditions)
          return yield* found(sql`
            UPDATE segments SET name = coalesce(${name ?? null}::text, name),
              conditions = coalesce(${json}::json, conditions), updated_at = ${now}::timestamptz
            WHERE account_id = ${account_id} AND segment_id = ${segment_id} RETURNING ${columns}`)
        }),
        hold: (account_id, segment_id) =>
          Effect.asVoid(
            found(
              sql`SELECT ${columns} FROM segments WHERE account_id = ${account_id} AND segment_id = ${segment_id} FOR KEY SHARE`
            )
          ),
        remove: Effect.fnUntraced(function* (account_id, segment_id) {
          // Waits for flows that are being saved with the segment.
          yield* found(sql`
            SELECT ${columns} FROM segments WHERE account_id = ${account_id} AND segment_id = ${segment_id} FOR UPDATE`)
          const flow = yield* queryFlow(sql`
            SELECT name FROM flows WHERE account_id = ${account_id} AND trigger_type = 'entered_segment'
              AND trigger_detail = ${segment_id} AND deleted_at IS NULL ORDER BY flow_id LIMIT 1`)
          if (flow !== undefined) return yield* invalid("", usedBy(flow.name))
          return yield* found(sql`
            DELETE FROM segments WHERE account_id = ${account_id} AND segment_id = ${segment_id} RETURNING ${columns}`)
        }),
        countMembers: Effect.fnUntraced(function* (members) {
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
        readMembers: (members, { before, limit }) =>
          queryMembers(
            sql`SELECT ${fullContactColumns(sql)} ${compile(members, eachContact(sql))}
                AND ${isInRange(sql, sql`contacts.contact_id`, { before, from: members.range?.from ?? null })}
              ORDER BY contacts.contact_id DESC LIMIT ${limit}::int`.unprepared
          )
      })
    })
  )
}
