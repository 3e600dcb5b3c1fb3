import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Origin, onEitherOverSocket, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { messagesOf, newMessage, seedContact } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

/** A contact with as many sent messages, and the pages of their unsubscribe links. */
const mailed = Effect.fnUntraced(function* (fields: Parameters<typeof seedContact>[1] = {}, count = 1) {
  const sql = yield* SqlClient.SqlClient
  const origin = yield* Origin
  const { account_id } = yield* seedAccount()
  yield* sql`UPDATE accounts SET name = 'Ada''s <Shop>' WHERE account_id = ${account_id}`
  yield* sql`DELETE FROM senders WHERE account_id = ${account_id}`
  const contact = yield* seedContact(account_id, { email: "maria@example.com", ...fields })
  yield* Effect.flatMap(Messages, (messages) =>
    messages.record(Array.from({ length: count }, (_, at) => newMessage(contact, { key: `run_${at}|s1` })))
  ).pipe(Effect.provide(Messages.layer))
  yield* sql`UPDATE messages SET status = 'sent' WHERE account_id = ${account_id}`
  const urls = (yield* messagesOf(account_id)).map(({ message_id }) =>
    links.sign("unsubscribe", [account_id, message_id]).replace("https://tally.example", origin)
  )
  const open = (url: string, method: string) =>
    Effect.gen(function* () {
      const response = yield* send(url, { method })
      return { response, html: response.text }
    })
  const consent = Effect.map(
    sql`SELECT email_consent FROM contacts WHERE contact_id = ${contact.contact_id}`,
    ([row]) => row?.["email_consent"]
  )
  const ledger = Effect.map(
    sql`SELECT cause, rule, refused FROM consent_log WHERE contact_id = ${contact.contact_id} ORDER BY entry_id`,
    (rows) => rows.map(({ cause, rule, refused }) => [cause, rule, refused])
  )
  const [url = ""] = urls
  return { account_id, contact, url, urls, open, consent, ledger }
})

const heading = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)?.[1]

onEitherOverSocket("the page of an unsubscribe link", (it) => {
  it.effect("asks with the store's name and logo, and says when it is done", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, url, open, consent } = yield* mailed()
      yield* sql`INSERT INTO senders (account_id, from_name, logo_url, color, updated_at)
        VALUES (${account_id}, 'Ada & Co', 'https://cdn.example/logo.png?a=1;script-src%20*', '#0b6e4f', now())`
      const asked = yield* open(url, "GET")
      assert.strictEqual(heading(asked.html), "Unsubscribe maria@… from Ada &amp; Co?")
      assert.include(asked.html, `<img src="https://cdn.example/logo.png?a=1;script-src%20*" alt="Ada &amp; Co"`)
      assert.include(asked.html, "#0b6e4f")
      const policy = asked.response.headers.get("content-security-policy") ?? ""
      assert.match(
        policy,
        /^default-src 'none'; style-src 'nonce-[\w+/=]+'; img-src https:\/\/cdn\.example; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/
      )
      assert.strictEqual(yield* consent, "subscribed")
      const [, action = ""] = /action="([^"]+)"/.exec(asked.html) ?? []
      const done = yield* open(new URL(action, url).href, "POST")
      assert.strictEqual(heading(done.html), "You are unsubscribed")
      assert.include(done.html, "maria@… will get no more marketing e-mail from Ada &amp; Co.")
      assert.strictEqual(yield* consent, "unsubscribed")
      assert.strictEqual(heading((yield* open(url, "GET")).html), "You are unsubscribed")
    })
  )

  it.effect("has the account's name where it has no sender, and asks also for an erased contact", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { contact, url, open } = yield* mailed()
      assert.strictEqual(heading((yield* open(url, "GET")).html), "Unsubscribe maria@… from Ada&#39;s &lt;Shop&gt;?")
      yield* sql`DELETE FROM contacts WHERE contact_id = ${contact.contact_id}`
      assert.strictEqual(heading((yield* open(url, "GET")).html), "Unsubscribe from Ada&#39;s &lt;Shop&gt;?")
      assert.strictEqual(heading((yield* open(url, "POST")).html), "You are unsubscribed")
    })
  )

  it.effect("leads back for a day, by the same link", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { contact, urls, open, consent, ledger } = yield* mailed({}, 2)
      const [url = "", otherUrl = ""] = urls
      const [, back = ""] = /action="([^"]+resubscribe)"/.exec((yield* open(url, "POST")).html) ?? []
      const answers = yield* Effect.all(
        [1, 2, 3].map(() => open(new URL(back, url).href, "POST")),
        { concurrency: 3 }
      )
      assert.deepStrictEqual(
        answers.map(({ html }) => heading(html)),
        Array.from({ length: 3 }, () => "You are subscribed again")
      )
      assert.strictEqual(yield* consent, "subscribed")
      assert.deepStrictEqual(yield* ledger, [
        ["unsubscribe_link", "unsubscribe_link", false],
        ["resubscribe_link", "resubscribe_link", false]
      ])
      assert.deepStrictEqual(
        yield* sql`SELECT email_withdrawn_at, email_withdrawn_by FROM contacts WHERE contact_id = ${contact.contact_id}`,
        [{ email_withdrawn_at: null, email_withdrawn_by: null }]
      )
      yield* open(url, "POST")
      assert.strictEqual(heading((yield* open(`${otherUrl}/resubscribe`, "POST")).html), "You stay unsubscribed")
      yield* sql`UPDATE consent_log SET recorded_at = (recorded_at AT TIME ZONE 'UTC' - interval '1 day') AT TIME ZONE 'UTC' WHERE contact_id = ${contact.contact_id}`
      assert.notInclude((yield* open(url, "GET")).html, "resubscribe")
      assert.strictEqual(heading((yield* open(`${url}/resubscribe`, "POST")).html), "You stay unsubscribed")
      assert.strictEqual(yield* consent, "unsubscribed")
      assert.deepStrictEqual((yield* ledger).at(-1), ["resubscribe_link", "resubscribe_link_late", true])
    })
  )

  it.effect("leads nobody back from a suppression, or from an unsubscription by other means", () =>
    Effect.gen(function* () {
      for (const [state, rule] of [
        ["suppressed", "resubscribe_link_suppressed"],
        ["compliance_suppressed", "resubscribe_link_suppressed"],
        ["unsubscribed", "resubscribe_link_late"],
        ["never_subscribed", "resubscribe_link_late"]
      ] as const) {
        const { url, open, consent, ledger } = yield* mailed({ email_consent: state })
        if (state !== "never_subscribed") {
          const { html } = yield* open(url, "POST")
          assert.notInclude(html, "resubscribe", state)
        }
        assert.strictEqual(heading((yield* open(`${url}/resubscribe`, "POST")).html), "You stay unsubscribed")
        assert.strictEqual(yield* consent, state)
        assert.deepStrictEqual((yield* ledger).at(-1), ["resubscribe_link", rule, true])
      }
    })
  )

  it.effect("of a changed link is 404, and its way back takes POST alone", () =>
    Effect.gen(function* () {
      const { url, open } = yield* mailed()
      assert.strictEqual((yield* open(`${url}x/resubscribe`, "POST")).response.status, 404)
      assert.strictEqual((yield* open(`${url}/resubscribe`, "GET")).response.status, 405)
    })
  )
})
