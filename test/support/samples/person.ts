import { Effect, Layer } from "effect"
import { FlowsLayer } from "../../../src/programs/flows/FlowsLayer.ts"
import { SqlClient } from "effect/sql"
import { onEitherOverSocket } from "../http/http.ts"
import { ApplyConsentSignals } from "../../../src/programs/contacts/ApplyConsentSignals.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import { Messages } from "../../../src/outbound/sending/Messages.ts"
import { ContactConsents } from "../../../src/store/contacts/ContactConsents.ts"
import { MessageEvents } from "../../../src/store/messages/MessageEvents.ts"
import { Keys } from "../../../src/store/keys/Keys.ts"
import { ndjsonLayout } from "../../../src/domain/imports/FileLayout.ts"
import { Imports } from "../../../src/store/imports/Imports.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { texts } from "../../../src/store/sql/parameters.ts"
import { contactCaller } from "./contacts.ts"
import { newMessage, seedContact } from "../messages/messages.ts"
import { eventually } from "../faults/eventually.ts"
import { appendBodies } from "./imports.ts"

export { onEitherOverSocket }

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
    yield* sql`INSERT INTO import_failures (account_id, import_id, position, file_row, body, issues, email_key)
      VALUES (${account_id}, ${upload.id}, 100, 102, '[[102,"Quibly"]]',
        '[{"field":"custom_fields.Quibly","message":"No"}]', 'quibly.fernwhistle@example.com')`
    yield* sql`INSERT INTO import_notes (account_id, import_id, position, place, file_row, kind, field, message, email_key)
      VALUES (${account_id}, ${upload.id}, 100, 0, 102, 'failed', 'custom_fields.Quibly', 'No',
        'quibly.fernwhistle@example.com')`
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
  yield* sql`INSERT INTO platform_deliveries (account_id, delivery_id, integration_id, topic, status, contact_id, body, email_key, attempts,
      received_at, updated_at)
    VALUES (${account_id}, 'sde_1', 'int_1', 'orders/create', 'failed', NULL, '{"email":"quibly.fernwhistle@example.com"}',
      'quibly.fernwhistle@example.com', 1, now(), now())`
  yield* sql`INSERT INTO webhook_attempts (account_id, delivery_id, reason, attempted_at)
    VALUES (${account_id}, 'whd_1', 'no answer', now())`
  // As a report that could not be applied is kept.
  yield* sql`INSERT INTO received_reports (account_id, report_id, place, status, report, due_at)
    VALUES (${account_id}, 'rep_1', 0, 'failed', '{"email":"quibly.fernwhistle@example.com"}', now())`
  yield* seedOwnTexts(account_id)
  // The request log is written within a second.
  yield* eventually(
    Effect.map(sql`SELECT FROM request_log WHERE account_id = ${account_id}`, (rows) => rows.length === 6)
  )
  return { account_id, contact_id, call, patch }
})

/** Texts of the business that name the person, in every column of `ownTexts`, with versions of flows and forms from before. */
const seedOwnTexts = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const { definition, form, variants } = textsNaming(person.email)
  const steps = JSON.stringify(definition)
  yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, trigger_detail, notice, created_at, updated_at)
    VALUES (${account_id}, 'flo_own', ${`Thanks ${person.email}`}, 'paused', 25, 'tagged', ${`VIP ${person.email}`},
      ${`550 <${person.email}> refused`}, now(), now())`
  yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
    SELECT ${account_id}, 'flo_own', version, ${steps}::json, now() FROM generate_series(1, 25) version`
  yield* sql`INSERT INTO forms (account_id, form_id, definition, wording_version, created_at, updated_at)
    VALUES (${account_id}, 'frm_own', ${JSON.stringify(form)}, 2, now(), now())`
  yield* sql`INSERT INTO form_wordings (account_id, form_id, version, wording, created_at)
    SELECT ${account_id}, 'frm_own', version, ${form.wording}, now() FROM generate_series(1, 2) version`
  yield* sql`INSERT INTO segments (account_id, segment_id, name, conditions, created_at, updated_at)
    VALUES (${account_id}, 'seg_own', ${person.email},
      ${JSON.stringify([[{ field: "contact.email", op: "eq", value: person.email }]])}::json, now(), now())`
  yield* sql`INSERT INTO campaigns (account_id, campaign_id, name, channel, status, variants, holdout_percent, audience, conditions,
      send_at_zone, notice, created_at, updated_at)
    VALUES (${account_id}, 'cmp_own', ${person.email}, 'email', 'scheduled', ${JSON.stringify(variants)}::json, 0,
      '{"include":["seg_own"],"exclude":[]}', ${JSON.stringify({ include: [[{ field: "contact.email", op: "eq", value: person.email }]], exclude: null })}::json,
      'account', ${`550 <${person.email}> refused`}, now(), now())`
  const friend = yield* seedContact(account_id, { email: "friend@example.com" })
  yield* sql`UPDATE contacts SET tags = ${JSON.stringify([`VIP ${person.email}`, "new"])}::json
    WHERE account_id = ${account_id} AND contact_id = ${friend.contact_id}`
})

/** Texts of a business that name a person by an e-mail and by the phone of `person`. */
export const textsNaming = (email: string) => {
  const inUrl = encodeURIComponent(email)
  const html = `<p>Ask ${email.toUpperCase()} or <a href="https://a.example/?who=${inUrl}">(415) 555-0137</a></p>`
  return {
    definition: {
      trigger: { type: "tagged", tag: `VIP ${email}` },
      filters: [[{ field: "contact.email", op: "neq", value: email }]],
      entry: { type: "always" },
      exit: { on_purchase: false },
      steps: [
        { id: "mail", type: "send_email", subject: `For ${email}`, html },
        { id: "field", type: "set_field", field: "number", value: 14155550137 },
        { id: "hook", type: "webhook", url: `https://${email}/hook?who=${inUrl}` }
      ]
    },
    form: {
      name: `Form ${email}`,
      title: "News",
      intro: html,
      fields: [{ key: "email", label: `Not ${email}`, required: true }],
      wording: `Mail me as ${email}`,
      button: "Yes",
      thanks: "+1 415 555 0137",
      double_opt_in: true,
      language: null,
      tags: [`of ${email}`]
    },
    variants: [{ subject: `Only for ${email}`, html }]
  }
}

const template = { email: null, phone: null, first_name: null, last_name: null }

const parts = Layer.mergeAll(Imports.layer, Messages.layer, ApplyConsentSignals.layer).pipe(
  Layer.provide([ContactConsents.layer, MessageEvents.layer, Messages.layer, SuppressionList.layer, FlowsLayer]),
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
