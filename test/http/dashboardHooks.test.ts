import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket, post } from "../support/http/http.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"
import { mailReports } from "../support/samples/mailReports.ts"

onEitherOverSocket("hooks in the dashboard", (it) => {
  it.effect("take and forget the key of a provider, check its form, and never show it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("keys")
      const keys = `/accounts/${account}/hooks/keys`
      const none = { sendgrid: false, mailgun: false, resend: false, twilio: false, sns_topic: null }
      assert.deepStrictEqual((yield* call("GET", `/accounts/${account}/hooks`)).json.data.reports, none)
      const set = yield* call("PUT", `${keys}/mailgun`, { key: " key-of-mailgun\n" })
      assert.deepStrictEqual([set.status, set.json.data.reports], [200, { ...none, mailgun: true }])
      assert.notInclude(set.text, "key-of-mailgun")
      const shared = yield* call("PUT", `${keys}/twilio`, {
        key: "a shared key of 32 characters…".replace(/[^a-z0-9]/g, "-")
      })
      assert.deepStrictEqual([shared.status, shared.json.data.reports.twilio], [200, true])
      assert.strictEqual((yield* call("DELETE", `${keys}/twilio`)).status, 200)
      const stored = yield* sql`SELECT encrypted_key FROM report_keys WHERE account_id = ${account}`
      assert.notInclude(JSON.stringify(stored), "key-of-mailgun")
      for (const [provider, key] of [
        ["mailgun", "short"],
        ["resend", "no prefix"],
        ["sendgrid", "AAAA"],
        ["sendgrid", ""],
        ["ses", "no topic"],
        ["twilio", "short"]
      ]) {
        const bad = yield* call("PUT", `${keys}/${provider}`, { key })
        assert.deepStrictEqual([bad.status, bad.json.error.details[0].field], [422, "key"], provider)
      }
      assert.strictEqual((yield* call("PUT", `${keys}/postmark`, { key: "key-of-postmark" })).status, 422)
      const { email_url } = (yield* call("GET", `/accounts/${account}/hooks`)).json.data
      const report = mailReports("ada@example.com", "").mailgun.bounced
      assert.strictEqual((yield* post(email_url, null, report)).status, 404)
      const removed = yield* call("DELETE", `${keys}/mailgun`)
      assert.deepStrictEqual([removed.status, removed.json.data.reports], [200, none])
      assert.strictEqual((yield* call("DELETE", `${keys}/ses`)).status, 200)
      assert.strictEqual((yield* post(email_url, null, report)).status, 200)
      const other = yield* ownerBrowser("stranger")
      assert.strictEqual((yield* other.call("PUT", `${keys}/mailgun`, { key: "key-of-mailgun" })).status, 404)
    })
  )

  it.effect("a message shows when it was queued, sent, delivered, clicked and by whom, bounced and why", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("timeline")
      const contact = yield* seedContact(account)
      yield* Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])).pipe(
        Effect.provide(Messages.layer)
      )
      const [row] = yield* sql<{ id: string }>`UPDATE messages SET status = 'sent', created_at = '2026-11-20T09:00:00Z',
        sent_at = '2026-11-20T09:00:05Z' WHERE account_id = ${account} RETURNING message_id AS id`
      const id = row?.id ?? ""
      const { email_url } = (yield* call("GET", `/accounts/${account}/hooks`)).json.data
      const { bounced, complained, delivered } = mailReports("ada@example.com", id).brevo
      for (const report of [delivered, complained, bounced, delivered]) yield* post(email_url, null, report)
      yield* sql`INSERT INTO message_events (account_id, message_id, event_key, kind, at, clicked_by, detail)
        VALUES (${account}, ${id}, 'clk_1', 'clicked', '2026-11-20T09:30:00Z', 'machine', 'https://shop.example/')`
      const { timeline, status } = (yield* call("GET", `/accounts/${account}/messages/${id}`)).json.data
      const entry = (kind: string, at: string, detail: string | null = null, by: string | null = null) => ({
        kind,
        at: `2026-11-20T${at}Z`,
        by,
        detail
      })
      assert.deepStrictEqual(timeline, [
        entry("queued", "09:00:00"),
        entry("sent", "09:00:05"),
        entry("clicked", "09:30:00", "https://shop.example/", "machine"),
        entry("bounced", "10:00:00", "550 5.1.1"),
        entry("complained", "10:00:00"),
        entry("delivered", "10:00:00")
      ])
      assert.strictEqual(status, "bounced")
    })
  )
})
