import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Channel } from "../../../src/domain/contacts/Consent.ts"
import { type Contact, newContact } from "../../../src/domain/contacts/Contact.ts"
import { makeId } from "../../../src/domain/values/Id.ts"
import type { DueMessage, NewMessage } from "../../../src/domain/messages/Message.ts"
import { englishWords } from "../../../src/domain/languages/messageWords.ts"
import { emptyProfile } from "../../../src/domain/senders/SenderProfile.ts"
import type { SendCapacity } from "../../../src/domain/messages/SendCapacity.ts"
import { EmailTransport } from "../../../src/outbound/email/EmailTransport.ts"
import { MailRoutes } from "../../../src/outbound/senders/MailRoutes.ts"
import { Links } from "../../../src/outbound/templates/Links.ts"
import { MessageRenderer } from "../../../src/outbound/templates/MessageRenderer.ts"
import { Messages } from "../../../src/outbound/sending/Messages.ts"
import { Transports } from "../../../src/outbound/sending/Transports.ts"
import { SendMessages } from "../../../src/programs/messages/SendMessages.ts"
import { SmsTransport } from "../../../src/outbound/sms/SmsTransport.ts"
import { ApplyConsentSignals } from "../../../src/programs/contacts/ApplyConsentSignals.ts"
import { ReceiveReports } from "../../../src/programs/mailReports/ReceiveReports.ts"
import { RecordClicks } from "../../../src/programs/messages/RecordClicks.ts"
import { ContactConsents } from "../../../src/store/contacts/ContactConsents.ts"
import { TestClocks } from "../../../src/store/accounts/TestClocks.ts"
import { FlowsLayer } from "../../../src/programs/flows/FlowsLayer.ts"
import { SendStops } from "../../../src/store/messages/SendStops.ts"
import { Clicks } from "../../../src/store/messages/Clicks.ts"
import { MessageEvents } from "../../../src/store/messages/MessageEvents.ts"
import { SoftBounces } from "../../../src/store/mailReports/SoftBounces.ts"
import { Keys } from "../../../src/store/keys/Keys.ts"
import { Secrets } from "../../../src/store/keys/Secrets.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { Outbox } from "../../../src/store/messages/Outbox.ts"
import { FurtherSenders } from "../../../src/store/senders/FurtherSenders.ts"
import { SenderDomains } from "../../../src/store/senders/SenderDomains.ts"
import { Senders } from "../../../src/store/senders/Senders.ts"
import { ShortLinks } from "../../../src/store/messages/ShortLinks.ts"
import { contactParameter } from "../../../src/store/contacts/contactParameter.ts"
import { settingsLayer } from "../database/databases.ts"

/** The sending layers with the providers of the settings, on the provided database. */
export const sendingLayer = (settings: Readonly<Record<string, string>> = {}) =>
  SendMessages.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        MailRoutes.layer,
        SmsTransport.layer,
        Transports.layer,
        Outbox.layer,
        ReceiveReports.layer.pipe(Layer.provide(RecordClicks.layer)),
        ShortLinks.layer,
        MessageRenderer.layer,
        SendStops.layer
      ).pipe(
        Layer.provideMerge(ApplyConsentSignals.layer),
        Layer.provide(FlowsLayer),
        Layer.provide([Clicks.layer, MessageEvents.layer, SoftBounces.layer, SendStops.layer, TestClocks.layer]),
        Layer.provide([ContactConsents.layer, MessageEvents.layer, SuppressionList.layer]),
        Layer.provideMerge(EmailTransport.layer),
        Layer.provideMerge(
          Layer.mergeAll(Senders.layer, SenderDomains.layer, FurtherSenders.layer).pipe(Layer.provide(Secrets.layer))
        ),
        Layer.provideMerge(Messages.layer),
        Layer.provideMerge(Links.layer)
      )
    ),
    Layer.provide(Keys.layer),
    Layer.provide(settingsLayer({ PUBLIC_URL: "https://tally.example", ENCRYPTION_KEY: "ab".repeat(32), ...settings }))
  )

/** A capacity with no send in flight. */
export const idleCapacity: SendCapacity = { available: 16, perAccount: 8, inFlight: new Map() }

/** Sends all due messages of a channel, and returns their number. */
export const sendDue = Effect.fnUntraced(function* (channel: Channel) {
  const due = yield* (yield* SendMessages).claim(channel, idleCapacity)
  yield* Effect.forEach(due, ({ send }) => send, { concurrency: "unbounded", discard: true })
  return due.length
})

/** Creates a contact subscribed on both channels, unless given. */
export const seedContact = Effect.fnUntraced(function* (account_id: string, fields: Partial<Contact> = {}) {
  const sql = yield* SqlClient.SqlClient
  const contact_id = yield* makeId("con")
  const contact: Contact = {
    ...newContact(
      { account_id, contact_id, email: "ada@example.com", phone: "+12025550123", first_name: "Ada", last_name: null },
      0
    ),
    email_consent: "subscribed",
    sms_consent: "subscribed",
    ...fields
  }
  yield* sql`SELECT save_consents(${account_id}, ${contactParameter(sql, [contact])}, NULL)`
  return contact
})

/** A flow's message to a contact. */
export const newMessage = (contact: Contact, fields: Partial<NewMessage> = {}): NewMessage => ({
  account_id: contact.account_id,
  contact_id: contact.contact_id,
  key: "run_1|s1",
  channel: "email",
  purpose: "flow",
  class: "marketing",
  layout: "shell",
  subject: "Thank you, {{ contact.first_name }}",
  body: "<p>Hi {{ contact.first_name }}</p>",
  flow_id: "flow_1",
  run_id: "run_1",
  step_id: "s1",
  order_id: null,
  event_id: null,
  ...fields
})

/** A claimed e-mail of an account without a sender profile. */
export const dueMessage = (fields: Partial<DueMessage> = {}): DueMessage => ({
  account_id: "acc",
  message_id: "msg",
  contact_id: "con",
  channel: "email",
  purpose: "flow",
  coupons: [],
  class: "marketing",
  layout: "shell",
  subject: "Hi",
  body: "<p>Hi</p>",
  flow_id: null,
  campaign_id: null,
  campaign_status: null,
  topic: null,
  sender_id: null,
  held_out: false,
  reminder: null,
  product_reminder: null,
  source_name: null,
  attempts: 1,
  lost_claims: 0,
  clock_offset: 0,
  has_server: false,
  day: "2026-01-01",
  counted_hour: null,
  frequency: undefined,
  account_name: "Ada's Shop",
  timezone: "UTC",
  country: "US",
  language: englishWords,
  sender: emptyProfile,
  sender_version: 0,
  contact: undefined,
  data: {},
  ...fields
})

const Row = Schema.Struct({
  message_id: Schema.String,
  key: Schema.String,
  status: Schema.String,
  reason: Schema.NullOr(Schema.String),
  subject: Schema.NullOr(Schema.String),
  body: Schema.String,
  recipient: Schema.NullOr(Schema.String),
  due_at: Schema.Date,
  attempts: Schema.Int
})

/** The messages of an account, oldest first. */
export const messagesOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`SELECT message_id, key, status, reason, subject, body, recipient, due_at, attempts FROM messages
    WHERE account_id = ${account_id} ORDER BY created_at, key LIMIT 10000`
  return yield* Schema.decodeUnknownEffect(Schema.Array(Row))(rows)
})
