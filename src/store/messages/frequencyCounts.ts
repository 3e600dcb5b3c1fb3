import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { isCounted } from "../../domain/messages/Frequency.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import type { ClaimedMessage } from "./claimRows.ts"

const queryCounts = query(Schema.Struct({ contact_id: Schema.String, sent: Schema.Int, sending: Schema.Int }))

/**
 * Adds the counts for the frequency cap of an account: the other messages of each contact that count on `day`. Of the messages that were
 * claimed together, the older ones count as being sent. Requires the lock of the account's hour.
 */
export const withFrequency = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  cap: number | null,
  day: string,
  claimed: ReadonlyArray<ClaimedMessage>
) {
  const counted = claimed
    .filter(({ message }) => isCounted(message))
    .toSorted((one, other) => (one.message.message_id < other.message.message_id ? -1 : 1))
  const account_id = counted[0]?.message.account_id
  if (cap === null || account_id === undefined) return claimed
  const contacts = [...new Set(counted.map(({ message }) => message.contact_id))]
  const rows = yield* queryCounts(sql`
    SELECT contact_id, count(*) FILTER (WHERE status NOT IN ('queued', 'held'))::int AS sent,
      count(*) FILTER (WHERE status IN ('queued', 'held'))::int AS sending
    FROM messages WHERE account_id = ${account_id} AND contact_id = ANY (${texts(contacts)}) AND counted_on = ${day}::date
      AND message_id <> ALL (${texts(counted.map(({ message }) => message.message_id))})
    GROUP BY contact_id ORDER BY contact_id LIMIT ${contacts.length}::int`)
  const counts = new Map(rows.map(({ contact_id, sent, sending }) => [contact_id, { sent, sending }]))
  const frequencies = new Map(
    counted.map(({ message: { contact_id, message_id } }) => {
      const { sent, sending } = counts.get(contact_id) ?? { sent: 0, sending: 0 }
      counts.set(contact_id, { sent, sending: sending + 1 })
      return [message_id, { cap, sent, sending }] as const
    })
  )
  return claimed.map((one) => ({ ...one, frequency: frequencies.get(one.message.message_id) }))
})
