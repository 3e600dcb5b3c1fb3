import { Context, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { claimLoss } from "../../domain/messages/ClaimLoss.ts"
import type { Channel } from "../../domain/contacts/Consent.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { contactDeleted } from "../../domain/messages/decideSend.ts"
import type { DueMessage, Outcome } from "../../domain/messages/Outcome.ts"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { groupCommit } from "../batching/GroupCommit.ts"
import { claimMessages, readData } from "./outboxReads.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { timeText } from "../rows.ts"
import { retried, transact } from "../database/Transaction.ts"
import { rowsJson } from "../writes.ts"

/** How long a claim lasts unless it is kept, in milliseconds. */
export const lease = 20_000

/**
 * Messages on their way out. A claim is a lease: what a crash left claimed comes back when the lease ends. The database's clock
 * judges that, so that a process whose clock is wrong takes nothing that another holds.
 */
export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Takes due messages of a channel, as many as there is room for, the oldest of each account in turn, and reads all that
     * judging and rendering need.
     */
    readonly claim: (
      now: number,
      channel: Channel,
      room: SendCapacity
    ) => Effect.Effect<ReadonlyArray<DueMessage>, Unavailable>
    /** Makes the lease of a claimed message begin anew. A claim that is over stays so. */
    readonly keep: (message: DueMessage) => Effect.Effect<void, Unavailable>
    /** Writes down that a claimed message is sent alone, under a new lease. False when the claim is over. */
    readonly beginAlone: (message: DueMessage) => Effect.Effect<boolean, Unavailable>
    /** Gives a claim back, so that it does not count as lost. A claim that has been taken over since stays. */
    readonly release: (message: DueMessage) => Effect.Effect<void, Unavailable>
    /**
     * Marks what became of a claimed message; those that come at the same moment are written together. A claim that has been
     * taken over since marks nothing. Of a contact erased since only that the message went out is marked.
     */
    readonly finish: (now: number, outcome: Outcome) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/messages/Outbox") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      const finish = yield* groupCommit({
        name: "messages",
        run: (outcomes: ReadonlyArray<Outcome & { readonly now: number }>) =>
          // A row locked by an erasure is judged as the erasure leaves it: neither queued nor held.
          sql`
            WITH r AS (
              SELECT * FROM json_to_recordset(${rowsJson(
                outcomes.map((outcome) => ({
                  ...outcome,
                  due_at: timeText(outcome.due_at),
                  now: timeText(outcome.now)
                }))
              )}::json) AS r (account_id text, message_id text, attempts int, status text, reason text, due_at timestamptz,
                recipient text, subject text, body text, now timestamptz)
            ), held AS MATERIALIZED (
              SELECT m.account_id, m.message_id FROM r JOIN messages m USING (account_id, message_id)
              ORDER BY m.account_id, m.message_id FOR NO KEY UPDATE OF m
            )
            UPDATE messages m SET
              status = CASE WHEN r.status IN ('sent', 'captured') AND m.clicked_at IS NOT NULL THEN 'clicked' ELSE r.status END,
              reason = r.reason, due_at = coalesce(r.due_at, m.due_at), claimed_until = NULL, lost_claims = 0,
              attempts = CASE WHEN r.status = 'held' THEN 0 ELSE m.attempts END,
              recipient = CASE WHEN m.status IN ('queued', 'held') THEN coalesce(r.recipient, m.recipient) END,
              subject = CASE WHEN m.status IN ('queued', 'held') THEN coalesce(r.subject, m.subject) END,
              body = CASE WHEN m.status IN ('queued', 'held') THEN coalesce(r.body, m.body) ELSE '' END, updated_at = r.now,
              sent_at = CASE WHEN r.status IN ('sent', 'captured') THEN r.now END
            FROM r JOIN held USING (account_id, message_id)
            WHERE m.account_id = r.account_id AND m.message_id = r.message_id AND m.attempts = r.attempts
              AND (m.status IN ('queued', 'held') OR m.status = 'skipped' AND m.reason = ${contactDeleted}
                AND r.status IN ('sent', 'captured'))`.pipe(retried, Effect.as(outcomes.map(() => Exit.void))),
        callerOf: ({ account_id }) => account_id,
        lingers: true,
        workers: 2,
        maxBatch: 64,
        capacity: 10_000,
        maxWait: Number.POSITIVE_INFINITY
      })
      return Outbox.of({
        claim: Effect.fnUntraced(function* (now, channel, room) {
          const claimed = yield* claimMessages(sql, { now, time: yield* time, lease, channel, room })
          return yield* readData(sql, claimed)
        }, transact(sql)),
        keep: ({ account_id, message_id, attempts }) =>
          Effect.flatMap(
            time,
            (at) => sql`
              UPDATE messages SET claimed_until = ${at} + ${lease}::float8 * interval '1 millisecond'
              WHERE account_id = ${account_id} AND message_id = ${message_id} AND status IN ('queued', 'held')
                AND attempts = ${attempts}::int AND claimed_until IS NOT NULL`
          ).pipe(retried, Effect.asVoid),
        beginAlone: ({ account_id, message_id, attempts }) =>
          Effect.flatMap(
            time,
            (at) => sql`
              UPDATE messages SET claimed_until = ${at} + ${lease}::float8 * interval '1 millisecond',
                lost_claims = ${claimLoss.alone}::int
              WHERE account_id = ${account_id} AND message_id = ${message_id} AND status IN ('queued', 'held')
                AND attempts = ${attempts}::int AND claimed_until IS NOT NULL RETURNING message_id`
          ).pipe(
            retried,
            Effect.map(({ length }) => length > 0)
          ),
        release: ({ account_id, message_id, attempts }) =>
          sql`
            UPDATE messages SET claimed_until = NULL, lost_claims = least(lost_claims, ${claimLoss.once}::smallint)
            WHERE account_id = ${account_id} AND message_id = ${message_id} AND status IN ('queued', 'held')
              AND attempts = ${attempts}::int`.pipe(retried, Effect.asVoid),
        finish: (now, outcome) => finish({ ...outcome, now })
      })
    })
  )
}
