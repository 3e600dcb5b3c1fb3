import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound } from "../../domain/Errors.ts"
import type { OwnSenderMembers, SenderUse } from "../../domain/senders/FurtherSender.ts"
import { SenderCheck } from "../../domain/senders/SenderState.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { senderUses } from "./senderUses.ts"

const Row = Schema.Struct({
  id: Schema.String,
  from_name: Schema.String,
  from_email: Schema.String,
  reply_to: Schema.NullOr(Schema.String),
  last_check: Schema.NullOr(Schema.fromJsonString(SenderCheck)),
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})
/** A further sender as it is stored. */
export type FurtherSenderRow = typeof Row.Type

const queryRows = query(Row)
const queryRow = queryOne(Row)
const queryIds = query(Schema.Struct({ id: Schema.String }))

const columns =
  "sender_id AS id, from_name, from_email, reply_to, dns_check::text AS last_check, created_at, updated_at"

/**
 * The senders of accounts beside their own (contract §19). Every member joins the open transaction. Those that write require the lock of the account's
 * sender, whose version tells processes that senders have changed.
 */
export class FurtherSenders extends Context.Service<
  FurtherSenders,
  {
    /** All of an account, the oldest first. */
    readonly list: (account_id: string) => Effect.Effect<ReadonlyArray<FurtherSenderRow>, SqlError.SqlError>
    readonly read: (
      account_id: string,
      sender_id: string
    ) => Effect.Effect<FurtherSenderRow, NotFound | SqlError.SqlError>
    /** Fails where the account has as many as it may. Locks the account's row, before that of its sender. */
    readonly requireRoom: (account_id: string) => Effect.Effect<void, ValidationFailed | SqlError.SqlError>
    /** Gives the id of the new sender. Requires `requireRoom`. */
    readonly create: (account_id: string, members: OwnSenderMembers) => Effect.Effect<string, SqlError.SqlError>
    /** Replaces its members, and removes the findings of a check if the address is another. */
    readonly save: (
      account_id: string,
      sender_id: string,
      members: OwnSenderMembers
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Locks the senders of these ids, so that none is deleted before the transaction ends, and gives the ids that exist. */
    readonly hold: (
      account_id: string,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, SqlError.SqlError>
    /** The places that send from the sender. Waits for what is being saved with it. */
    readonly uses: (account_id: string, sender_id: string) => Effect.Effect<ReadonlyArray<SenderUse>, SqlError.SqlError>
    readonly remove: (account_id: string, sender_id: string) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/senders/FurtherSenders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = sql.literal(columns)
      const one = (account_id: string, sender_id: string) =>
        sql`account_id = ${account_id} AND sender_id = ${sender_id}`
      const now = Effect.map(Clock.currentTimeMillis, (millis) => sql`${timeText(millis)}::timestamptz`)
      const touch = (account_id: string) =>
        sql`UPDATE senders SET version = version + 1 WHERE account_id = ${account_id}`

      return FurtherSenders.of({
        list: (account_id) =>
          queryRows(sql`SELECT ${select} FROM further_senders WHERE account_id = ${account_id}
            ORDER BY sender_id LIMIT ${quotas.furtherSenders.max}`),
        read: (account_id, sender_id) =>
          Effect.flatMap(
            queryRow(sql`SELECT ${select} FROM further_senders WHERE ${one(account_id, sender_id)}`),
            (row) => (row === undefined ? Effect.fail(new NotFound()) : Effect.succeed(row))
          ),
        requireRoom: (account_id) =>
          withinQuota(
            sql,
            account_id,
            quotas.furtherSenders,
            sql`FROM further_senders WHERE account_id = ${account_id}`
          ),
        create: Effect.fnUntraced(function* (account_id, { from_name, from_email, reply_to }) {
          const [id, at] = [yield* makeId("snd"), yield* now]
          yield* sql`INSERT INTO further_senders (account_id, sender_id, from_name, from_email, reply_to, created_at, updated_at)
            VALUES (${account_id}, ${id}, ${from_name}, ${from_email}, ${reply_to}, ${at}, ${at})`
          yield* touch(account_id)
          return id
        }),
        save: Effect.fnUntraced(function* (account_id, sender_id, { from_name, from_email, reply_to }) {
          yield* sql`UPDATE further_senders SET from_name = ${from_name}, from_email = ${from_email}, reply_to = ${reply_to},
            dns_check = CASE WHEN from_email = ${from_email} THEN dns_check END, updated_at = ${yield* now}
            WHERE ${one(account_id, sender_id)}`
          yield* touch(account_id)
        }),
        hold: (account_id, ids) =>
          ids.length === 0
            ? Effect.succeed(new Set<string>())
            : Effect.map(
                queryIds(sql`SELECT sender_id AS id FROM further_senders
                  WHERE account_id = ${account_id} AND sender_id = ANY(${texts(ids)}) ORDER BY sender_id FOR KEY SHARE`),
                (rows) => new Set(rows.map(({ id }) => id))
              ),
        uses: Effect.fnUntraced(function* (account_id, sender_id) {
          yield* sql`SELECT 1 FROM further_senders WHERE ${one(account_id, sender_id)} FOR UPDATE`
          return yield* senderUses(sql, account_id, sender_id)
        }),
        remove: Effect.fnUntraced(function* (account_id, sender_id) {
          yield* sql`DELETE FROM further_senders WHERE ${one(account_id, sender_id)}`
          yield* touch(account_id)
        })
      })
    })
  )
}
