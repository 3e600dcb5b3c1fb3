import { Effect, Layer } from "effect"
import { FlowsLayer } from "../../../src/programs/flows/FlowsLayer.ts"
import { SqlClient } from "effect/sql"
import { onBothOverSocket } from "../http/http.ts"
import { ApplyConsentSignals } from "../../../src/programs/contacts/ApplyConsentSignals.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import { Messages } from "../../../src/messages/sending/Messages.ts"
import { ContactConsents } from "../../../src/store/contacts/ContactConsents.ts"
import { MessageReports } from "../../../src/store/messages/MessageReports.ts"
import { ReceivedTexts } from "../../../src/store/contacts/ReceivedTexts.ts"
import { Keys } from "../../../src/store/database/Keys.ts"
import { ndjsonLayout } from "../../../src/domain/imports/FileLayout.ts"
import { Imports } from "../../../src/store/imports/Imports.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { texts } from "../../../src/store/database/parameters.ts"
import { contactCaller } from "./contacts.ts"
import { newMessage } from "../messages/messages.ts"
import { eventually } from "../faults/eventually.ts"
import { appendBodies } from "./imports.ts"

export { onBothOverSocket }

/** A person with words that no random id contains. */
export const person = {
  email: "Quibly.Fernwhistle@Example.com",
  phone: "+14155550137",
  first_name: "Quibly",
  last_name: "Fernwhistle"
}

/** Traces of the person in any text, in lower case. */
export const traces = ["quibly", "fernwhistle", "4155550137", "555-0137", "zanzigasse", "ingravinia"]

const address = { first_name: "Quibly", last_name: "Fernwhistle", address1: "7 Zanzigasse", phone: "(415) 555-0137" }

export const personOrder = (members: object = {}) => ({
  order_id: 1,
  email: person.email,
  phone: person.phone,
  total: 20,
  currency: "USD",
  order_date: new Date(Date.now() - 5 * 86_400_000).toISOString(),
  customer_id: "quibly-7001",
  accepts_email_marketing: true,
  accepts_sms_marketing: true,
  shipping_address: address,
  billing_address: address,
  line_items: [
    {
      product_id: 12345678901234567890n.toString().length,
      title: "Ring",
      price: 20,
      properties: [{ name: "Engraving", value: "Ingravinia + Bob" }],
      gift_message: "For Quibly, 7 Zanzigasse"
    }
  ],
  discounts: [{ code: "TEN", amount: 1, note: "of Fernwhistle" }],
  tax_lines: [{ title: "VAT", amount: 2, payer: { name: "Quibly" } }],
  ...members
})

/** An account with the person in every table and column that can hold personal data. */
export const seedPersonEverywhere = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { account_id, call, patch } = yield* contactCaller()
  const made = yield* call("/contacts", {
    body: { ...person, custom_fields: { home: "Zanzigasse 7" }, tags: ["Fernwhistle family"] },
    headers: { "idempotency-key": "sign-up quibly.fernwhistle%40example.com", "x-request-id": "signup-4155550137" }
  })
  const contact_id = String(made.json.data.id)
  yield* patch(contact_id, { email_consent: "subscribed" }, { "idempotency-key": "yes Quibly" })
  for (const order_id of [1, 2]) yield* call("/orders/placed", { body: personOrder({ order_id }) })
  for (const key of ["quiz of quibly.fernwhistle@example.com", null]) {
    yield* call("/events", {
      body: { event_type: "quiz", email: person.email.toLowerCase(), event_data: { street: "Zanzigasse" } },
      headers: key === null ? {} : { "idempotency-key": key }
    })
  }
  const about = { account_id, contact_id }
  const contact = { ...about, reason: "Quibly called from 4155550137", actor: "usr_1" }
  yield* Effect.gen(function* () {
    const signals = yield* ApplyConsentSignals
    yield* signals.suppress(contact)
    yield* signals.lift(contact)
    const messages = yield* Messages
    for (const [key, status] of ["sent", "queued", "held", "failed", "bounced", "skipped"].entries()) {
      yield* messages.record([{ ...newMessage(newContact({ ...about, ...template }, 0)), key: `of ${key}` }])
      yield* sql`UPDATE messages SET status = ${status}, recipient = ${person.email}, subject = 'Hello Quibly',
        body = '<p>Fernwhistle, 7 Zanzigasse</p>', reason = 'no mailbox of Quibly'
        WHERE account_id = ${account_id} AND key = ${`of ${key}`}`
    }
    const imports = yield* Imports
    const upload = yield* imports.create(account_id, "usr_1", {
      kind: "contacts",
      file_name: "quibly.fernwhistle@example.com.csv",
      file_size: 1,
      layout: { ...ndjsonLayout, headers: [person.email], targets: ["email"] },
      lift_reason: `Asked by ${person.email}`
    })
    const bodies = [
      JSON.stringify({ email: ` ${person.email.toUpperCase()} `, first_name: "Quibly" }),
      JSON.stringify({ phone: "(415) 555-0137", last_name: "Fernwhistle" }),
      '{"email": "quibly\\u002efernwhistle@example.com"}',
      JSON.stringify({ email: "other@example.com", first_name: "Otto" })
    ]
    yield* appendBodies(account_id, upload.id, bodies)
    yield* sql`INSERT INTO import_failures (account_id, import_id, position, file_row, body, faults, email_key)
      VALUES (${account_id}, ${upload.id}, 100, 102, '[[102,"Quibly"]]',
        '[{"field":"custom_fields.Quibly","message":"No"}]', 'quibly.fernwhistle@example.com')`
  }).pipe(Effect.provide(parts, { local: true }))
  yield* sql`INSERT INTO contact_notes (account_id, note_id, contact_id, author_id, note, created_at)
    VALUES (${account_id}, 'not_1', ${contact_id}, 'usr_1', 'Quibly moved to 7 Zanzigasse', now())`
  yield* sql`INSERT INTO message_events (account_id, message_id, event_key, kind, at, clicked_by, detail)
    SELECT account_id, message_id, 'clk_1', 'clicked', now(), 'person', 'https://shop.example/for/Quibly' FROM messages
    WHERE account_id = ${account_id}`
  yield* sql`INSERT INTO webhook_deliveries (account_id, delivery_id, key, contact_id, flow_id, run_id, step_id, url, payload,
      status, due_at, created_at, updated_at)
    VALUES (${account_id}, 'whd_1', 'run_1/s', ${contact_id}, 'flw_1', 'run_1', 's', 'https://a.example',
      '{"email":"quibly.fernwhistle@example.com"}', 'queued', now(), now(), now())`
  yield* sql`INSERT INTO store_deliveries (account_id, delivery_id, integration_id, topic, status, contact_id, body, email_key, attempts,
      received_at, updated_at)
    VALUES (${account_id}, 'sde_1', 'int_1', 'orders/create', 'failed', NULL, '{"email":"quibly.fernwhistle@example.com"}',
      'quibly.fernwhistle@example.com', 1, now(), now())`
  yield* sql`INSERT INTO webhook_attempts (account_id, delivery_id, reason, attempted_at)
    VALUES (${account_id}, 'whd_1', 'no answer', now())`
  // The request log is written within a second.
  yield* eventually(
    Effect.map(sql`SELECT FROM request_log WHERE account_id = ${account_id}`, (rows) => rows.length === 6)
  )
  return { account_id, contact_id, call, patch }
})

const template = { email: null, phone: null, first_name: null, last_name: null }

const parts = Layer.mergeAll(Imports.layer, Messages.layer, ApplyConsentSignals.layer).pipe(
  Layer.provide([
    ContactConsents.layer,
    ReceivedTexts.layer,
    MessageReports.layer,
    Messages.layer,
    SuppressionList.layer,
    FlowsLayer
  ]),
  Layer.provide(Keys.layerMemory)
)

/** The tables with a trace of the person in any row, and the column statistics with one. */
export const tracesLeft = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const hex = traces.map((trace) => Buffer.from(trace).toString("hex"))
  const pattern = [...traces, ...hex].join("|")
  const tables = yield* sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1 LIMIT 1000`
  const found = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql`SELECT to_json(t)::text AS row FROM ${sql(name)} t WHERE to_json(t)::text ~* ${pattern} LIMIT 10`,
      (rows) => (rows.length > 0 ? [name] : [])
    )
  )
  yield* sql`ANALYZE`
  const statistics = yield* sql`SELECT tablename, attname FROM pg_stats WHERE schemaname = 'public'
    AND concat(most_common_vals::text, histogram_bounds::text) ~* ${pattern} AND tablename = ANY(${texts(
      tables.map(({ name }) => name)
    )}) ORDER BY 1, 2 LIMIT 100`
  return { tables: found.flat(), statistics }
})
