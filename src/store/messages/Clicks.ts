import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Click, maxClicks } from "../../domain/messages/Click.ts"
import { type MessageRef, MessageStatus } from "../../domain/messages/Message.ts"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const Clicked = Schema.Struct({
  contact_id: Schema.String,
  status: MessageStatus,
  is_being_sent: Schema.Boolean,
  sent_at: Schema.NullOr(Millis),
  clicked_at: Schema.NullOr(Millis),
  last_click_message_id: Schema.NullOr(Schema.String)
})
/** A message as a click finds it. `is_being_sent`: a sender holds it. Times in milliseconds. */
export type ClickedMessage = typeof Clicked.Type

const EventRow = Schema.Struct({
  event_key: Schema.String,
  at: Millis,
  clicked_by: Schema.NullOr(Schema.Literals(["person", "machine"])),
  detail: Schema.NullOr(Schema.String)
})
const LastClick = Schema.Struct({ message_id: Schema.String, at: Millis })
/** The last click of a contact. */
export type LastClick = typeof LastClick.Type

/** A recorded click with its key. */
export interface RecordedClick extends Click {
  readonly key: string
}

const queryMessage = queryOne(Clicked)
const queryEvents = query(EventRow)
const queryLast = queryOne(LastClick)

/** The clicks of messages, and what follows from them for message, contact and orders. Every member joins the open transaction. */
export class Clicks extends Context.Service<
  Clicks,
  {
    /** Locks the message's contact and reads the message. Undefined if it is unknown, was never sent, or its contact was erased. */
    readonly lock: (message: MessageRef) => Effect.Effect<ClickedMessage | undefined, SqlError.SqlError>
    /** The recorded clicks, at most `maxClicks`, and the reported deliveries of a message. */
    readonly read: (
      message: MessageRef
    ) => Effect.Effect<
      { readonly clicks: ReadonlyArray<RecordedClick>; readonly deliveries: ReadonlyArray<number> },
      SqlError.SqlError
    >
    readonly add: (message: MessageRef, click: RecordedClick) => Effect.Effect<void, SqlError.SqlError>
    /** Marks recorded clicks as a machine's. */
    readonly markMachine: (message: MessageRef, keys: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    /** Sets the first click of a person, or that there was none. */
    readonly setFirst: (message: MessageRef, at: number | null, now: number) => Effect.Effect<void, SqlError.SqlError>
    /** The last click of a person on a message of the contact other than this. */
    readonly lastOfOthers: (
      message: MessageRef,
      contact_id: string
    ) => Effect.Effect<LastClick | undefined, SqlError.SqlError>
    readonly setLast: (
      account_id: string,
      contact_id: string,
      last: LastClick | undefined
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Attributes the orders of the contact that are attributed to this message to another one, or to none. */
    readonly attributeTo: (
      message: MessageRef,
      contact_id: string,
      other: string | null
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/messages/Clicks") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Clicks.of({
        lock: ({ account_id, message_id }) =>
          queryMessage(sql`
            SELECT c.contact_id, m.status, m.sent_at, m.clicked_at, c.last_click_message_id,
              m.status IN ('queued', 'held') AND m.claimed_until IS NOT NULL AS is_being_sent
            FROM messages m JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = m.contact_id
            WHERE m.account_id = ${account_id} AND m.message_id = ${message_id} AND m.status NOT IN ('skipped', 'failed')
            FOR NO KEY UPDATE OF c`),
        read: ({ account_id, message_id }) =>
          Effect.map(
            queryEvents(sql`
              SELECT event_key, at, clicked_by, detail FROM message_events
              WHERE account_id = ${account_id} AND message_id = ${message_id} AND kind IN ('delivered', 'clicked')
              ORDER BY kind DESC, at LIMIT ${maxClicks + 1}`),
            (rows) => ({
              clicks: rows.flatMap(({ event_key, at, clicked_by, detail }) =>
                clicked_by === null ? [] : [{ key: event_key, at, by: clicked_by, link: detail ?? "" }]
              ),
              deliveries: rows.filter(({ clicked_by }) => clicked_by === null).map(({ at }) => at)
            })
          ),
        add: ({ account_id, message_id }, { key, at, by, link }) =>
          Effect.asVoid(sql`
            INSERT INTO message_events (account_id, message_id, event_key, kind, at, clicked_by, detail)
            VALUES (${account_id}, ${message_id}, ${key}, 'clicked', ${timeText(at)}::timestamptz, ${by}, ${link})`),
        markMachine: ({ account_id, message_id }, keys) =>
          Effect.asVoid(sql`
            UPDATE message_events SET clicked_by = 'machine'
            WHERE account_id = ${account_id} AND message_id = ${message_id} AND event_key = ANY(${texts(keys)})`),
        setFirst: ({ account_id, message_id }, at, now) =>
          Effect.asVoid(sql`
            UPDATE messages SET clicked_at = ${timeText(at)}::timestamptz, updated_at = ${timeText(now)}::timestamptz,
              status = CASE WHEN ${at !== null}::boolean AND status IN ('sent', 'captured') THEN 'clicked'
                WHEN ${at === null}::boolean AND status = 'clicked' THEN 'sent' ELSE status END
            WHERE account_id = ${account_id} AND message_id = ${message_id}`),
        lastOfOthers: ({ account_id, message_id }, contact_id) =>
          queryLast(sql`
            SELECT m.message_id, coalesce((SELECT max(e.at) FROM message_events e WHERE e.account_id = ${account_id}
              AND e.message_id = m.message_id AND e.clicked_by = 'person'), m.clicked_at) AS at
            FROM messages m
            WHERE m.account_id = ${account_id} AND m.contact_id = ${contact_id} AND m.clicked_at IS NOT NULL
              AND m.message_id <> ${message_id} ORDER BY at DESC, m.message_id LIMIT 1`),
        setLast: (account_id, contact_id, last) =>
          Effect.asVoid(sql`
            UPDATE contacts SET last_click_message_id = ${last?.message_id ?? null},
              last_clicked_at = ${timeText(last?.at ?? null)}::timestamptz
            WHERE account_id = ${account_id} AND contact_id = ${contact_id}`),
        attributeTo: ({ account_id, message_id }, contact_id, other) =>
          Effect.asVoid(sql`
            UPDATE orders SET attributed_message_id = ${other}
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND attributed_message_id = ${message_id}`)
      })
    })
  )
}
