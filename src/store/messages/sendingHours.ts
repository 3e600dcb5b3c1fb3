import { DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Channel } from "../../domain/contacts/Consent.ts"
import { hourOf, type HourUsage, nextHour } from "../../domain/messages/HourUsage.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const queryHour = queryOne(Schema.Struct({ hour: Schema.DateTimeUtcFromDate, emails: Schema.Int, texts: Schema.Int }))

/** The messages of each channel that started in the hour. */
export type HourUsages = Readonly<Record<Channel, HourUsage>>

const usages = ({ hour, emails, texts }: { hour: DateTime.Utc; emails: number; texts: number }): HourUsages => {
  const at = DateTime.toEpochMillis(hour)
  return { email: { hour: at, count: emails }, sms: { hour: at, count: texts } }
}

const columnOf = (channel: Channel) => (channel === "email" ? "emails" : "texts")

/** The account's messages in the hour of its last claim; undefined if it never claimed under a limit. */
export const readHour = (sql: SqlClient.SqlClient, account_id: string) =>
  Effect.map(queryHour(sql`SELECT hour, emails, texts FROM sending_hours WHERE account_id = ${account_id}`), (row) =>
    row === undefined ? undefined : usages(row)
  )

/**
 * The account's messages in the hour of `now` (milliseconds), locked until the open transaction ends. Processes whose clocks are less
 * than an hour apart agree on the hour: the later one counts.
 */
export const lockHour = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, account_id: string, now: number) {
  const isSame = sql`kept.hour BETWEEN excluded.hour AND ${timeText(nextHour(now))}::timestamptz`
  const row = yield* queryHour(sql`
    INSERT INTO sending_hours AS kept (account_id, hour) VALUES (${account_id}, ${timeText(hourOf(now))}::timestamptz)
    ON CONFLICT (account_id) DO UPDATE SET hour = CASE WHEN ${isSame} THEN kept.hour ELSE excluded.hour END,
      emails = CASE WHEN ${isSame} THEN kept.emails ELSE 0 END, texts = CASE WHEN ${isSame} THEN kept.texts ELSE 0 END
    RETURNING hour, emails, texts`)
  return row === undefined ? yield* Effect.die(new Error("The hour was not inserted")) : usages(row)
})

/** Counts `count` more messages in the hour. Requires `lockHour`. */
export const countInHour = (sql: SqlClient.SqlClient, account_id: string, channel: Channel, count: number) =>
  sql`UPDATE sending_hours SET ${sql.literal(columnOf(channel))} = ${sql.literal(columnOf(channel))} + ${count}::int
    WHERE account_id = ${account_id}`

/** Gives back one message that was counted in `hour` (milliseconds) and not handed to a provider. Does nothing in a later hour. */
export const giveBackHour = (sql: SqlClient.SqlClient, account_id: string, channel: Channel, hour: number) =>
  sql`UPDATE sending_hours SET ${sql.literal(columnOf(channel))} = greatest(0, ${sql.literal(columnOf(channel))} - 1)
    WHERE account_id = ${account_id} AND hour = ${timeText(hour)}::timestamptz`
