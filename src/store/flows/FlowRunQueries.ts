import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { type FlowRun, type RunFilter, RunMessage, RunStatus } from "../../domain/flows/FlowRun.ts"
import { CauseType } from "../../domain/flows/FlowTrigger.ts"
import type { TriggerOutcome } from "../../domain/flows/TriggerOutcome.ts"
import { awaitedOfKey } from "../../domain/flows/WaitFor.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { readPage } from "../sql/paging.ts"
import { retried } from "../database/Transaction.ts"
import { readTriggerOutcomes } from "./readTriggerOutcomes.ts"

const Row = Schema.Struct({
  id: Schema.String,
  contact_id: Schema.String,
  contact: Schema.NullOr(Schema.String),
  cause: CauseType,
  order_id: Schema.NullOr(Schema.BigInt),
  event_id: Schema.NullOr(Schema.String),
  version: Schema.Int,
  status: RunStatus,
  reason: Schema.NullOr(Schema.String),
  current_step: Schema.NullOr(Schema.String),
  due_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  awaits: Schema.NullOr(Schema.String),
  started_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate,
  ended_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  messages: Schema.fromJsonString(Schema.Array(RunMessage))
})

/** Reads runs of flows for the dashboard. */
export interface FlowRunQueries {
  /** Newest first (run ids sort by time), each run with at most 100 messages. */
  readonly list: (
    account_id: string,
    flow_id: string,
    query: PageQuery & RunFilter
  ) => Effect.Effect<Page<FlowRun>, NotFound | Unavailable>
  /** Which flows orders or events started, and why others did not start, by `causeKey`, newest first, at most 1,000. */
  readonly outcomes: (
    account_id: string,
    causeKeys: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<TriggerOutcome>, Unavailable>
}

export const makeFlowRunQueries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const matching = ({ state, step }: RunFilter) =>
    sql.and([
      sql`true`,
      ...(state === undefined ? [] : [state === "under_way" ? sql`ended_at IS NULL` : sql`status = ${state}`]),
      ...(step === undefined ? [] : [sql`ended_at IS NULL AND step = ${step}`])
    ])
  const list = Effect.fnUntraced(function* (account_id: string, flow_id: string, query: PageQuery & RunFilter) {
    const flows =
      yield* sql`SELECT FROM flows WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND deleted_at IS NULL`
    if (flows.length === 0) return yield* new NotFound()
    const { data, pagination } = yield* readPage(sql, query, {
      select: sql`run_id AS id, contact_id, (SELECT coalesce(email, phone) FROM contacts c
              WHERE c.account_id = ${account_id} AND c.contact_id = r.contact_id) AS contact, cause, order_id, event_id, version, status, reason,
            step AS current_step,
            CASE WHEN status = 'waiting' THEN due_at END AS due_at, CASE WHEN status = 'waiting' THEN awaits END AS awaits, created_at AS started_at, updated_at, ended_at,
            (SELECT coalesce(json_agg(m ORDER BY m.id), '[]') FROM (
              SELECT message_id AS id, step_id, channel, status, reason FROM messages
              WHERE account_id = ${account_id} AND run_id = r.run_id ORDER BY message_id LIMIT 100) m)::text AS messages`,
      from: sql`FROM flow_runs r WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND ${matching(query)}`,
      order: sql`run_id DESC`,
      row: Row
    })
    return {
      pagination,
      data: data.map(({ cause, order_id, event_id, awaits, ...run }) => ({
        ...run,
        awaits: awaits === null ? null : awaitedOfKey(awaits),
        cause: { type: cause, order_id, event_id }
      }))
    }
  })
  const part: FlowRunQueries = {
    list: (account_id, flow_id, query) => retried(list(account_id, flow_id, query)),
    outcomes: (account_id, causeKeys) => readTriggerOutcomes(sql, account_id, causeKeys)
  }
  return part
})
