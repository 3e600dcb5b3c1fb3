import { assert } from "@effect/vitest"
import { Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { reportForms, signedForms } from "../../src/domain/mailReports/reportForms.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { ReportKeys } from "../../src/store/mailReports/ReportKeys.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { onEither, settingsLayer } from "../support/database/databases.ts"
import { Origin, originLayer, post, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { messagesOf, newMessage, seedContact } from "../support/messages/messages.ts"
import { makeSns, snsTopic } from "../support/messages/snsTopic.ts"
import { seedAccount } from "../support/database/seed.ts"
import { mailReports } from "../support/samples/mailReports.ts"

const sns = makeSns()
const stranger = makeSns()

const keysLayer = ReportKeys.layer.pipe(
  Layer.provide(Secrets.layer),
  Layer.provide(Keys.layer),
  Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32) }))
)

const hookOf = Effect.fnUntraced(function* (account_id: string) {
  return links.sign("email", [account_id]).replace("https://tally.example", yield* Origin)
})

/** A sent mail of a new account, and the account's address for reports. */
const sentMail = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount()
  const contact = yield* seedContact(account_id)
  yield* Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])).pipe(
    Effect.provide(Messages.layer)
  )
  yield* sql`UPDATE messages SET status = 'sent', sent_at = '2026-11-20T09:00:00Z' WHERE account_id = ${account_id}`
  const [message] = yield* messagesOf(account_id)
  const message_id = message?.message_id ?? ""
  const row = Schema.Struct({ email_consent: Schema.String })
  const consent = sql`SELECT email_consent FROM contacts WHERE account_id = ${account_id}`.pipe(
    Effect.flatMap(([first]) => Schema.decodeUnknownEffect(row)(first)),
    Effect.map(({ email_consent }) => email_consent)
  )
  const status = Effect.map(messagesOf(account_id), ([first]) => first?.status)
  const events = sql<{ kind: string; at: Date; detail: string | null }>`SELECT kind, at, detail FROM message_events
    WHERE account_id = ${account_id} ORDER BY at, kind LIMIT 100`
  return { account_id, contact, message_id, consent, status, events, hook: yield* hookOf(account_id) }
})

// SES reports in an envelope.
const providers = Struct.keys(Struct.omit(reportForms, ["ses", "plain"]))

const plainLeft = { type: "unsubscribe", email: "Ada <ada@example.com>", time: "2026-11-20T10:00:00Z" }

/** An event as Mailgun posts it, signed at a time in seconds. */
const signedByMailgun = (event: object, at: number, token: string, key = "key-of-mailgun") => {
  const signature = createHmac("sha256", key).update(`${at}${token}`).digest("hex")
  return JSON.stringify({ ...event, signature: { timestamp: String(at), token, signature } })
}

const postText = (url: string, body: string, headers: Record<string, string>) =>
  send(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } })

onEither(
  "reports of mail providers",
  Layer.mergeAll(originLayer().pipe(Layer.provide(sns.layer)), keysLayer),
  (it) => {
    it.effect("of every provider suppress a recipient that failed for good, once, and show on the message", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const provider of providers) {
          const { account_id, message_id, consent, status, events, hook } = yield* sentMail
          const { bounced, delivered } = mailReports("Ada@example.com", message_id)[provider]
          for (const body of [delivered, bounced, bounced]) {
            assert.strictEqual((yield* post(hook, null, body)).status, 200, provider)
          }
          assert.strictEqual(yield* consent, "compliance_suppressed", provider)
          assert.strictEqual(yield* status, "bounced", provider)
          assert.deepStrictEqual((yield* events).map(({ kind }) => kind).toSorted(), ["bounced", "delivered"], provider)
          const ledger = yield* sql`SELECT rule, source_id FROM consent_log WHERE account_id = ${account_id}`
          assert.deepStrictEqual(ledger, [{ rule: "email_bounced", source_id: message_id }], provider)
        }
      })
    )

    it.effect("of every provider suppress on a complaint, and on no refusal of sender, content or policy", () =>
      Effect.gen(function* () {
        for (const provider of providers) {
          const { message_id, consent, hook } = yield* sentMail
          const { complained, ...others } = mailReports("ada@example.com", message_id)[provider]
          const harmless = Object.entries(others).filter(
            ([name]) =>
              /^(?:policy|blocked|spam|dropped|soft|full|delivered|opened|sent|away|unclear|deferred|joined|reactivated|updated|created|challenge|removed|domain)/.test(
                name
              ) && !["droppedBounce", "droppedLeft", "droppedInvalid"].includes(name)
          )
          for (const [, body] of harmless) yield* post(hook, null, body)
          assert.strictEqual(yield* consent, "subscribed", provider)
          yield* post(hook, null, complained)
          assert.strictEqual(yield* consent, "compliance_suppressed", provider)
        }
      })
    )

    it.effect("of every provider unsubscribe whom they say has left there, once, and none who said yes since", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const provider of [...providers, "plain" as const]) {
          const { account_id, contact, message_id, consent, hook } = yield* sentMail
          const samples = { ...mailReports("ada@example.com", message_id), plain: { left: plainLeft } }
          const { left } = samples[provider]
          for (let round = 0; round < 2; round++) {
            assert.strictEqual((yield* post(hook, null, left)).status, 200, provider)
          }
          assert.strictEqual(yield* consent, "unsubscribed", provider)
          const entries = sql`SELECT rule, cause, actor FROM consent_log WHERE account_id = ${account_id}`
          const entry = { rule: "unsubscribed_at_provider", cause: "unsubscribe_link", actor: "provider" }
          assert.deepStrictEqual(yield* entries, [entry], provider)
          // A yes of today is younger than the report of last week, which the provider repeats.
          yield* sql`UPDATE contacts SET email_consent = 'subscribed' WHERE contact_id = ${contact.contact_id}`
          yield* sql`INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
              effective_at, recorded_at)
            VALUES (${account_id}, ${contact.contact_id}, 'email', 'unsubscribed', 'subscribed', false, 'form', 'form_confirmed', 'f', 'contact',
              now(), '2026-11-21T10:00:00Z')`
          yield* post(hook, null, left)
          assert.strictEqual(yield* consent, "subscribed", provider)
        }
      })
    )

    it.effect("of a no hold for an address that gets its contact later, and are weaker than a suppression", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id, message_id, consent, hook, status } = yield* sentMail
        const unknown = mailReports("later@example.com", "").sendgrid
        yield* post(hook, null, unknown.left)
        const states = Effect.map(sql`SELECT state FROM suppressions WHERE account_id = ${account_id}`, (rows) =>
          rows.map(({ state }) => state)
        )
        assert.deepStrictEqual(yield* states, ["unsubscribed"])
        yield* post(hook, null, unknown.complained)
        yield* post(hook, null, unknown.left)
        assert.deepStrictEqual(yield* states, ["compliance_suppressed"])
        const { droppedLeft, complained, left } = mailReports("ada@example.com", message_id).sendgrid
        yield* post(hook, null, droppedLeft)
        assert.deepStrictEqual([yield* consent, yield* status], ["unsubscribed", "bounced"])
        yield* post(hook, null, complained)
        yield* post(hook, null, left)
        assert.strictEqual(yield* consent, "compliance_suppressed")
      })
    )

    it.effect("in a list are heard beside one that cannot be read", () =>
      Effect.gen(function* () {
        const { message_id, consent, hook } = yield* sentMail
        const [complained] = mailReports("ada@example.com", message_id).sendgrid.complained
        const { status } = yield* post(hook, null, [{ event: "bounce", email: "b@example.com" }, null, complained])
        assert.deepStrictEqual([status, yield* consent], [200, "compliance_suppressed"])
      })
    )

    it.effect("come as lists and as plain text, alone or many, and repeats change nothing", () =>
      Effect.gen(function* () {
        const { account_id, consent, hook } = yield* sentMail
        const others = yield* Effect.forEach(["b@example.com", "c@example.com"], (email, at) =>
          seedContact(account_id, { email, phone: `+1202555014${at}` })
        )
        // The list of the field case: SendGrid's events of two recipients.
        const list = [
          {
            email: "b@example.com",
            timestamp: 1_764_100_000,
            event: "bounce",
            type: "bounce",
            status: "5.1.1",
            reason: "550 5.1.1",
            sg_event_id: "a"
          },
          {
            email: "c@example.com",
            timestamp: 1_764_100_001,
            event: "spamreport",
            sg_event_id: "c",
            sg_message_id: "d"
          }
        ]
        for (let round = 0; round < 2; round++) {
          const { status } = yield* postText(hook, JSON.stringify(list), {
            "content-type": "text/plain; charset=UTF-8"
          })
          assert.strictEqual(status, 200)
        }
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT rule FROM consent_log WHERE account_id = ${account_id} ORDER BY rule`
        assert.deepStrictEqual(
          rows.map(({ rule }) => rule),
          ["email_bounced", "email_complained"]
        )
        assert.strictEqual(others.length, 2)
        assert.strictEqual(yield* consent.pipe(Effect.orElseSucceed(() => "")), "subscribed")
        const { status } = yield* postText(hook, JSON.stringify(list), { "content-type": "text/html" })
        assert.strictEqual(status, 415)
      })
    )

    it.effect("of an unknown form are 422 with the known forms", () =>
      Effect.gen(function* () {
        const { hook } = yield* sentMail
        const { status, json } = yield* post(hook, null, { Kind: "bounce", address: "ada@example.com" })
        assert.strictEqual(status, 422)
        assert.include(json.error.details[0].message, "Amazon SES by SNS, SendGrid, Mailgun, Postmark, Brevo, Resend")
        assert.strictEqual((yield* post(hook, null, "[1, 2]")).status, 422)
        assert.strictEqual((yield* post(hook, null, "[")).status, 422)
        const many = JSON.stringify(Array.from({ length: 5_001 }, () => ({ type: "bounce", email: "a@example.com" })))
        assert.strictEqual((yield* post(hook, null, many)).status, 422)
        assert.strictEqual((yield* post(hook, null, " ".repeat(1_100_000))).status, 413)
      })
    )

    it.effect("by Amazon SNS confirm the first topic alone, and need its signature", () =>
      Effect.gen(function* () {
        const { message_id, consent, hook } = yield* sentMail
        const { ses } = mailReports("ada@example.com", message_id)
        const headers = { "content-type": "text/plain; charset=UTF-8", "x-amz-sns-message-type": "Notification" }
        const deliver = (envelope: object) =>
          Effect.map(postText(hook, JSON.stringify(envelope), headers), ({ status }) => status)
        const bounce = sns.envelope({ message: ses.bounced })
        // The topic is not confirmed yet.
        assert.strictEqual(yield* deliver(bounce), 404)
        sns.called.length = 0
        assert.strictEqual(yield* deliver(sns.envelope({ type: "SubscriptionConfirmation" })), 200)
        const confirmations = () => sns.called.filter((address) => !address.endsWith(".pem"))
        assert.deepStrictEqual(confirmations(), [
          `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${snsTopic}&Token=t`
        ])
        const foreign = "arn:aws:sns:eu-west-1:210987654321:theirs"
        assert.strictEqual(yield* deliver(sns.envelope({ type: "SubscriptionConfirmation", topic: foreign })), 404)
        assert.strictEqual(yield* deliver(sns.envelope({ topic: foreign, message: ses.bounced })), 404)
        const elsewhere = "https://evil.example/?Action=ConfirmSubscription"
        assert.strictEqual(
          yield* deliver(sns.envelope({ type: "SubscriptionConfirmation", subscribeUrl: elsewhere })),
          404
        )
        const { Signature, ...unsigned } = bounce
        for (const bad of [
          unsigned,
          { ...bounce, Message: JSON.stringify(ses.complained) },
          { ...bounce, Signature: `${Signature.slice(0, -8)}AAAAAAA=` },
          stranger.envelope({ message: ses.bounced }),
          { ...bounce, SigningCertURL: "https://evil.example/SimpleNotificationService-a.pem" },
          { ...bounce, SigningCertURL: "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-a.pem" }
        ]) {
          assert.strictEqual(yield* deliver(bad), 404)
        }
        assert.isTrue(sns.called.every((address) => address.startsWith("https://sns.eu-west-1.amazonaws.com/")))
        assert.strictEqual(confirmations().length, 1)
        assert.strictEqual(yield* consent, "subscribed")
        assert.strictEqual(yield* deliver(sns.envelope({ message: "Successfully validated SNS topic" })), 200)
        assert.strictEqual(yield* deliver(sns.envelope({ message: ses.policy })), 200)
        assert.strictEqual(yield* deliver(sns.envelope({ message: ses.notSpam })), 200)
        assert.strictEqual(yield* consent, "subscribed")
        assert.strictEqual(yield* deliver(sns.envelope({ message: ses.bounced, version: "1" })), 200)
        assert.strictEqual(yield* deliver(bounce), 200)
        assert.strictEqual(yield* consent, "compliance_suppressed")
      })
    )

    it.effect("are 404 with a bad signature once the provider's key is set", () =>
      Effect.gen(function* () {
        const keys = yield* ReportKeys
        const { account_id, message_id, consent, hook } = yield* sentMail
        const samples = mailReports("ada@example.com", message_id)
        const text = JSON.stringify(samples.sendgrid.policy)
        const statusOf = (body: string, headers: Record<string, string> = {}) =>
          Effect.map(postText(hook, body, headers), ({ status }) => status)

        const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
        yield* keys.set(account_id, "sendgrid", publicKey.export({ format: "der", type: "spki" }).toString("base64"))
        const now = Math.floor(Date.now() / 1_000)
        const time = String(now)
        const signatureOf = (at: string) => sign("sha256", Buffer.from(at + text), privateKey).toString("base64")
        const signature = signatureOf(time)
        const signed = (given: string) => ({
          "X-Twilio-Email-Event-Webhook-Signature": given,
          "X-Twilio-Email-Event-Webhook-Timestamp": time
        })
        assert.strictEqual(yield* statusOf(text, signed(signature)), 200)
        assert.strictEqual(yield* statusOf(text), 404)
        assert.strictEqual(yield* statusOf(`${text} `, signed(signature)), 404)
        assert.strictEqual(yield* statusOf(text, signed("AAAA")), 404)
        const old = String(now - 901)
        const oldHeaders = { ...signed(signatureOf(old)), "X-Twilio-Email-Event-Webhook-Timestamp": old }
        assert.strictEqual(yield* statusOf(text, oldHeaders), 404)

        yield* keys.set(account_id, "mailgun", "key-of-mailgun")
        const { policy } = samples.mailgun
        assert.strictEqual(yield* statusOf(signedByMailgun(policy, now, "a")), 200)
        assert.strictEqual(yield* statusOf(signedByMailgun(policy, now, "b", "another-key")), 404)

        const secret = Buffer.from("a secret of twenty-four bytes").toString("base64")
        yield* keys.set(account_id, "resend", `whsec_${secret}`)
        const resend = JSON.stringify(samples.resend.policy)
        const ofResend = (at: number) => ({
          "svix-id": "msg_1",
          "svix-timestamp": String(at),
          "svix-signature": `v1,AAAA v1,${createHmac("sha256", Buffer.from(secret, "base64")).update(`msg_1.${at}.${resend}`).digest("base64")}`
        })
        assert.strictEqual(yield* statusOf(resend, ofResend(now)), 200)
        assert.strictEqual(yield* statusOf(resend, ofResend(now - 600)), 404)
        assert.strictEqual(yield* statusOf(resend, { ...ofResend(now), "svix-id": "msg_2" }), 404)
        assert.strictEqual(yield* statusOf(resend), 404)
        assert.strictEqual(yield* consent, "subscribed")
      })
    )

    it.effect("are taken as the keys of the account sign them, and in no other form, once it has one", () =>
      Effect.gen(function* () {
        const keys = yield* ReportKeys
        for (const keyed of ["ses" as const, ...Struct.keys(signedForms)]) {
          const { account_id, message_id, consent, hook } = yield* sentMail
          yield* keys.set(account_id, keyed, keyed === "ses" ? snsTopic : "any key")
          const samples = mailReports("ada@example.com", message_id)
          for (const provider of providers) {
            const { complained, left } = samples[provider]
            for (const body of [complained, left]) {
              assert.strictEqual((yield* post(hook, null, body)).status, 404, `${keyed}: ${provider}`)
            }
          }
          const plain = [{ type: "complaint", email: "ada@example.com" }]
          assert.strictEqual((yield* post(hook, null, plain)).status, 404, keyed)
          const subscription = sns.envelope({ type: "SubscriptionConfirmation" })
          const { status } = yield* postText(hook, JSON.stringify(subscription), { "content-type": "text/plain" })
          assert.strictEqual(status, keyed === "ses" ? 200 : 404, keyed)
          assert.strictEqual(yield* consent, "subscribed", keyed)
        }
      })
    )

    it.effect("by Mailgun and SNS are taken when they are young, and a token of theirs for one event", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keys = yield* ReportKeys
        const { account_id, message_id, consent, hook } = yield* sentMail
        yield* keys.set(account_id, "mailgun", "key-of-mailgun")
        const { delivered, complained } = mailReports("ada@example.com", message_id).mailgun
        const now = Math.floor(Date.now() / 1_000)
        const statusOf = (body: string) =>
          Effect.map(postText(hook, body, { "content-type": "text/plain" }), ({ status }) => status)
        for (const at of [1_500_000_000, now - 960, now + 960]) {
          assert.strictEqual(yield* statusOf(signedByMailgun(complained, at, `at ${at}`)), 404)
        }
        // Mailgun repeats a call whose answer it did not get.
        const twice = yield* Effect.all(
          [statusOf(signedByMailgun(delivered, now, "t")), statusOf(signedByMailgun(delivered, now, "t"))],
          { concurrency: 2 }
        )
        assert.deepStrictEqual(twice, [200, 200])
        assert.strictEqual(yield* statusOf(signedByMailgun(complained, now, "t")), 404)
        assert.strictEqual(yield* consent, "subscribed")
        const tokens = yield* sql`SELECT digest FROM report_nonces WHERE account_id = ${account_id}`
        assert.strictEqual(tokens.length, 1)
        assert.strictEqual(yield* statusOf(signedByMailgun(complained, now, "u")), 200)
        assert.strictEqual(yield* consent, "compliance_suppressed")

        const other = yield* sentMail
        yield* keys.set(other.account_id, "ses", snsTopic)
        const { ses } = mailReports("ada@example.com", other.message_id)
        const deliver = (envelope: object) =>
          Effect.map(
            postText(other.hook, JSON.stringify(envelope), { "content-type": "text/plain" }),
            ({ status }) => status
          )
        const old = new Date(Date.now() - 25 * 3_600_000).toISOString()
        assert.strictEqual(yield* deliver(sns.envelope({ message: ses.complained, timestamp: old })), 404)
        assert.strictEqual(yield* other.consent, "subscribed")
        assert.strictEqual(yield* deliver(sns.envelope({ message: ses.complained })), 200)
        assert.strictEqual(yield* other.consent, "compliance_suppressed")
      })
    )

    it.effect("are applied beside one that cannot be, which is set aside", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id, message_id, consent, hook } = yield* sentMail
        yield* sql`INSERT INTO received_reports (account_id, report_id, place, status, report, due_at)
          VALUES (${account_id}, 'rep_0', 0, 'waiting', '{"kind":"unheard of"}', '2026-11-01T00:00:00Z')`
        const { complained } = mailReports("ada@example.com", message_id).postmark
        assert.strictEqual((yield* post(hook, null, complained)).status, 200)
        assert.strictEqual(yield* consent, "compliance_suppressed")
        const left = yield* sql`SELECT report_id, status FROM received_reports WHERE account_id = ${account_id}`
        assert.deepStrictEqual(left, [{ report_id: "rep_0", status: "failed" }])
      })
    )

    it.effect(
      "suppress by a rule of their own after five soft bounces within seven days with no delivery between",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { account_id, consent, hook } = yield* sentMail
          const start = Date.now() - 20 * 86_400_000
          const at = (day: number) => new Date(start + day * 86_400_000).toISOString()
          const soft = (day: number) => ({ type: "bounce", email: "ada@example.com", permanent: false, time: at(day) })
          for (const day of [1, 2, 3, 4, 4]) yield* post(hook, null, soft(day))
          yield* post(hook, null, { type: "delivered", email: "ADA@example.com", time: at(4.5) })
          for (const day of [5, 6, 7, 8]) yield* post(hook, null, soft(day))
          assert.strictEqual(yield* consent, "subscribed")
          yield* post(hook, null, soft(9))
          assert.strictEqual(yield* consent, "suppressed")
          const rows = yield* sql`SELECT rule, cause, to_state FROM consent_log WHERE account_id = ${account_id}`
          assert.deepStrictEqual(rows, [{ rule: "email_soft_bounced", cause: "bounce", to_state: "suppressed" }])
          assert.deepStrictEqual(yield* sql`SELECT 1 FROM soft_bounces WHERE account_id = ${account_id}`, [])
        })
    )
  },
  { excludeTestServices: true }
)
