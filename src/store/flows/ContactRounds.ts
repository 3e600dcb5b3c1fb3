import { Effect, Result, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { FlowTrigger } from "../../domain/flows/FlowTrigger.ts"
import { readAccounts, readAdvancedClocks } from "../accounts/readAccounts.ts"
import { query, queryOne } from "../sql/query.ts"
import { texts } from "../sql/parameters.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { retried } from "../database/Transaction.ts"
import { lookIntervals } from "./checkedFlows.ts"
import { FlowVersions } from "./FlowVersions.ts"

/** The triggers for which all contacts of an account are looked at. */
export type RoundType = "date" | "entered_segment"

/** An active flow whose contacts are looked at. `now` is the time on the account's clock, in milliseconds. */
export interface RoundFlow {
  readonly account_id: string
  readonly flow_id: string
  readonly type: RoundType
  readonly now: number
  readonly timezone: string
}

/** How far the contacts of a flow are looked at. */
export interface RoundPosition {
  /** The end of the last complete round; null from activation to the first look. */
  readonly checked_until: number | null
  /** The end of the round under way, which is done up to `checked_contact`; null between rounds. */
  readonly checking_until: number | null
  readonly checked_contact: string | null
  /** The conditions by which contacts are known in a segment. */
  readonly checked_conditions: string | null
}

const Position = {
  checked_until: Schema.NullOr(Millis),
  checking_until: Schema.NullOr(Millis),
  checked_contact: Schema.NullOr(Schema.String),
  checked_conditions: Schema.NullOr(Schema.String)
}
const KeyRow = Schema.Struct({ account_id: Schema.String, flow_id: Schema.String })
const FlowRow = Schema.Struct({
  ...KeyRow.fields,
  checked_until: Position.checked_until,
  checking_until: Position.checking_until
})
const LockedRow = Schema.Struct({ account_id: Schema.String, flow_id: Schema.String, version: Schema.Int, ...Position })
const queryEnd = queryOne(Schema.Struct({ contact_id: Schema.String }))

/** Flows of one turn, and of one account among them. */
const max = { flows: 100, ofAccount: 10, active: 10_000 }
/** Contacts that one step looks at. */
const stepSize = 2_000

/** The rounds over the contacts of accounts that active flows need. All members but `due` join the open transaction. */
export interface ContactRounds {
  /** The flows with a round under way, or whose last round is as long ago as `lookIntervals` says, longest ago first. */
  readonly due: (type: RoundType, now: number) => Effect.Effect<ReadonlyArray<RoundFlow>, Unavailable>
  /** All active flows of accounts. */
  readonly active: (
    type: RoundType,
    account_ids: ReadonlyArray<string>,
    now: number
  ) => Effect.Effect<ReadonlyArray<RoundFlow>, Unavailable>
  /** Locks the flow. Undefined if another process has it and `waits` is not set, or if it is no longer such a flow. */
  readonly lock: (
    flow: RoundFlow,
    options?: { readonly waits: boolean }
  ) => Effect.Effect<{ readonly trigger: FlowTrigger; readonly position: RoundPosition } | undefined, SqlError.SqlError>
  readonly save: (flow: RoundFlow, position: RoundPosition) => Effect.Effect<void, SqlError.SqlError>
  /** The last contact of the next step; null if the step is the last of its round. */
  readonly stepEnd: (account_id: string, after: string | null) => Effect.Effect<string | null, SqlError.SqlError>
}

export const makeContactRounds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* FlowVersions

  const withAccounts = <Row extends typeof KeyRow.Type>(rows: ReadonlyArray<Row>, type: RoundType, now: number) =>
    readAccounts(
      sql,
      rows.map(({ account_id }) => account_id)
    ).pipe(
      Effect.map((accounts) =>
        rows.map((row) => {
          const { timezone = "UTC", clock_offset = 0 } = accounts.get(row.account_id) ?? {}
          return { ...row, type, timezone, now: now + clock_offset }
        })
      )
    )

  const part: ContactRounds = {
    due: (type, now) =>
      retried(
        Effect.gen(function* () {
          const clocks = yield* readAdvancedClocks(sql)
          const rows = yield* sql`
                SELECT account_id, flow_id, checked_until, checking_until FROM (
                  SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY checked_until NULLS FIRST) AS of_account
                  FROM flows WHERE status = 'active' AND trigger_type = ${type}
                    AND (checked_until IS NULL OR checking_until IS NOT NULL
                      OR checked_until <= ${timeText(now - lookIntervals[type])}::timestamptz
                      OR account_id = ANY (${texts([...clocks.keys()])}))
                ) due WHERE of_account <= ${max.ofAccount}::int
                ORDER BY checked_until NULLS FIRST LIMIT ${max.flows}::int`.pipe(query(FlowRow))
          const flows = yield* withAccounts(rows, type, now)
          return flows.filter(
            ({ checking_until, checked_until, now }) =>
              checking_until !== null || (checked_until ?? 0) + lookIntervals[type] <= now
          )
        })
      ),
    active: (type, account_ids, now) =>
      retried(
        Effect.gen(function* () {
          const rows = yield* sql`
                SELECT account_id, flow_id FROM flows
                WHERE status = 'active' AND trigger_type = ${type} AND account_id = ANY (${texts(account_ids)})
                ORDER BY account_id, flow_id LIMIT ${max.active}::int`.pipe(query(KeyRow))
          return yield* withAccounts(rows, type, now)
        })
      ),
    lock: Effect.fnUntraced(function* ({ account_id, flow_id, type }, { waits } = { waits: false }) {
      const row = yield* sql`
            SELECT account_id, flow_id, version, checked_until, checking_until, checked_contact, checked_conditions
            FROM flows
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND status = 'active' AND trigger_type = ${type}
            FOR NO KEY UPDATE ${sql.literal(waits ? "" : "SKIP LOCKED")}`.pipe(queryOne(LockedRow))
      const [read] = row === undefined ? [] : yield* versions.readDefinitions([row])
      if (read === undefined || Result.isFailure(read.definition)) return undefined
      const { checked_until, checking_until, checked_contact, checked_conditions } = read
      return {
        trigger: read.definition.success.trigger,
        position: { checked_until, checking_until, checked_contact, checked_conditions }
      }
    }),
    save: ({ account_id, flow_id }, { checked_until, checking_until, checked_contact, checked_conditions }) =>
      Effect.asVoid(sql`
            UPDATE flows SET checked_until = ${timeText(checked_until)}::timestamptz,
              checking_until = ${timeText(checking_until)}::timestamptz, checked_contact = ${checked_contact},
              checked_conditions = ${checked_conditions}
            WHERE account_id = ${account_id} AND flow_id = ${flow_id}`),
    stepEnd: (account_id, after) =>
      sql`SELECT contact_id FROM contacts WHERE account_id = ${account_id} AND contact_id > ${after ?? ""}
            ORDER BY contact_id OFFSET ${stepSize - 1}::int LIMIT 1`.pipe(
        queryEnd,
        Effect.map((row) => row?.contact_id ?? null)
      )
  }
  return part
})
