import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { triggerDetail, watchedTriggers } from "../../domain/flows/triggerKinds.ts"
import { Definition } from "../../domain/flows/Definition.ts"
import {
  type Flow,
  type FlowChange,
  FlowChanged,
  FlowCounts,
  type FlowInput,
  FlowNotice,
  FlowStatus,
  type ListedFlow
} from "../../domain/flows/Flow.ts"
import { flowStopped } from "../../domain/flows/flowStop.ts"
import type { Holdout } from "../../domain/lift/holdout.ts"
import { readyFlows } from "../../domain/flows/readyFlows.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { readAccounts } from "../accounts/readAccounts.ts"
import { texts } from "../sql/parameters.ts"
import { nameHas, namedOrder, readPage } from "../sql/paging.ts"
import { timeText } from "../sql/timestamps.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { type FlowEndings, makeFlowEndings } from "./FlowEndings.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: FlowStatus,
  version: Schema.Int,
  definition: Schema.fromJsonString(Definition),
  holdout_percent: Schema.Int,
  notice: Schema.NullOr(Schema.fromJsonString(FlowNotice)),
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})

const queryRow = queryOne(Row)
const queryHoldout = queryOne(
  Schema.Struct({ holdout_percent: Schema.Int, holdout_since: Schema.NullOr(Schema.DateTimeUtcFromDate) })
)
const queryVersion = queryOne(Schema.Struct({ version: Schema.Int }))
const ListedRow = Schema.Struct({ ...Row.fields, counts: Schema.fromJsonString(FlowCounts) })
const encodeDefinition = Schema.encodeEffect(Schema.fromJsonString(Definition))

/** Runs, and messages, of a flow that a list counts. */
const maxCounted = 10_000

/** Reads and writes the flows of accounts and their versions. Every member but `read` joins the open transaction. */
export class Flows extends Context.Service<
  Flows,
  {
    /** Adds the ready-made flows, paused, once for each account. Locks the account's row if it adds them. */
    readonly addReadyFlows: (account_id: string) => Effect.Effect<void, SqlError.SqlError>
    /** Oldest first, or as sorted. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<ListedFlow>, SqlError.SqlError>
    readonly read: (account_id: string, flow_id: string) => Effect.Effect<Flow, NotFound | Unavailable>
    /** Creates a flow, paused. Locks the account's row to count its flows. */
    readonly create: (account_id: string, input: FlowInput) => Effect.Effect<Flow, ValidationFailed | SqlError.SqlError>
    /** Writes a new version; runs stay on theirs. Fails with `FlowChanged` if `input.version` is not the newest. */
    readonly update: (
      account_id: string,
      flow_id: string,
      input: FlowChange
    ) => Effect.Effect<Flow, NotFound | FlowChanged | ValidationFailed | SqlError.SqlError>
    /** Sets the status. `active` also queues the runs that the pause held and the mails that a stop held. Idempotent. */
    readonly setStatus: (
      account_id: string,
      flow_id: string,
      status: FlowStatus
    ) => Effect.Effect<Flow, NotFound | SqlError.SqlError>
    /** The share of people whom the flow holds out, and since when. */
    readonly readHoldout: (account_id: string, flow_id: string) => Effect.Effect<Holdout, NotFound | Unavailable>
    /** `readHoldout`, locked until the open transaction ends. */
    readonly lockHoldout: (account_id: string, flow_id: string) => Effect.Effect<Holdout, NotFound | SqlError.SqlError>
    /** Sets the share of people whom the flow holds out. */
    readonly setHoldout: (
      account_id: string,
      flow_id: string,
      holdout: Holdout
    ) => Effect.Effect<Flow, NotFound | SqlError.SqlError>
  } & FlowEndings
>()("tally/store/flows/Flows") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const select = sql`f.flow_id AS id, name, status, f.version, definition::text, holdout_percent, f.created_at, f.updated_at,
        CASE WHEN notice IS NOT NULL THEN json_build_object('text', notice, 'message_id', notice_message_id, 'at',
          to_char(notice_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END::text AS notice`
      const from = (account_id: string) => sql`FROM flows f
        JOIN flow_versions v ON v.account_id = ${account_id} AND v.flow_id = f.flow_id AND v.version = f.version
        WHERE f.account_id = ${account_id} AND f.deleted_at IS NULL`
      // Both subqueries read an index from its end, so the cost does not grow with the flow's runs and messages.
      const counts = (
        account_id: string
      ) => sql`(SELECT json_build_object('under_way', under_way, 'finished', runs - under_way, 'messages', messages,
          'captured', captured, 'at_least', runs = ${maxCounted}::int OR written = ${maxCounted}::int)::text
        FROM (SELECT count(*) AS runs, count(*) FILTER (WHERE ended_at IS NULL) AS under_way FROM (
          SELECT ended_at FROM flow_runs r WHERE r.account_id = ${account_id} AND r.flow_id = f.flow_id
          ORDER BY run_id DESC LIMIT ${maxCounted}::int) newest) r,
        (SELECT count(*) AS written, count(*) FILTER (WHERE status IN ('sent', 'bounced', 'clicked')) AS messages,
          count(*) FILTER (WHERE status = 'captured') AS captured FROM (
          SELECT status FROM messages m WHERE m.account_id = ${account_id} AND m.flow_id = f.flow_id
          ORDER BY message_id DESC LIMIT ${maxCounted}::int) newest) m) AS counts`
      const readOne = Effect.fnUntraced(function* (account_id: string, flow_id: string) {
        const flow = yield* queryRow(sql`SELECT ${select} ${from(account_id)} AND f.flow_id = ${flow_id}`)
        return flow ?? (yield* new NotFound())
      })
      const holdoutOf = Effect.fnUntraced(function* (account_id: string, flow_id: string, lock = sql.literal("")) {
        const found = yield* queryHoldout(sql`SELECT holdout_percent, holdout_since FROM flows
          WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND deleted_at IS NULL ${lock}`)
        if (found === undefined) return yield* new NotFound()
        const { holdout_percent, holdout_since } = found
        return { holdout_percent, holdout_since: holdout_since?.epochMilliseconds ?? null }
      })
      const clockOffset = (account_id: string) =>
        Effect.map(readAccounts(sql, [account_id]), (accounts) => accounts.get(account_id)?.clock_offset ?? 0)
      const insertVersion = Effect.fnUntraced(function* (
        key: { readonly account_id: string; readonly flow_id: string; readonly version: number },
        definition: Definition,
        now: number
      ) {
        const json = yield* Effect.orDie(encodeDefinition(definition))
        yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
          VALUES (${key.account_id}, ${key.flow_id}, ${key.version}, ${json}::json, ${timeText(now)}::timestamptz)`
      })
      const insert = Effect.fnUntraced(function* (account_id: string, { name, definition }: FlowInput) {
        const flow_id = yield* makeId("flo")
        const now = yield* Clock.currentTimeMillis
        const { trigger } = definition
        yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, trigger_detail, created_at, updated_at)
          VALUES (${account_id}, ${flow_id}, ${name}, 'paused', 1, ${trigger.type},
            ${triggerDetail(trigger)}, ${timeText(now)}::timestamptz, ${timeText(now)}::timestamptz)`
        yield* insertVersion({ account_id, flow_id, version: 1 }, definition, now)
        return flow_id
      })

      return Flows.of({
        addReadyFlows: Effect.fnUntraced(function* (account_id) {
          const accounts = yield* sql`UPDATE accounts SET has_ready_flows = true
            WHERE account_id = ${account_id} AND NOT has_ready_flows RETURNING account_id`
          if (accounts.length > 0)
            yield* Effect.forEach(readyFlows, (flow) => insert(account_id, flow), { discard: true })
        }),
        list: (account_id, page) =>
          readPage(sql, page, {
            select: sql`${select}, ${counts(account_id)}`,
            from: sql`${from(account_id)} ${nameHas(sql, page, "f")}`,
            order:
              page.sort === undefined
                ? sql`f.created_at, f.name, f.flow_id`
                : namedOrder(sql, page.sort, "f", "flow_id"),
            row: ListedRow
          }),
        read: (account_id, flow_id) => retried(readOne(account_id, flow_id)),
        create: Effect.fnUntraced(function* (account_id, input) {
          yield* withinQuota(
            sql,
            account_id,
            quotas.flows,
            sql`FROM flows WHERE account_id = ${account_id} AND deleted_at IS NULL`
          )
          yield* withinQuota(sql, account_id, quotas.flowsWithDeleted, sql`FROM flows WHERE account_id = ${account_id}`)
          const flow_id = yield* insert(account_id, input)
          return yield* Effect.catchTag(readOne(account_id, flow_id), "NotFound", Effect.die)
        }),
        update: Effect.fnUntraced(function* (account_id, flow_id, { name, definition, version: based_on = null }) {
          const now = yield* Clock.currentTimeMillis
          const { trigger } = definition
          // Read for each trigger, so that the statements tell nothing of a flow.
          const ahead = yield* clockOffset(account_id)
          const watchedFrom = timeText(watchedTriggers.includes(trigger.type) ? now + ahead : null)
          const updated =
            yield* queryVersion(sql`UPDATE flows SET name = ${name}, version = version + 1, trigger_type = ${trigger.type},
              trigger_detail = ${triggerDetail(trigger)}, updated_at = ${timeText(now)}::timestamptz,
              checked_until = CASE WHEN ${trigger.type === "entered_segment"}::boolean AND trigger_detail IS DISTINCT FROM ${triggerDetail(trigger)}
                THEN NULL ELSE coalesce(checked_until, CASE WHEN status = 'active' THEN ${watchedFrom}::timestamptz END) END
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND deleted_at IS NULL
              AND (${based_on}::bigint IS NULL OR version = ${based_on}::bigint) RETURNING version`)
          if (updated === undefined) return yield* Effect.andThen(readOne(account_id, flow_id), new FlowChanged())
          const { version } = updated
          if (version > quotas.flowVersions.max) return yield* tooManyVersions
          yield* insertVersion({ account_id, flow_id, version }, definition, now)
          return yield* readOne(account_id, flow_id)
        }),
        readHoldout: (account_id, flow_id) => retried(holdoutOf(account_id, flow_id)),
        lockHoldout: (account_id, flow_id) => holdoutOf(account_id, flow_id, sql.literal("FOR NO KEY UPDATE")),
        setHoldout: Effect.fnUntraced(function* (account_id, flow_id, { holdout_percent, holdout_since }) {
          yield* sql`UPDATE flows SET holdout_percent = ${holdout_percent}::int, holdout_since = ${timeText(holdout_since)}::timestamptz
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND deleted_at IS NULL`
          return yield* readOne(account_id, flow_id)
        }),
        setStatus: Effect.fnUntraced(function* (account_id, flow_id, status) {
          const millis = yield* Clock.currentTimeMillis
          const now = timeText(millis)
          // The flow watches from this moment on: a date or absence that comes true before the first round starts it.
          const watchedFrom = timeText(status === "active" ? millis + (yield* clockOffset(account_id)) : null)
          yield* sql`UPDATE flows SET status = ${status},
              checked_until = CASE WHEN trigger_type = ANY (${texts(watchedTriggers)}) THEN ${watchedFrom}::timestamptz END, checking_until = NULL, checked_contact = NULL, checked_conditions = NULL, updated_at = ${now}::timestamptz
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND deleted_at IS NULL AND status <> ${status}`
          const flow = yield* readOne(account_id, flow_id)
          if (status === "active") {
            yield* sql`UPDATE flows SET notice = NULL, notice_at = NULL, notice_message_id = NULL
              WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND notice IS NOT NULL`
            yield* sql`UPDATE messages SET status = 'queued', reason = NULL, due_at = ${now}::timestamptz
              WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND status = 'held' AND reason = ${flowStopped}`
            yield* sql`UPDATE flow_runs SET status = 'queued', reason = NULL, moves = moves + 1
              WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND status = 'held'`
          }
          return { ...flow, notice: status === "active" ? null : flow.notice }
        }),
        ...(yield* makeFlowEndings)
      })
    })
  )
}

const tooManyVersions = invalid("", quotas.flowVersions.message)
