import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Origin, onEitherOverSocket, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { messagesOf, newMessage, seedContact } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

/** A contact with a sent mail and a sent text, and the preference page of each. */
const reached = Effect.fnUntraced(function* (fields: Parameters<typeof seedContact>[1] = {}) {
  const sql = yield* SqlClient.SqlClient
  const origin = yield* Origin
  const { account_id, token } = yield* seedAccount({ scopes: ["contacts_read"] })
  yield* sql`UPDATE accounts SET name = 'Ada <Shop>', timezone = 'Europe/Berlin' WHERE account_id = ${account_id}`
  yield* sql`DELETE FROM senders WHERE account_id = ${account_id}`
  const contact = yield* seedContact(account_id, { email: "maria@example.com", ...fields })
  yield* Effect.flatMap(Messages, (messages) =>
    messages.record([
      newMessage(contact, { key: "1 mail" }),
      newMessage(contact, { key: "2 text", channel: "sms", subject: null, body: "Hi" })
    ])
  ).pipe(Effect.provide(Messages.layer))
  yield* sql`UPDATE messages SET status = 'sent',
    recipient = CASE WHEN channel = 'email' THEN ${contact.email} ELSE ${contact.phone} END WHERE account_id = ${account_id}`
  const [mail = "", text = ""] = (yield* messagesOf(account_id)).map(({ message_id }) =>
    links.sign("preferences", [account_id, message_id]).replace("https://tally.example", origin)
  )
  const open = (url: string, language = "en") => send(url, { headers: { "accept-language": language } })
  const choose = (url: string, choice: string, more = "") =>
    send(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Browser/1 é" },
      body: `choice=${choice}${more}`
    })
  const state = Effect.map(
    sql`SELECT email_consent, sms_consent, paused_until FROM contacts WHERE contact_id = ${contact.contact_id}`,
    ([row]) => row
  )
  const ledger = Effect.map(
    sql`SELECT channel, rule, refused, proof FROM consent_log WHERE contact_id = ${contact.contact_id} ORDER BY entry_id`,
    (rows) => rows.map(({ channel, rule, refused }) => `${channel} ${rule}${refused === true ? " refused" : ""}`)
  )
  /** `paused_until` as the API shows it. */
  const shownPause = Effect.map(
    send(`${origin}/v1/contacts/${contact.contact_id}/consent`, { headers: { authorization: `Bearer ${token}` } }),
    ({ text: body }): unknown => JSON.parse(body).data.paused_until
  )
  return { account_id, contact, shownPause, mail, text, open, choose, state, ledger }
})

onEitherOverSocket("the preference page", (it) => {
  it.effect("shows the store and the contact's choices in its language, and changes nothing when it is opened", () =>
    Effect.gen(function* () {
      const { mail, open, state, ledger } = yield* reached()
      const page = yield* open(mail)
      assert.strictEqual(page.status, 200)
      assert.include(page.text, "<h1>Your preferences at Ada &lt;Shop&gt;</h1>")
      assert.include(page.text, "You get our e-mail at maria@….")
      assert.include(page.text, "You get our texts at …0123.")
      assert.notInclude(page.text, "<script")
      assert.match(
        page.headers.get("content-security-policy") ?? "",
        /^default-src 'none'; style-src 'nonce-[\w+/=]+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/
      )
      assert.include((yield* open(mail, "nl-BE, de;q=0.5")).text, '<html lang="nl">')
      assert.include((yield* open(mail, "pl")).text, "Twoje ustawienia w Ada")
      yield* send(mail, { method: "HEAD" })
      assert.deepStrictEqual(yield* state, {
        email_consent: "subscribed",
        sms_consent: "subscribed",
        paused_until: null
      })
      assert.deepStrictEqual(yield* ledger, [])
    })
  )

  it.effect(
    "switches each channel off, with the reason and the evidence in the ledger, and on from its own message",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { contact, mail, text, choose, state, ledger } = yield* reached()
        const left = yield* choose(mail, "email_off", "&reason=too_many")
        assert.include(left.text, "You get no marketing e-mail from us.")
        assert.include(left.text, "Your choice is saved.")
        yield* choose(mail, "email_off")
        yield* choose(mail, "sms_off", "&reason=nonsense")
        assert.deepInclude(yield* state, { email_consent: "unsubscribed", sms_consent: "unsubscribed" })
        const [proof] =
          yield* sql`SELECT proof FROM consent_log WHERE contact_id = ${contact.contact_id} AND channel = 'email'`
        assert.deepInclude(JSON.parse(String(proof?.["proof"])), {
          user_agent: "Browser/1 ?",
          page: (yield* Origin).replace("127.0.0.1", "localhost") + "/p/",
          reason: "Too many messages"
        })
        assert.include((yield* choose(mail, "sms_on")).text, "a message from us is on its way")
        yield* choose(mail, "email_on")
        yield* choose(text, "sms_on")
        assert.deepInclude(yield* state, { email_consent: "subscribed", sms_consent: "subscribed" })
        assert.deepStrictEqual(yield* ledger, [
          "email preference_off",
          "sms preference_off",
          "sms preference_asked",
          "email preference_on",
          "sms preference_on"
        ])
        assert.deepStrictEqual(
          yield* sql`SELECT email_withdrawn_at, sms_withdrawn_at FROM contacts WHERE contact_id = ${contact.contact_id}`,
          [{ email_withdrawn_at: null, sms_withdrawn_at: null }]
        )
      })
  )

  it.effect("leaves and returns to topics one by one, each with its proof, and goes on with the rest", () =>
    Effect.gen(function* () {
      const { account_id, contact, mail, open, choose, state, ledger } = yield* reached()
      const sql = yield* SqlClient.SqlClient
      assert.notInclude((yield* open(mail)).text, "checkbox")
      for (const [key, names] of [
        ["news", { en: "News & <more>", de: "Neues" }],
        ["sales", { en: "Sales" }]
      ] as const)
        yield* sql`INSERT INTO topics (account_id, topic_key, names, created_at, updated_at)
          VALUES (${account_id}, ${key}, ${JSON.stringify(names)}::json, now(), now())`
      const ticked = (html: string) =>
        [...html.matchAll(/name="topic" value="([^"]+)"( checked)?/g)].map(([, key, is]) => `${key}${is ?? ""}`)
      const page = (yield* open(mail)).text
      assert.include(page, "News &amp; &lt;more&gt;")
      assert.deepStrictEqual(ticked(page), ["news checked", "sales checked"])
      assert.include((yield* open(mail, "de")).text, "<span>Neues</span>")
      const shown = "&shown=news&shown=sales"
      const left = yield* choose(mail, "topics", `${shown}&topic=sales`)
      assert.include(left.text, "Your choice is saved.")
      assert.deepStrictEqual(ticked(left.text), ["news", "sales checked"])
      // Repeated, and with topics that are unknown, that the page did not show, and that no key can name.
      yield* choose(mail, "topics", `${shown}&topic=sales&shown=other&shown=%3Cb%3E`)
      yield* choose(mail, "topics", "&topic=news")
      assert.deepStrictEqual(yield* ledger, ["email topic_left"])
      const [line] =
        yield* sql`SELECT topic, cause, source_id, proof FROM consent_log WHERE contact_id = ${contact.contact_id}`
      assert.deepInclude(line, { topic: "news", cause: "preference_page" })
      assert.include(JSON.parse(String(line?.["proof"])), { user_agent: "Browser/1 ?" })
      yield* choose(mail, "topics", `${shown}&topic=news`)
      assert.deepStrictEqual(yield* ledger, ["email topic_left", "email topic_left", "email topic_returned"])
      assert.deepInclude(yield* state, { email_consent: "subscribed", paused_until: null })
      // Leaving all goes before topics, which go on as they were.
      assert.notInclude((yield* choose(mail, "email_off")).text, "checkbox")
      yield* choose(mail, "topics", `${shown}&topic=news&topic=sales`)
      assert.deepInclude(yield* state, { email_consent: "unsubscribed" })
      yield* choose(mail, "email_on")
      assert.deepStrictEqual(ticked((yield* open(mail)).text), ["news checked", "sales checked"])
    })
  )

  it.effect("leaves a topic, and returns to none, by a link that did not go to the present address", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, contact, mail, text, choose, ledger } = yield* reached()
      yield* sql`INSERT INTO topics (account_id, topic_key, names, created_at, updated_at)
        VALUES (${account_id}, 'sales', '{"en":"Sales"}', now(), now())`
      yield* sql`UPDATE contacts SET email = 'new@example.com', email_key = 'new@example.com' WHERE contact_id = ${contact.contact_id}`
      yield* choose(mail, "topics", "&shown=sales")
      assert.deepStrictEqual(yield* ledger, ["email topic_left"])
      yield* choose(mail, "topics", "&shown=sales&topic=sales")
      yield* choose(text, "topics", "&shown=sales&topic=sales")
      assert.deepStrictEqual(yield* ledger, ["email topic_left"])
    })
  )

  it.effect("pauses for 30 or 90 days until the contact ends that", () =>
    Effect.gen(function* () {
      const { mail, open, choose, state, ledger, shownPause } = yield* reached()
      assert.isNull(yield* shownPause)
      // Kept to the second.
      const before = Math.floor(Date.now() / 1_000) * 1_000
      const paused = yield* choose(mail, "pause_90")
      const until = Number(new Date(String((yield* state)?.["paused_until"])))
      assert.isAtLeast(until, before + 90 * 86_400_000)
      assert.isAtMost(until, Date.now() + 90 * 86_400_000)
      // The row was read to the second.
      assert.isBelow(Math.abs(Date.parse(String(yield* shownPause)) - until), 1_000)
      const date = new Intl.DateTimeFormat("de", { dateStyle: "long", timeZone: "Europe/Berlin" }).format(until)
      assert.notInclude(paused.text, "pause_30")
      assert.include((yield* open(mail, "de")).text, `Du erhältst bis ${date} keine Werbung.`)
      yield* choose(mail, "resume")
      assert.deepInclude(yield* state, { paused_until: null, email_consent: "subscribed" })
      assert.isNull(yield* shownPause)
      yield* choose(mail, "pause_30")
      yield* choose(mail, "email_on")
      assert.deepInclude(yield* state, { paused_until: null })
      assert.deepStrictEqual(yield* ledger, [])
    })
  )

  it.effect("asks an address that the message did not go to, and leads nobody back from a compliance suppression", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const moved = yield* reached({ email_consent: "unsubscribed" })
      yield* sql`UPDATE contacts SET email = 'new@example.com', email_key = 'new@example.com' WHERE contact_id = ${moved.contact.contact_id}`
      yield* moved.choose(moved.mail, "email_on")
      yield* moved.choose(moved.text, "email_on")
      assert.deepStrictEqual(yield* moved.ledger, ["email preference_asked"])
      assert.deepInclude(yield* moved.state, { email_consent: "unsubscribed" })
      yield* sql`UPDATE messages SET status = 'sent', recipient = 'new@example.com'
        WHERE account_id = ${moved.account_id} AND purpose = 'opt_in'`
      const asking = (yield* messagesOf(moved.account_id)).find(({ key }) => key.startsWith("|"))
      const confirm = links.sign("confirm", [moved.account_id, asking?.message_id ?? ""])
      yield* send(confirm.replace("https://tally.example", yield* Origin), { method: "POST" })
      assert.deepStrictEqual(yield* moved.ledger, ["email preference_asked", "email form_confirmed"])
      assert.deepInclude(yield* moved.state, { email_consent: "subscribed" })
      const bounced = yield* reached({ email_consent: "compliance_suppressed" })
      yield* bounced.choose(bounced.mail, "email_on")
      assert.deepInclude(yield* bounced.state, { email_consent: "compliance_suppressed" })
      const suppressed = yield* reached({ email_consent: "suppressed" })
      yield* suppressed.choose(suppressed.mail, "email_on")
      assert.deepInclude(yield* suppressed.state, { email_consent: "subscribed" })
    })
  )

  it.effect("answers changed links, other choices and links of erased contacts without a change", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { contact, mail, open, choose, state } = yield* reached()
      assert.strictEqual((yield* open(`${mail}x`)).status, 404)
      assert.strictEqual((yield* choose(`${mail}x`, "email_off")).status, 404)
      assert.strictEqual((yield* choose(mail, "delete")).status, 422)
      assert.strictEqual((yield* send(mail, { method: "PUT" })).status, 405)
      assert.deepInclude(yield* state, { email_consent: "subscribed" })
      yield* sql`DELETE FROM contacts WHERE contact_id = ${contact.contact_id}`
      assert.strictEqual((yield* open(mail)).status, 410)
      assert.strictEqual((yield* choose(mail, "email_off")).status, 410)
    })
  )
})
