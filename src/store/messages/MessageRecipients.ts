import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Channel, EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import type { SenderProfile } from "../../domain/senders/SenderProfile.ts"
import { LeftTopics } from "../contacts/ContactTopics.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { Millis } from "../sql/timestamps.ts"

const text = Schema.NullOr(Schema.String)
const queryAccount = queryOne(Schema.Struct({ name: Schema.String, timezone: Schema.String, country: Schema.String }))
const querySender = queryOne(Schema.Struct({ from_name: text, logo_url: text, color: text }))
const RecipientRow = Schema.Struct({
  contact_id: Schema.String,
  email: text,
  phone: text,
  email_consent: EmailConsent,
  sms_consent: SmsConsent,
  paused_until: Schema.NullOr(Millis),
  left_topics: LeftTopics,
  channel: Channel,
  recipient: text
})
const queryRecipient = queryOne(RecipientRow)

/** The store that sent a message, as its pages show it. */
export interface Store extends Pick<SenderProfile, "logo_url" | "color"> {
  readonly name: string
  readonly timezone: string
  /** ISO 3166 alpha-2. */
  readonly country: string
}

/** The contact of a message as it is now, with the channel of the message and the address that it went to. Times in milliseconds. */
export interface MessageRecipient extends Schema.Schema.Type<typeof RecipientRow> {
  readonly account_id: string
}

/** The store that sent a message, and the recipient. */
export class MessageRecipients extends Context.Service<
  MessageRecipients,
  {
    /** Undefined if the account does not exist. */
    readonly store: (account_id: string) => Effect.Effect<Store | undefined, Unavailable>
    /** Undefined if there is no such message, or its contact was erased. */
    readonly contact: (message: MessageRef) => Effect.Effect<MessageRecipient | undefined, Unavailable>
  }
>()("tally/store/messages/MessageRecipients") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MessageRecipients.of({
        store: Effect.fn("MessageRecipients.store")(function* (account_id) {
          const account = yield* queryAccount(
            sql`SELECT name, timezone, default_country AS country FROM accounts WHERE account_id = ${account_id}`
          )
          const sender = yield* querySender(
            sql`SELECT from_name, logo_url, color FROM senders WHERE account_id = ${account_id}`
          )
          if (account === undefined) return undefined
          const { from_name = null, logo_url = null, color = null } = sender ?? {}
          return { ...account, name: from_name ?? account.name, logo_url, color }
        }, retried),
        contact: ({ account_id, message_id }) =>
          queryRecipient(sql`
            SELECT c.contact_id, c.email, c.phone, c.email_consent, c.sms_consent, c.paused_until, c.left_topics::text AS left_topics, m.channel, m.recipient
            FROM messages m JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = m.contact_id
            WHERE m.account_id = ${account_id} AND m.message_id = ${message_id}`).pipe(
            retried,
            Effect.map((contact) => (contact === undefined ? undefined : { ...contact, account_id }))
          )
      })
    })
  )
}
