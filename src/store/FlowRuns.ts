import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Facts } from "../domain/flow/Facts.ts"
import { CauseType, FlowStatus, RunStatus } from "../domain/flow/Flow.ts"
import type { RunState } from "../domain/flow/Run.ts"
import { type JsonObject } from "../domain/Json.ts"
import { orderColumns, OrderRow } from "./OrderRow.ts"
import { ContactRow, Millis, timeText } from "./rows.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  run_id: Schema.String,
  flow_id: Schema.String,
  version: Schema.Int,
  contact_id: Schema.String,
  cause: CauseType,
  order_id: Schema.NullOr(Schema.BigInt),
  event_id: Schema.NullOr(Schema.String),
  status: RunStatus,
  reason: Schema.NullOr(Schema.String),
  step: Schema.NullOr(Schema.String),
  due_at: Millis,
  attempts: Schema.Int,
  moves: Schema.Int,
  flow_status: FlowStatus,
  clock_offset: Schema.Number,
  has_contact: Schema.Boolean
})

/** A run with what its next move depends on. `clock_offset` is how far the account's clock is ahead, in milliseconds. */
export type StoredRun = typeof Row.Type

const Json = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const Subject = Schema.Struct({
  ...ContactRow.fields,
  tags: Schema.fromJsonString(Schema.Array(Schema.String)),
  custom_fields: Json
})

const decodeRuns = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeSubjects = Schema.decodeUnknownEffect(Schema.Array(Subject))
const decodeOrders = Schema.decodeUnknownEffect(Schema.Array(OrderRow))
const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ event_data: Schema.NullOr(Json) })))

type RunKey = Pick<StoredRun, "account_id" | "run_id">

/** Where runs stand. Every member joins the open transaction, if there is one. */
export class FlowRuns extends Context.Service<
  FlowRuns,
  {
    readonly read: (key: RunKey) => Effect.Effect<StoredRun | undefined, SqlError.SqlError>
    /** What a split is judged on; undefined when the contact is gone. */
    readonly facts: (run: StoredRun) => Effect.Effect<Facts | undefined, SqlError.SqlError>
    /** Puts the run where it stands now. False when something else moved it since it was read, and nothing was changed. */
    readonly move: (
      run: StoredRun,
      after: RunState,
      times: { readonly now: number; readonly claimed_at: number }
    ) => Effect.Effect<boolean, SqlError.SqlError>
    /** Adds a tag to the contact that it does not have yet. */
    readonly addTag: (run: StoredRun, tag: string, now: number) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/FlowRuns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return FlowRuns.of({
        read: Effect.fnUntraced(function* ({ account_id, run_id }) {
          const rows = yield* sql`
            SELECT r.account_id, r.run_id, r.flow_id, r.version, r.contact_id, r.cause, r.order_id, r.event_id, r.status, r.reason,
              r.step, r.due_at, r.attempts, r.moves, f.status AS flow_status, a.clock_offset::float8 AS clock_offset,
              EXISTS (SELECT FROM contacts c WHERE c.account_id = r.account_id AND c.contact_id = r.contact_id) AS has_contact
            FROM flow_runs r JOIN flows f USING (account_id, flow_id) JOIN accounts a USING (account_id)
            WHERE r.account_id = ${account_id} AND r.run_id = ${run_id}`
          return (yield* Effect.orDie(decodeRuns(rows)))[0]
        }),
        facts: Effect.fnUntraced(function* ({ account_id, contact_id, order_id, event_id }) {
          const contacts = yield* sql`
            SELECT account_id, contact_id, email, phone, first_name, last_name, email_consent, sms_consent, order_count,
              first_order_at, last_order_at, last_click_message_id, last_clicked_at, created_at, updated_at, tags::text,
              custom_fields::text
            FROM contacts WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
          const [contact] = yield* Effect.orDie(decodeSubjects(contacts))
          if (contact === undefined) return undefined
          const orders =
            order_id === null
              ? []
              : yield* sql`SELECT ${sql.literal(orderColumns)} FROM orders
                  WHERE account_id = ${account_id} AND order_id = ${order_id}`
          const events =
            event_id === null
              ? []
              : yield* sql`SELECT event_data::text FROM events
                  WHERE account_id = ${account_id} AND event_id = ${event_id}`
          const data: JsonObject | null = (yield* Effect.orDie(decodeEvents(events)))[0]?.event_data ?? null
          return { contact, order: (yield* Effect.orDie(decodeOrders(orders)))[0] ?? null, event: data }
        }),
        move: Effect.fnUntraced(function* (run, { status, reason, step, due_at, attempts }, { now, claimed_at }) {
          const goesOn = status === "queued" || status === "running" || status === "waiting" || status === "held"
          const rows = yield* sql`
            UPDATE flow_runs SET status = ${status}, reason = ${reason}, step = ${step}, due_at = ${timeText(due_at)}::timestamptz,
              attempts = ${attempts}, moves = moves + 1, claimed_at = ${timeText(claimed_at)}::timestamptz,
              updated_at = ${timeText(now)}::timestamptz, ended_at = ${timeText(goesOn ? null : now)}::timestamptz
            WHERE account_id = ${run.account_id} AND run_id = ${run.run_id} AND moves = ${run.moves} RETURNING run_id`
          return rows.length > 0
        }),
        addTag: ({ account_id, contact_id }, tag, now) => sql`
          UPDATE contacts SET tags = (tags::jsonb || to_jsonb(${tag}::text))::json, updated_at = ${timeText(now)}::timestamptz
          WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND NOT tags::jsonb ? ${tag}`
      })
    })
  )
}
