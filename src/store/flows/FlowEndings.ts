import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { flowDeleted, runCancelled } from "../../domain/flows/endings.ts"
import { NotFound } from "../../domain/Errors.ts"
import { returnCodes } from "../coupons/returnCodes.ts"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const queryOwn = queryOne(Schema.Struct({ id: Schema.String }))
const queryRuns = query(Schema.Struct({ run_id: Schema.String }))
const Skipped = Schema.Struct({ message_id: Schema.String, has_coupons: Schema.Boolean })
const querySkipped = query(Skipped)

/** The most runs, and the most messages, that one step ends. */
export const endingStep = 2_000

/** Ends flows and runs before their last step. Every member joins the open transaction. */
export interface FlowEndings {
  /** Marks a flow as deleted, so that nothing starts it and its runs end when they are due. Idempotent. */
  readonly markDeleted: (account_id: string, flow_id: string, now: number) => Effect.Effect<void, SqlError.SqlError>
  /** Ends runs of a deleted flow, skips its unsent messages and forgets who is in its segment, at most `endingStep` of each. True if there may be more. */
  readonly endSome: (account_id: string, flow_id: string, now: number) => Effect.Effect<boolean, SqlError.SqlError>
  /** Ends a run and skips its unsent messages. Idempotent: a run that has ended stays as it is. */
  readonly cancelRun: (
    run: { readonly account_id: string; readonly flow_id: string; readonly run_id: string },
    now: number
  ) => Effect.Effect<void, NotFound | SqlError.SqlError>
}

export const makeFlowEndings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ended = (reason: string, now: number) => sql`
        status = 'exited', reason = ${reason}, step = NULL, moves = r.moves + 1, updated_at = ${timeText(now)}::timestamptz,
        ended_at = ${timeText(now)}::timestamptz`
  // A message that is being sent goes out: its claim is the sender's.
  const skipped = (reason: string, now: number) => sql`
        status = 'skipped', reason = ${reason}, updated_at = ${timeText(now)}::timestamptz`
  const giveBack = Effect.fnUntraced(function* (
    account_id: string,
    messages: ReadonlyArray<typeof Skipped.Type>,
    now: number
  ) {
    const ids = messages.flatMap(({ message_id, has_coupons }) => (has_coupons ? [message_id] : []))
    if (ids.length > 0)
      yield* returnCodes(sql, { account_id, messages: sql`m.message_id = ANY (${texts(ids)})`, attempts: 0, now })
  })
  const part: FlowEndings = {
    markDeleted: (account_id, flow_id, now) =>
      Effect.asVoid(sql`
            UPDATE flows SET status = 'paused', deleted_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND deleted_at IS NULL`),
    endSome: Effect.fnUntraced(function* (account_id, flow_id, now) {
      const runs = yield* queryRuns(sql`
            UPDATE flow_runs r SET ${ended(flowDeleted.run, now)}
            WHERE r.account_id = ${account_id} AND r.run_id IN (
              SELECT run_id FROM flow_runs WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND ended_at IS NULL
              ORDER BY run_id LIMIT ${endingStep} FOR UPDATE)
            RETURNING r.run_id`)
      const messages = yield* querySkipped(sql`
            UPDATE messages SET ${skipped(flowDeleted.message, now)}
            WHERE account_id = ${account_id} AND message_id IN (
              SELECT message_id FROM messages WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND status IN ('queued', 'held')
                AND claimed_until IS NULL ORDER BY message_id LIMIT ${endingStep} FOR UPDATE)
            RETURNING message_id, coupons IS NOT NULL AS has_coupons`)
      yield* giveBack(account_id, messages, now)
      const members = yield* sql`
            DELETE FROM flow_segment_members WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND contact_id IN (
              SELECT contact_id FROM flow_segment_members WHERE account_id = ${account_id} AND flow_id = ${flow_id}
              ORDER BY contact_id LIMIT ${endingStep} FOR UPDATE)
            RETURNING 1`
      return Math.max(runs.length, messages.length, members.length) === endingStep
    }),
    cancelRun: Effect.fnUntraced(function* ({ account_id, flow_id, run_id }, now) {
      const run = yield* queryOwn(sql`
            SELECT run_id AS id FROM flow_runs
            WHERE account_id = ${account_id} AND run_id = ${run_id} AND flow_id = ${flow_id} FOR NO KEY UPDATE`)
      if (run === undefined) return yield* new NotFound()
      yield* sql`UPDATE flow_runs r SET ${ended(runCancelled.run, now)}
            WHERE r.account_id = ${account_id} AND r.run_id = ${run_id} AND r.ended_at IS NULL`
      const messages = yield* querySkipped(sql`UPDATE messages SET ${skipped(runCancelled.message, now)}
            WHERE account_id = ${account_id} AND run_id = ${run_id} AND status IN ('queued', 'held') AND claimed_until IS NULL
            RETURNING message_id, coupons IS NOT NULL AS has_coupons`)
      yield* giveBack(account_id, messages, now)
    })
  }
  return part
})
