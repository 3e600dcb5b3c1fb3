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
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"

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

/** Reads and writes the segments of accounts. Every member joins the open transaction. */
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
        })
      })
    })
  )
}
