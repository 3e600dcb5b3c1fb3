import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { RestockRequest } from "../../domain/products/restockRequest.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

/** A run that may have been started for a turn, by the key of its cause. Of several for one request, the one with the least `place` answers. */
export interface StartedTurn {
  readonly flow_id: string
  readonly cause_key: string
  readonly contact_id: string
  readonly product_id: string
  readonly place: number
  /** The variants that can be bought. */
  readonly variants: ReadonlyArray<string>
}

/** A message of a run that may answer a request. `key` identifies it. */
export interface Answer {
  readonly account_id: string
  readonly contact_id: string
  readonly run_id: string
  readonly key: string
}

const queryKeys = query(Schema.Struct({ account_id: Schema.String, message_key: Schema.String }))

/** Wishes to be told when a product is in stock again. Every member joins the open transaction, which locks the contacts. */
export class RestockRequests extends Context.Service<
  RestockRequests,
  {
    /** Keeps requests. One that was answered before is open again; one that waits keeps its place. */
    readonly keep: (requests: ReadonlyArray<RestockRequest>) => Effect.Effect<void, SqlError.SqlError>
    /** Has the runs that were started answer the open requests of their contacts, in one account. Turns without a run answer none. */
    readonly answer: (
      account_id: string,
      turns: ReadonlyArray<StartedTurn>,
      now: number
    ) => Effect.Effect<void, SqlError.SqlError>
    /** The keys of the messages that answer a request, which is answered once: by the first message of its run that asks. Idempotent. */
    readonly answers: (
      messages: ReadonlyArray<Answer>
    ) => Effect.Effect<(message: Pick<Answer, "account_id" | "key">) => boolean, SqlError.SqlError>
  }
>()("tally/store/products/RestockRequests") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return RestockRequests.of({
        keep: Effect.fnUntraced(function* (requests) {
          if (requests.length === 0) return
          const account = accountOf(sql, requests)
          const rows = requests.map((request) => ({ ...request, asked_at: timeText(request.asked_at) }))
          yield* sql`
            INSERT INTO restock_requests AS kept (account_id, product_id, variant_id, contact_id, asked_at)
            SELECT ${account("account_id")}, product_id, variant_id, contact_id, asked_at
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, product_id text, variant_id text, contact_id text,
              asked_at timestamptz)
            ORDER BY account_id, product_id, variant_id, contact_id
            ON CONFLICT (account_id, product_id, variant_id, contact_id) DO UPDATE SET asked_at = excluded.asked_at, answered_at = NULL,
              run_id = NULL, message_key = NULL
            WHERE kept.answered_at <= excluded.asked_at`
        }),
        answer: Effect.fnUntraced(function* (account_id, turns, now) {
          if (turns.length === 0) return
          const rows = turns.map(({ variants, ...turn }) => ({ ...turn, variants: ["", ...variants] }))
          yield* sql`
            UPDATE restock_requests q SET answered_at = ${timeText(now)}::timestamptz, run_id = run.run_id
            FROM (
              SELECT DISTINCT ON (r.product_id, r.contact_id) r.product_id, r.contact_id, r.variants, started.run_id
              FROM json_to_recordset(${rowsJson(rows)}::json) AS r (flow_id text, cause_key text, contact_id text, product_id text, place int,
                variants text[])
              JOIN flow_runs started ON started.account_id = ${account_id} AND started.flow_id = r.flow_id AND started.cause_key = r.cause_key
              ORDER BY r.product_id, r.contact_id, r.place
            ) run
            WHERE q.account_id = ${account_id} AND q.product_id = run.product_id AND q.contact_id = run.contact_id
              AND q.variant_id = ANY (run.variants) AND q.answered_at IS NULL`
        }),
        answers: Effect.fnUntraced(function* (messages) {
          if (messages.length === 0) return () => false
          const account = accountOf(sql, messages)
          const found = yield* queryKeys(sql`
            UPDATE restock_requests q SET message_key = r.key
            FROM json_to_recordset(${rowsJson(messages)}::json) AS r (account_id text, contact_id text, run_id text, key text)
            WHERE r.account_id = ${account("r.account_id")} AND q.account_id = ${account("r.account_id")} AND q.contact_id = r.contact_id
              AND q.run_id = r.run_id AND (q.message_key IS NULL OR q.message_key = r.key)
            RETURNING q.account_id, q.message_key`)
          const keys = new Set(found.map(({ account_id, message_key }) => `${account_id}|${message_key}`))
          return ({ account_id, key }) => keys.has(`${account_id}|${key}`)
        })
      })
    })
  )
}
