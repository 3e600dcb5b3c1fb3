import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { type EventKind, TimelineKind, timelineEntry } from "../../domain/messages/MessageEvent.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { retried } from "../database/Transaction.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"

/** A report to be recorded. `at` in milliseconds. */
export interface NewMessageEvent {
  readonly message_id: string
  readonly kind: Exclude<EventKind, "clicked">
  readonly at: number
  readonly detail: string | null
}

const Entry = timelineEntry(Schema.DateTimeUtcFromDate)
const queryTimeline = query(Entry)
const queryMessages = query(Schema.Struct({ message_id: Schema.String, is_clicked: Schema.Boolean }))
const queryAdded = query(Schema.Struct({ message_id: Schema.String }))

const day = 86_400_000

/** One event of a kind is kept for a message, and of soft bounces one a day, so that repeated reports add nothing. */
const keyOf = ({ kind, at }: NewMessageEvent): string =>
  kind === "soft_bounced" ? `${kind}|${Math.floor(at / day)}` : kind

const queryContact = queryOne(Schema.Struct({ contact_id: Schema.String }))

/** Stores the reports about sent messages: deliveries, bounces, complaints and clicks. */
export class MessageEvents extends Context.Service<
  MessageEvents,
  {
    /**
     * Records reports about messages of an account, without those that are recorded and those whose contact was erased. Returns the ids of
     * the clicked messages among the added. Joins the open transaction.
     */
    readonly add: (
      account_id: string,
      events: ReadonlyArray<NewMessageEvent>
    ) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
    /** The timeline of a message, oldest first: when it was queued and sent, and what was reported since. */
    readonly timeline: (
      account_id: string,
      message_id: string
    ) => Effect.Effect<ReadonlyArray<typeof Entry.Type>, Unavailable>
    /** Marks a sent message as bounced. Joins the open transaction. */
    readonly bounced: (message: MessageRef, reason: string, now: number) => Effect.Effect<void, SqlError.SqlError>
    /** The contact of a message. Joins the open transaction. */
    readonly contactOf: (message: MessageRef) => Effect.Effect<string | undefined, SqlError.SqlError>
  }
>()("tally/store/messages/MessageEvents") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MessageEvents.of({
        add: Effect.fnUntraced(function* (account_id, events) {
          if (events.length === 0) return []
          const messages = yield* queryMessages(sql`
            SELECT m.message_id, m.clicked_at IS NOT NULL AS is_clicked FROM messages m
            JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = m.contact_id
            WHERE m.account_id = ${account_id} AND m.message_id = ANY(${texts(events.map(({ message_id }) => message_id))})
            ORDER BY m.message_id LIMIT 10000 FOR KEY SHARE OF c`)
          const clicked = new Map(messages.map(({ message_id, is_clicked }) => [message_id, is_clicked]))
          const rows = events.flatMap((event) =>
            clicked.has(event.message_id) ? [{ ...event, at: timeText(event.at), event_key: keyOf(event) }] : []
          )
          if (rows.length === 0) return []
          const added = yield* queryAdded(sql`
            INSERT INTO message_events (account_id, message_id, event_key, kind, at, detail)
            SELECT ${account_id}, message_id, event_key, kind, at, detail FROM json_to_recordset(${rowsJson(rows)}::json)
              AS r (message_id text, event_key text, kind text, at timestamptz, detail text)
            ORDER BY message_id, event_key, at
            ON CONFLICT DO NOTHING RETURNING message_id`)
          return [...new Set(added.map(({ message_id }) => message_id))].filter((id) => clicked.get(id) === true)
        }),
        timeline: (account_id, message_id) =>
          sql`
            SELECT kind, at, clicked_by AS by, detail FROM (
              SELECT ${TimelineKind.literals[0]} AS kind, created_at AS at, NULL AS clicked_by, NULL AS detail, 0 AS rank
              FROM messages WHERE account_id = ${account_id} AND message_id = ${message_id}
              UNION ALL
              SELECT CASE status WHEN 'captured' THEN 'captured' ELSE 'sent' END, sent_at, NULL, NULL, 1
              FROM messages WHERE account_id = ${account_id} AND message_id = ${message_id} AND sent_at IS NOT NULL
              UNION ALL
              SELECT kind, at, clicked_by, detail, 2
              FROM message_events WHERE account_id = ${account_id} AND message_id = ${message_id}
            ) entries ORDER BY at, rank, kind, detail LIMIT 1000`.pipe(queryTimeline, retried),
        bounced: ({ account_id, message_id }, reason, now) =>
          Effect.asVoid(sql`
            UPDATE messages SET status = 'bounced', reason = ${reason}, updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND message_id = ${message_id} AND status IN ('sent', 'captured', 'clicked')`),
        contactOf: ({ account_id, message_id }) =>
          Effect.map(
            queryContact(sql`
              SELECT contact_id FROM messages WHERE account_id = ${account_id} AND message_id = ${message_id}`),
            (message) => message?.contact_id
          )
      })
    })
  )
}
