import { Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import {
  type Candidate,
  cartOf,
  eventOf,
  orderOf,
  productOf,
  type StartDecision,
  targetOf
} from "../../domain/flows/decideStarts.ts"
import { causeKey, type FiredTrigger, triggerDetail } from "../../domain/flows/triggerKinds.ts"
import { contactZone } from "../../domain/contacts/contactZone.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import type { Order } from "../../domain/orders/Order.ts"
import { enterStep } from "../../domain/flows/Run.ts"
import { type AccountSettings, readAccounts } from "../accounts/readAccounts.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { LeftTopics } from "../contacts/ContactTopics.ts"
import { query } from "../sql/query.ts"
import { FlowVersions } from "./FlowVersions.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { rowsJson } from "../sql/parameters.ts"
import { countEntries } from "../reports/countEntries.ts"
import { withHistories } from "../conditions/withHistories.ts"
import { withProducts } from "../conditions/withProducts.ts"
import { type AwaitingRuns, makeAwaitingRuns } from "./AwaitingRuns.ts"

const Row = Schema.Struct({
  at: Schema.Int,
  account_id: Schema.String,
  flow_id: Schema.String,
  name: Schema.String,
  version: Schema.Int,
  /** Null except in the first row of a trigger. */
  tags: Schema.NullOr(Schema.fromJsonString(Schema.Array(Schema.String))),
  custom_fields: Schema.NullOr(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))),
  left_topics: Schema.NullOr(LeftTopics),
  last_started_at: Schema.NullOr(Millis)
})

const queryRows = query(Row)

/** A run to insert. */
interface NewRun {
  readonly run_id: string
  readonly candidate: Candidate
}

/** Reads the flows that triggers may start, and writes the runs that start. Every member joins the open transaction, which locks the contacts. */
export class Enrolments extends Context.Service<
  Enrolments,
  {
    /**
     * The active flows of these triggers, oldest first for each trigger. The contacts may not exist yet. `exitOnPurchase` also
     * ends the runs that exit when an order is placed, in the same statement. What filters count is read by further statements, only when a
     * flow has such a filter; `unsaved` counts as if it were saved.
     */
    readonly candidates: (
      triggers: ReadonlyArray<FiredTrigger>,
      options: { readonly exitOnPurchase: boolean; readonly unsaved?: Order }
    ) => Effect.Effect<ReadonlyArray<Candidate>, SqlError.SqlError>
    /** Inserts runs, one for each flow and trigger, and the reasons why other flows did not start. Idempotent. */
    readonly insert: (
      runs: ReadonlyArray<NewRun>,
      rejected: ReadonlyArray<StartDecision>
    ) => Effect.Effect<void, SqlError.SqlError>
  } & AwaitingRuns
>()("tally/store/flows/Enrolments") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const versions = yield* FlowVersions

      // Only a flow that begins by waiting for a local time needs its account's zone.
      const timezonesOf = (runs: ReadonlyArray<NewRun>) => {
        const waiting = runs.filter(({ candidate }) => candidate.definition.steps[0]?.type === "wait_until")
        return waiting.length === 0
          ? Effect.succeed(new Map<string, Pick<AccountSettings, "timezone">>())
          : readAccounts(
              sql,
              waiting.map(({ candidate }) => candidate.trigger.account_id)
            )
      }

      return Enrolments.of({
        candidates: Effect.fnUntraced(function* (triggers, { exitOnPurchase, unsaved }) {
          const account = accountOf(sql, triggers)
          const triggerRows = sql`triggers AS MATERIALIZED (
            SELECT * FROM json_to_recordset(${rowsJson(triggers.map(triggerRow))}::json) AS r (at int, account_id text,
              type text, trigger_detail text, flow_id text, contact_id text, occurred_at timestamptz))`
          const exits = sql`, exited AS (
            UPDATE flow_runs r SET status = 'exited', reason = 'purchase', step = NULL, moves = r.moves + 1,
              updated_at = t.occurred_at, ended_at = t.occurred_at
            FROM triggers t
            WHERE t.account_id = ${account("t.account_id")} AND t.type = 'order_placed' AND r.account_id = ${account("t.account_id")} AND r.contact_id = t.contact_id
              AND r.exit_on_purchase AND r.ended_at IS NULL
          )`
          // Tags and custom fields may be large: they are read once for each trigger, not for each of its flows.
          const first = sql`row_number() OVER (PARTITION BY t.at ORDER BY f.created_at, f.flow_id) = 1`
          const rows = yield* queryRows(sql`
            WITH ${triggerRows} ${exitOnPurchase ? exits : sql``}
            SELECT t.at, f.account_id, f.flow_id, f.name, f.version,
              CASE WHEN ${first} THEN coalesce(c.tags::text, '[]') END AS tags,
              CASE WHEN ${first} THEN coalesce(c.custom_fields::text, '{}') END AS custom_fields,
              CASE WHEN ${first} THEN coalesce(c.left_topics::text, '[]') END AS left_topics,
              (SELECT max(r.created_at) FROM flow_runs r WHERE r.account_id = ${account("f.account_id")} AND r.flow_id = f.flow_id
                AND r.contact_id = t.contact_id) AS last_started_at
            FROM triggers t
            JOIN flows f ON f.account_id = ${account("t.account_id")} AND f.trigger_type = t.type AND f.status = 'active'
              AND f.trigger_detail IS NOT DISTINCT FROM t.trigger_detail AND (t.flow_id IS NULL OR f.flow_id = t.flow_id)
            LEFT JOIN contacts c ON c.account_id = ${account("t.account_id")} AND c.contact_id = t.contact_id
            WHERE t.account_id = ${account("t.account_id")}
            ORDER BY t.at, f.created_at, f.flow_id LIMIT ${triggers.length * quotas.flows.max}`)
          const flows = yield* versions.readDefinitions(withSharedFacts(rows))
          const candidates = flows.flatMap((flow) => {
            const trigger = triggers[flow.at]
            // A definition that only a newer release can decode fails the call, so that its flow is not left out silently.
            const definition = Result.getOrThrow(flow.definition)
            return trigger === undefined ? [] : [{ ...flow, definition, trigger }]
          })
          return yield* withHistories(sql, yield* withProducts(sql, candidates), unsaved)
        }),
        insert: Effect.fnUntraced(function* (runs, rejected) {
          if (runs.length + rejected.length === 0) return
          const rejectionRows = rejected.map(rejectionRow)
          const timezones = yield* timezonesOf(runs)
          const runRows = runs.map(runRow(timezones))
          const account = accountOf(sql, [...rejectionRows, ...runRows])
          yield* sql`WITH rejected AS (
              INSERT INTO flow_rejections (account_id, cause_key, flow_id, reason, occurred_at)
              SELECT ${account("account_id")}, cause_key, flow_id, reason, occurred_at
              FROM json_to_recordset(${rowsJson(rejectionRows)}::json) AS r (account_id text, cause_key text, flow_id text,
                reason text, occurred_at timestamptz)
              ON CONFLICT (account_id, cause_key, flow_id) DO NOTHING
            ), entered AS (INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, order_id, event_id,
              cart_id, cart_changed_at, product_id, variant_id, old_price, exit_on_purchase, status, reason, step, awaits, due_at, created_at, updated_at, ended_at)
            SELECT ${account("account_id")}, run_id, flow_id, version, contact_id, cause, cause_key, order_id, event_id,
              cart_id, cart_changed_at, product_id, variant_id, old_price, exit_on_purchase, status, reason, step, awaits, due_at, now, now, CASE WHEN step IS NULL THEN now END
            FROM json_to_recordset(${rowsJson(runRows)}::json) AS r (account_id text, run_id text, flow_id text, version int,
              contact_id text, cause text, cause_key text, order_id bigint, event_id text, cart_id text, cart_changed_at timestamptz, product_id text, variant_id text, old_price numeric, exit_on_purchase boolean,
              status text, reason text, step text, awaits text, due_at timestamptz, now timestamptz)
            ON CONFLICT (account_id, flow_id, cause_key) DO NOTHING
            RETURNING account_id, flow_id, step, created_at AS at)
            ${countEntries(sql, account)}`
        }),
        ...(yield* makeAwaitingRuns)
      })
    })
  )
}

const withSharedFacts = (rows: ReadonlyArray<typeof Row.Type>) => {
  const facts = new Map<number, Pick<Candidate, "tags" | "custom_fields" | "left_topics">>()
  return rows.map((row) => {
    const own = { tags: row.tags ?? [], custom_fields: row.custom_fields ?? {}, left_topics: row.left_topics ?? [] }
    const shared = facts.get(row.at) ?? own
    facts.set(row.at, shared)
    return { ...row, ...shared }
  })
}

const triggerRow = (trigger: FiredTrigger, at: number) => ({
  at,
  account_id: trigger.account_id,
  type: trigger.type,
  contact_id: trigger.contact_id,
  occurred_at: timeText(trigger.occurred_at),
  trigger_detail: triggerDetail(trigger),
  flow_id: targetOf(trigger)
})

const rejectionRow = ({ candidate: { trigger, flow_id }, reason }: StartDecision) => ({
  account_id: trigger.account_id,
  cause_key: causeKey(trigger),
  flow_id,
  reason,
  occurred_at: timeText(trigger.occurred_at)
})

const runRow =
  (accounts: ReadonlyMap<string, Pick<AccountSettings, "timezone">>) =>
  ({ run_id, candidate }: NewRun) => {
    const { trigger, flow_id, version, definition, custom_fields } = candidate
    const zones = {
      account: accounts.get(trigger.account_id)?.timezone ?? "UTC",
      contact: contactZone({ phone: trigger.contact.phone, custom_fields })
    }
    const first = definition.steps[0]?.id ?? null
    const cart = cartOf(trigger)
    const product = productOf(trigger)
    const { status, reason, step, due_at, awaits } = enterStep(trigger.occurred_at, definition, first, zones)
    return {
      account_id: trigger.account_id,
      run_id,
      flow_id,
      version,
      contact_id: trigger.contact_id,
      cause: trigger.type,
      cause_key: causeKey(trigger),
      order_id: orderOf(trigger)?.order_id.toString() ?? null,
      event_id: eventOf(trigger)?.event_id ?? null,
      cart_id: cart?.cart_id ?? null,
      cart_changed_at: timeText(cart?.changed_at ?? null),
      product_id: product?.product_id ?? null,
      variant_id: product?.variant_id ?? null,
      old_price: product?.old_price ?? null,
      exit_on_purchase: definition.exit.on_purchase,
      status: status === "running" ? "queued" : status,
      reason,
      step,
      awaits,
      due_at: timeText(due_at),
      now: timeText(trigger.occurred_at)
    }
  }
