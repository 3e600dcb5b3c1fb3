import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"
import { seedContact } from "../support/messages/messages.ts"
import { seedToken } from "../support/database/seed.ts"

const mail = {
  id: "s1",
  type: "send_email",
  subject: "Thanks {{ contact.first_name }}",
  html: `<p>{{ contact.first_name }}: {{ order.total_amount }} {{ order.line_items[0].title }}</p><a href="https://shop.example/x">Shop</a>`
}

onEitherOverSocket("a preview of a message", (it) => {
  it.effect("equals the message that would be sent to that contact, with inert links", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("previewer")
      const token = yield* seedToken(account)
      const { contact_id } = yield* seedContact(account, { first_name: "<b>Ada</b>" })
      yield* post(`${yield* Origin}/v1/orders/placed`, token, {
        order_id: 9007199254740993n.toString(),
        email: "ada@example.com",
        total: 59.9,
        currency: "USD",
        order_date: "2026-05-04T09:30:00Z",
        line_items: [{ title: "Tea & <i>cup</i>" }]
      })
      const preview = (body: object) =>
        call("POST", `/accounts/${account}/flows/preview`, { trigger: "order_received", contact_id, ...body })
      const { status, json } = yield* preview({ step: mail, order_id: "9007199254740993" })
      assert.strictEqual(status, 200)
      assert.deepInclude(json.data, { recipient: "ada@example.com", subject: "Thanks <b>Ada</b>", unsent: null })
      assert.include(json.data.html, "<p>&lt;b&gt;Ada&lt;/b&gt;: 59.90 Tea &amp; &lt;i&gt;cup&lt;/i&gt;</p>")
      assert.include(json.data.text, "<b>Ada</b>: 59.90 Tea & <i>cup</i>")
      const [, unsubscribe = ""] = /href="[^"]*(\/u\/[^"]+)"/.exec(json.data.html) ?? []
      const [, click = ""] = /href="[^"]*(\/c\/[^"]+)"/.exec(json.data.html) ?? []
      const origin = yield* Origin
      yield* Effect.promise(async () => {
        await fetch(`${origin}${unsubscribe}`, { method: "POST" })
        await fetch(`${origin}${click}`, { redirect: "manual" })
      })
      assert.deepStrictEqual(
        yield* sql`SELECT email_consent, last_click_message_id FROM contacts WHERE account_id = ${account}`,
        [{ email_consent: "subscribed", last_click_message_id: null }]
      )
      const bare = yield* preview({ step: mail })
      assert.include(bare.json.data.html, "<p>&lt;b&gt;Ada&lt;/b&gt;:  </p>")
      const text = yield* preview({ step: { id: "s1", type: "send_sms", text: " Hi {{ contact.phone }} " } })
      assert.deepInclude(text.json.data, { recipient: "+12025550123", subject: null, html: null })
      assert.match(text.json.data.text, /^Hi \+12025550123\nhttp:\/\/localhost:\d+\/s\/\w{8}$/)
      assert.lengthOf(yield* sql`SELECT 1 FROM messages WHERE account_id = ${account}`, 0)
    })
  )

  it.effect("of a template beyond the memory or time limit reports that at once", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("glutton")
      const { contact_id } = yield* seedContact(account)
      const preview = (html: string) =>
        call("POST", `/accounts/${account}/flows/preview`, {
          trigger: "event",
          contact_id,
          step: { ...mail, subject: "Hi", html }
        })
      for (const [html, reason] of [
        [`{% for i in (1..1500) %}${"a".repeat(190_000)}{% endfor %}`, "more than 1 MB of text"],
        [
          `{% assign a = "aaaaaaaaaa" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}`,
          "filters of more than 1000000"
        ],
        [
          `{% assign a = (1..50000) %}{{ a | has_exp: "x", "a | has_exp: 'y', 'false'" }}`,
          "more than 500 ms of processor time"
        ]
      ] as const) {
        const { status, json } = yield* preview(html)
        assert.deepInclude(json.data, { subject: null, html: null, text: null }, String(status))
        assert.include(json.data.unsent.reason, reason)
      }
      assert.strictEqual((yield* preview("<p>Hi</p>")).json.data.unsent, null)
    })
  )

  it.effect(
    "is sent as it is shown to the address that tries it out, at most ten times an hour, and is no message",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { call, account } = yield* ownerBrowser("trier")
        const { contact_id } = yield* seedContact(account, { email_consent: "unsubscribed" })
        const send = (members: object) =>
          call("POST", `/accounts/${account}/flows/preview/send`, {
            trigger: "campaign",
            step: { ...mail, subject: "Hi {{ contact.first_name }}", html: "<p>Hello</p>" },
            contact_id,
            to: "kim@shop.example",
            ...members
          })
        const fieldOf = ({ json }: Effect.Success<ReturnType<typeof send>>) => json.error.details[0].field
        assert.strictEqual((yield* send({ contact_id: "con_none" })).status, 404)
        assert.strictEqual(fieldOf(yield* send({ to: "kim" })), "to")
        assert.strictEqual(fieldOf(yield* send({ step: { ...mail, subject: "{{ contact.shoe }}" } })), "step.subject")
        assert.strictEqual(fieldOf(yield* send({ step: { id: "s1", type: "send_sms", text: "Hi" } })), "step.type")
        const endless = `{% for i in (1..1500) %}${"a".repeat(190_000)}{% endfor %}`
        assert.strictEqual(fieldOf(yield* send({ step: { ...mail, subject: "Hi", html: endless } })), "step")
        for (let sent = 0; sent < 10; sent++)
          assert.deepStrictEqual((yield* send({})).json.data, { status: "captured" }, String(sent))
        assert.strictEqual((yield* send({})).status, 429)
        assert.lengthOf(yield* sql`SELECT 1 FROM messages WHERE account_id = ${account}`, 0)
      })
  )

  it.effect("tells why the message would not be sent, and all issues of its templates", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("doubter")
      const other = yield* ownerBrowser("neighbour")
      const { contact_id } = yield* seedContact(account, { email_consent: "unsubscribed", phone: null })
      const preview = (step: object, path = account, id = contact_id) =>
        call("POST", `/accounts/${path}/flows/preview`, { trigger: "event", step, contact_id: id })
      const simple = { ...mail, html: "<p>Hello</p>" }
      assert.deepStrictEqual((yield* preview(simple)).json.data.unsent, {
        status: "skipped",
        reason: "email_consent is unsubscribed",
        until: null
      })
      const text = yield* preview({
        id: "s1",
        type: "send_sms",
        text: "Hi"
      })
      assert.strictEqual(text.json.data.unsent.reason, "the contact has no phone")
      const wrong = yield* preview({ ...mail, subject: "{{ contact.shoe }}", html: "{% if %}" })
      assert.strictEqual(wrong.status, 422)
      assert.deepStrictEqual(
        wrong.json.error.details.map(({ field }: { field: string }) => field),
        ["step.subject", "step.html"]
      )
      assert.strictEqual((yield* preview({ id: "s1", type: "delay", duration: "1 day" })).status, 422)
      assert.strictEqual((yield* preview(simple, account, "con_none")).status, 404)
      assert.strictEqual(
        (yield* other.call("POST", `/accounts/${other.account}/flows/preview`, {
          trigger: "event",
          step: simple,
          contact_id
        })).status,
        404
      )
    })
  )
})
