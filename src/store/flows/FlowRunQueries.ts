import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { CauseType, type FlowRun, RunMessage, RunStatus } from "../../domain/flows/FlowRun.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { readPage } from "../database/paging.ts"
import { retried } from "../database/Transaction.ts"

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
  started_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate,
  ended_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  messages: Schema.fromJsonString(Schema.Array(RunMessage))
})

/** Lists the runs of a flow for the dashboard. */
export class FlowRunQueries extends Context.Service<
  FlowRunQueries,
  {
    /** Newest first, each run with at most 100 messages. */
    readonly list: (
      account_id: string,
      flow_id: string,
      query: PageQuery
    ) => Effect.Effect<Page<FlowRun>, NotFound | Unavailable>
  }
>()("tally/store/flows/FlowRunQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const list = Effect.fnUntraced(function* (account_id: string, flow_id: string, query: PageQuery) {
        const flows = yield* sql`SELECT FROM flows WHERE account_id = ${account_id} AND flow_id = ${flow_id}`
        if (flows.length === 0) return yield* new NotFound()
        const { data, pagination } = yield* readPage(sql, query, {
          select: sql`run_id AS id, contact_id, (SELECT coalesce(email, phone) FROM contacts c
              WHERE c.account_id = r.account_id AND c.contact_id = r.contact_id) AS contact, cause, order_id, event_id, version, status, reason,
            step AS current_step,
            CASE WHEN status = 'waiting' THEN due_at END AS due_at, created_at AS started_at, updated_at, ended_at,
            (SELECT coalesce(json_agg(m ORDER BY m.id), '[]') FROM (
              SELECT message_id AS id, step_id, channel, status, reason FROM messages
              WHERE account_id = r.account_id AND run_id = r.run_id ORDER BY message_id LIMIT 100) m)::text AS messages`,
          from: sql`FROM flow_runs r WHERE account_id = ${account_id} AND flow_id = ${flow_id}`,
          order: sql`created_at DESC, run_id DESC`,
          row: Row
        })
        return {
          pagination,
          data: data.map(({ cause, order_id, event_id, ...run }) => ({
            ...run,
            cause: { type: cause, order_id, event_id }
          }))
        }
      })
      return FlowRunQueries.of({ list: (account_id, flow_id, query) => retried(list(account_id, flow_id, query)) })
    })
  )
}
