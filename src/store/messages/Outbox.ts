import { Context, Effect, Exit, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { claimLoss } from "../../domain/messages/ClaimLoss.ts"
import type { Channel } from "../../domain/contacts/Consent.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { contactDeleted, couponEmpty } from "../../domain/messages/decideSend.ts"
import type { DueMessage, SendOutcome } from "../../domain/messages/Message.ts"
import { unansweredReasons } from "../../domain/products/productReminder.ts"
import type { MessageCapacity } from "../../domain/messages/SendCapacity.ts"
import { groupCommit } from "../batching/GroupCommit.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { recheckHeld } from "../coupons/recheckHeld.ts"
import { returnCodes } from "../coupons/returnCodes.ts"
import { reopenRequests } from "../products/reopenRequests.ts"
import { retried, transact } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { makeClaimMessages } from "./claimMessages.ts"
import { giveBackHour } from "./sendingHours.ts"

/** Duration of a claim unless it is renewed, in milliseconds. */
export const lease = 20_000

/**
 * Queue of messages to send. A claim is a lease: after a crash the message can be claimed again when the lease expires. Leases
 * are compared with the database's clock, so that a process with a wrong clock takes no message that another holds. A claim
 * is identified by the message's `attempts`; each member does nothing for a claim that another process has taken over.
 */
export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Claims due messages of a channel within the capacity, round robin between accounts and the oldest of each first, with the
     * data to decide and render them. Joins the open transaction.
     */
    readonly claim: (
      now: number,
      channel: Channel,
      capacity: MessageCapacity
    ) => Effect.Effect<ReadonlyArray<DueMessage>, SqlError.SqlError>
    /** Restarts the lease of a claimed message. */
    readonly renew: (message: DueMessage) => Effect.Effect<void, Unavailable>
    /** Records that a claimed message is sent alone, and restarts its lease. False when the claim has ended. */
    readonly beginAlone: (message: DueMessage) => Effect.Effect<boolean, Unavailable>
    /** Gives a claim back, so that it does not count as lost. */
    readonly release: (message: DueMessage) => Effect.Effect<void, Unavailable>
    /**
     * Records the outcome of a claimed message and ends the claim; concurrent calls are written together. If the contact was
     * erased meanwhile, only `sent` and `captured` are recorded, without recipient and text.
     */
    readonly finish: (now: number, outcome: SendOutcome) => Effect.Effect<void, Unavailable>
    /** Gives back a message that was counted in the account's hour and not handed to a provider. */
    readonly uncount: (message: DueMessage) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/messages/Outbox") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      const messages = yield* makeClaimMessages(sql)
      const finish = yield* groupCommit({
        name: "messages",
        run: (outcomes: ReadonlyArray<Finished>) =>
          Effect.as(
            finishAll(sql, outcomes),
            outcomes.map(() => Exit.void)
          ),
        callerOf: ({ account_id }) => account_id,
        isOfAccounts: true,
        lingers: true,
        workers: 2,
        maxBatch: 64,
        capacity: 10_000,
        maxWait: Number.POSITIVE_INFINITY
      })
      return Outbox.of({
        claim: (now, channel, capacity) =>
          Effect.flatMap(time, (at) => messages.claim({ now, time: at, lease, channel, capacity })),
        renew: ({ account_id, message_id, attempts }) =>
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
        finish: (now, outcome) => finish({ ...outcome, now }),
        uncount: ({ account_id, channel, counted_hour }) =>
          counted_hour === null
            ? Effect.void
            : giveBackHour(sql, account_id, channel, counted_hour).pipe(
                retried,
                Effect.andThen(Effect.sync(() => messages.recheck(channel, account_id)))
              )
      })
    })
  )
}

type Finished = SendOutcome & { readonly now: number }

// What skipped messages had goes back in the transaction that skips them: codes, and requests that they should have answered. Codes may have come since
// a message was claimed without one.
const finishAll = (sql: SqlClient.SqlClient, outcomes: ReadonlyArray<Finished>) => {
  const finish = finishMessages(sql, outcomes)
  const settled = outcomes.filter((outcome) => hasCodes(outcome) || isUnanswered(outcome))
  if (settled.length === 0) return Effect.asVoid(retried(finish))
  const settle = Effect.forEach(
    Map.groupBy(settled, ({ account_id }) => account_id),
    Effect.fnUntraced(function* ([account_id, ended]) {
      const now = Math.max(...ended.map((outcome) => outcome.now))
      const idsOf = (isMeant: (outcome: Finished) => boolean) =>
        ended.flatMap((outcome) => (isMeant(outcome) ? [outcome.message_id] : []))
      const skipped = idsOf((outcome) => hasCodes(outcome) && outcome.status === "skipped")
      const held = idsOf((outcome) => hasCodes(outcome) && outcome.status === "held")
      const unanswered = idsOf(isUnanswered)
      const messages = sql`m.message_id = ANY (${texts(skipped)})`
      if (skipped.length > 0) yield* returnCodes(sql, { account_id, messages, attempts: 1, now })
      if (held.length > 0) yield* recheckHeld(sql, { account_id, messages: held, now })
      if (unanswered.length > 0) yield* reopenRequests(sql, account_id, unanswered)
    })
  )
  return Effect.asVoid(transact(sql)(Effect.andThen(finish, settle)))
}

const hasCodes = ({ status, reason, has_coupons }: Finished): boolean =>
  has_coupons === true && (status === "skipped" || (status === "held" && reason === couponEmpty))

const isUnanswered = ({ status, reason }: Finished): boolean =>
  status === "skipped" && unansweredReasons.some((known) => known === reason)

// A row locked by an erasure is read again after it: its status is then neither queued nor held.
const finishMessages = (sql: SqlClient.SqlClient, outcomes: ReadonlyArray<Finished>) => {
  const account = accountOf(sql, outcomes)
  const rows = outcomes.map((outcome) => ({
    ...outcome,
    due_at: timeText(outcome.due_at),
    now: timeText(outcome.now)
  }))
  return sql`
    WITH r AS (
      SELECT * FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, message_id text, attempts int,
        status text, reason text, due_at timestamptz, recipient text, subject text, body text, shown_products text[], counted_on date, now timestamptz)
    ), locked AS MATERIALIZED (
      SELECT m.account_id, m.message_id FROM r
      JOIN messages m ON m.account_id = ${account("r.account_id")} AND m.message_id = r.message_id
      WHERE r.account_id = ${account("r.account_id")}
      ORDER BY m.account_id, m.message_id FOR NO KEY UPDATE OF m
    )
    UPDATE messages m SET
      status = CASE WHEN r.status IN ('sent', 'captured') AND m.clicked_at IS NOT NULL THEN 'clicked' ELSE r.status END,
      reason = r.reason, due_at = coalesce(r.due_at, m.due_at), claimed_until = NULL, lost_claims = 0,
      counted_on = r.counted_on, attempts = CASE WHEN r.status = 'held' THEN 0 ELSE m.attempts END,
      recipient = CASE WHEN m.status IN ('queued', 'held') THEN coalesce(r.recipient, m.recipient) END,
      subject = CASE WHEN m.status IN ('queued', 'held') THEN coalesce(r.subject, m.subject) END,
      body = CASE WHEN m.status IN ('queued', 'held') THEN coalesce(r.body, m.body) ELSE '' END,
      contents = CASE WHEN r.status IN ('queued', 'held') THEN m.contents END,
      products = CASE WHEN m.status IN ('queued', 'held') THEN coalesce(nullif(r.shown_products, '{}'), m.products) END, updated_at = r.now,
      sent_at = CASE WHEN r.status IN ('sent', 'captured') THEN r.now END
    FROM r JOIN locked USING (account_id, message_id)
    WHERE r.account_id = ${account("r.account_id")} AND m.account_id = ${account("r.account_id")} AND m.message_id = r.message_id AND m.attempts = r.attempts
      AND (m.status IN ('queued', 'held') OR m.status = 'skipped' AND m.reason = ${contactDeleted}
        AND r.status IN ('sent', 'captured'))`
}
