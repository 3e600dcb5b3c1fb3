import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { DeliveryReport } from "../../domain/mailReports/DeliveryReport.ts"
import { makeId } from "../../domain/values/Id.ts"
import { makeDueRows } from "../sql/dueRows.ts"
import { keyedHash } from "../keys/keyedHash.ts"
import { Keys } from "../keys/Keys.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"
import { timeText } from "../sql/timestamps.ts"

const Row = Schema.Struct({ report_id: Schema.String, place: Schema.Int, report: Schema.String })
const queryRows = query(Row)
const queryNonces = query(Schema.Struct({ digest: Schema.String, content: Schema.String }))

/** A kept report of an account. `report` is JSON of a `StoredReport`. */
export type ReceivedReport = typeof Row.Type

/** The token that a provider signed, which it gives once, and all that came with it. */
export interface ReportNonce {
  readonly token: string
  readonly content: string
}

/** Reports of mail providers that are kept and not applied yet, and the tokens of signed ones. Every member joins the open transaction. */
export interface ReceivedReports {
  /** Keeps reports in the order given. */
  readonly add: (account_id: string, reports: ReadonlyArray<DeliveryReport>) => Effect.Effect<void, SqlError.SqlError>
  /**
   * Records the tokens of a request. `repeated`: all were recorded before, with the same content. `reused`: one was, with another. Of
   * concurrent calls with one token, one gets `new`.
   */
  readonly addNonces: (
    account_id: string,
    nonces: ReadonlyArray<ReportNonce>
  ) => Effect.Effect<"new" | "repeated" | "reused", SqlError.SqlError>
  /** Accounts with waiting reports, in turn. */
  readonly dueAccounts: Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  /** Locks the oldest waiting reports of an account until the transaction ends, without those that another transaction holds. */
  readonly lock: (account_id: string, limit: number) => Effect.Effect<ReadonlyArray<ReceivedReport>, SqlError.SqlError>
  readonly remove: (
    account_id: string,
    reports: ReadonlyArray<ReceivedReport>
  ) => Effect.Effect<void, SqlError.SqlError>
  /** Sets a report aside that could not be applied. */
  readonly fail: (account_id: string, report: ReceivedReport) => Effect.Effect<void, SqlError.SqlError>
}

export const makeReceivedReports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { readDueAccounts } = yield* makeDueRows(sql)
  const hash = keyedHash(yield* Keys, "report nonces")

  const part: ReceivedReports = {
    add: Effect.fnUntraced(function* (account_id, reports) {
      if (reports.length === 0) return
      const report_id = yield* makeId("rep")
      const now = timeText(yield* Clock.currentTimeMillis)
      const rows = reports.map((report, place) => ({ place, report: JSON.stringify(report) }))
      yield* sql`INSERT INTO received_reports (account_id, report_id, place, status, report, due_at)
            SELECT ${account_id}, ${report_id}, place, 'waiting', report, ${now}::timestamptz
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (place int, report text)`
    }),
    addNonces: Effect.fnUntraced(function* (account_id, nonces) {
      if (nonces.length === 0) return "new"
      const now = timeText(yield* Clock.currentTimeMillis)
      const hashed = new Map(nonces.map(({ token, content }) => [hash(token), hash(content)]))
      const digests = [...hashed.keys()].toSorted()
      const added = yield* sql`INSERT INTO report_nonces (account_id, digest, content, received_at)
            SELECT ${account_id}, digest, content, ${now}::timestamptz
            FROM unnest(${texts(digests)}, ${texts(digests.map((digest) => hashed.get(digest) ?? ""))}) AS r (digest, content)
            ON CONFLICT DO NOTHING RETURNING digest`
      if (added.length === digests.length) return "new"
      const known = yield* queryNonces(sql`SELECT digest, content FROM report_nonces
            WHERE account_id = ${account_id} AND digest = ANY(${texts(digests)})`)
      if (known.some(({ digest, content }) => hashed.get(digest) !== content)) return "reused"
      return added.length === 0 ? "repeated" : "new"
    }),
    dueAccounts: Effect.gen(function* () {
      const due = yield* readDueAccounts({
        ...queues.report,
        condition: sql`true`,
        now: yield* Clock.currentTimeMillis,
        clocks: new Map(),
        perAccount: 1,
        inFlight: new Map(),
        limit: 100
      })
      return due.map(({ account_id }) => account_id)
    }),
    lock: (account_id, limit) =>
      queryRows(sql`SELECT report_id, place, report FROM received_reports
            WHERE account_id = ${account_id} AND status = 'waiting' ORDER BY due_at, report_id, place LIMIT ${limit} FOR UPDATE SKIP LOCKED`),
    remove: (account_id, reports) =>
      Effect.asVoid(sql`DELETE FROM received_reports USING json_to_recordset(${rowsJson(
        reports.map(({ report_id, place }) => ({ report_id, place }))
      )}::json) AS r (report_id text, place int)
            WHERE received_reports.account_id = ${account_id} AND received_reports.report_id = r.report_id
              AND received_reports.place = r.place`),
    fail: (account_id, { report_id, place }) =>
      Effect.asVoid(sql`UPDATE received_reports SET status = 'failed'
            WHERE account_id = ${account_id} AND report_id = ${report_id} AND place = ${place}`)
  }
  return part
})
