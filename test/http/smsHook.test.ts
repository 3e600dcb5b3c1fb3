import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac } from "node:crypto"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { ReportKeys } from "../../src/store/mailReports/ReportKeys.ts"
import { smsSignature } from "../../src/outbound/sms/smsSignature.ts"
import { onEither, settingsLayer } from "../support/database/databases.ts"
import { onEitherOverSocket, Origin, originLayer, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { messagesOf, seedContact } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

const someone = Effect.gen(function* () {
  const { account_id } = yield* seedAccount()
  const contact = yield* seedContact(account_id, { sms_consent: "subscribed" })
  const sql = yield* SqlClient.SqlClient
  const consent = Effect.map(
    sql`SELECT sms_consent FROM contacts WHERE contact_id = ${contact.contact_id}`,
    ([row]) => row?.["sms_consent"]
  )
  const path = new URL(links.sign("sms", [account_id])).pathname
  return { account_id, consent, path }
})

const text = Effect.fnUntraced(function* (path: string, body: Record<string, string>, signature?: string) {
  return yield* send(`${yield* Origin}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(signature === undefined ? {} : { "x-twilio-signature": signature })
    },
    body: new URLSearchParams(body).toString()
  })
})

const from = { From: "+12025550123", To: "+15550100" }

onEitherOverSocket("inbound texts", (it) => {
  it.effect("are applied once by id: a STOP redelivered after a START changes nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, consent, path } = yield* someone
      const stop = { ...from, Body: "STOP", MessageSid: "SM00stop" }
      const start = { ...from, Body: "START", MessageSid: "SM00start" }
      yield* text(path, stop)
      assert.strictEqual(yield* consent, "unsubscribed")
      yield* text(path, start)
      assert.strictEqual(yield* consent, "subscribed")
      const replays = yield* Effect.all([text(path, stop), text(path, stop)], { concurrency: 2 })
      assert.deepStrictEqual(
        replays.map(({ status }) => status),
        [200, 200]
      )
      assert.strictEqual(yield* consent, "subscribed")
      const answers = (yield* messagesOf(account_id)).filter(({ key }) => key.startsWith("stop|"))
      assert.strictEqual(answers.length, 1)
      // Ids are stored as keyed hashes; another account applies the same id.
      const kept = yield* sql`SELECT digest FROM received_texts WHERE account_id = ${account_id}`
      assert.strictEqual(kept.length, 2)
      assert.notInclude(JSON.stringify(kept), "SM00stop")
      const other = yield* someone
      yield* text(other.path, stop)
      assert.strictEqual(yield* other.consent, "unsubscribed")
    })
  )

  it.effect("of an unknown number are remembered: a START takes back its STOP", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, path } = yield* someone
      const stopped = sql`SELECT state FROM suppressions WHERE account_id = ${account_id} AND state = 'unsubscribed'`
      const unknown = { ...from, From: "+12025550177" }
      yield* text(path, { ...unknown, Body: "STOP" })
      assert.strictEqual((yield* stopped).length, 1)
      yield* text(path, { ...unknown, Body: "START" })
      assert.strictEqual((yield* stopped).length, 0)
    })
  )

  it.effect("without an id are applied each time", () =>
    Effect.gen(function* () {
      const { consent, path } = yield* someone
      for (const [Body, state] of [
        ["STOP", "unsubscribed"],
        ["START", "subscribed"],
        ["STOP", "unsubscribed"]
      ] as const) {
        yield* text(path, { ...from, Body })
        assert.strictEqual(yield* consent, state)
      }
    })
  )
})

const keysLayer = ReportKeys.layer.pipe(
  Layer.provide(Secrets.layer),
  Layer.provide(Keys.layer),
  Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32) }))
)

const sharedKey = "a-shared-key-of-thirty-characters"
const signatureSettings = "key=webhooks_sharedkey_01,algorithm=HMAC_SHA256"

const withPort = { SMS_URL: "http://account:the-token@127.0.0.1:9/send", PUBLIC_URL: "https://tally.example:8443" }

onEither("inbound texts with a shared key of Twilio", Layer.merge(originLayer(withPort), keysLayer), (it) => {
  it.effect("are accepted as it signs them, also at an address with a port and with repeated fields", () =>
    Effect.gen(function* () {
      const keys = yield* ReportKeys
      const { account_id, consent, path } = yield* someone
      const body = "From=%2B12025550123&To=%2B15550100&Body=STOP&MessageSid=SM7&Tag=b&Tag=a"
      const fields = "BodySTOPFrom+12025550123MessageSidSM7TagaTagbTo+15550100"
      const signed = (secret: string, url: string, hash: string) =>
        createHmac(hash, secret).update(`${url}${path}${fields}`).digest("base64")
      const postSigned = Effect.fnUntraced(function* (signature: string, more: Record<string, string>) {
        const headers = {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signature,
          ...more
        }
        return (yield* send(`${yield* Origin}${path}`, { method: "POST", headers, body })).status
      })
      const named = { "x-twilio-webhooks-signature-settings": signatureSettings }
      const ofKey = signed(sharedKey, "https://tally.example:8443", "sha256")
      // Before the key is set, nothing is proven by one.
      assert.strictEqual(yield* postSigned(ofKey, named), 404)
      yield* keys.set(account_id, "twilio", sharedKey)
      assert.strictEqual(yield* postSigned(signed("another", "https://tally.example:8443", "sha256"), named), 404)
      assert.strictEqual(yield* postSigned(ofKey, {}), 404)
      assert.strictEqual(yield* consent, "subscribed")
      assert.strictEqual(yield* postSigned(ofKey, named), 200)
      assert.strictEqual(yield* consent, "unsubscribed")
      assert.strictEqual(yield* postSigned(signed(sharedKey, "https://tally.example", "sha256"), named), 200)
      assert.strictEqual(yield* postSigned(signed("the-token", "https://tally.example", "sha1"), {}), 200)
    })
  )
})

const onlyKey = { PUBLIC_URL: "https://tally.example" }

onEither("inbound texts with a shared key alone", Layer.merge(originLayer(onlyKey), keysLayer), (it) => {
  it.effect("are taken unsigned until the account has the key", () =>
    Effect.gen(function* () {
      const keys = yield* ReportKeys
      const { account_id, consent, path } = yield* someone
      yield* keys.set(account_id, "twilio", sharedKey)
      assert.strictEqual((yield* text(path, { ...from, Body: "STOP" })).status, 404)
      assert.strictEqual(yield* consent, "subscribed")
      yield* keys.remove(account_id, "twilio")
      assert.strictEqual((yield* text(path, { ...from, Body: "STOP" })).status, 200)
      assert.strictEqual(yield* consent, "unsubscribed")
    })
  )
})

onEitherOverSocket("the provider's word for a phone", (it) => {
  it.effect("ends texts to one that takes none for good, and not to one that may again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const [ErrorCode, state] of [
        ["30003", "subscribed"],
        ["30007", "subscribed"],
        ["30004", "unsubscribed"],
        ["30005", "unsubscribed"],
        ["30006", "unsubscribed"]
      ] as const) {
        const { account_id, consent, path } = yield* someone
        const report = { To: from.From, From: "+15550100", MessageSid: "SM1", MessageStatus: "undelivered", ErrorCode }
        for (let round = 0; round < 2; round++) assert.strictEqual((yield* text(path, report)).status, 200)
        assert.strictEqual(yield* consent, state, ErrorCode)
        const ledger = yield* sql`SELECT rule, cause, actor FROM consent_log WHERE account_id = ${account_id}`
        const entry = { rule: "sms_phone_unreachable", cause: "bounce", actor: "provider" }
        assert.deepStrictEqual(ledger, state === "subscribed" ? [] : [entry], ErrorCode)
      }
    })
  )
})

const settings = { SMS_URL: "http://account:the-token@127.0.0.1:9/send", PUBLIC_URL: "https://tally.example" }

onEither("inbound texts with provider signatures", originLayer(settings), (it) => {
  it.effect("are accepted with the right signature only", () =>
    Effect.gen(function* () {
      const { consent, path } = yield* someone
      const body = { ...from, Body: "STOP", MessageSid: "SM1" }
      const signed = smsSignature("the-token", `https://tally.example${path}`, new URLSearchParams(body))
      for (const signature of [undefined, "", "x", signed.toLowerCase(), `${signed}=`]) {
        assert.strictEqual((yield* text(path, body, signature)).status, 404)
      }
      assert.strictEqual((yield* text(path, { ...body, MessageSid: "SM2" }, signed)).status, 404)
      assert.strictEqual(yield* consent, "subscribed")
      assert.strictEqual((yield* text(path, body, signed)).status, 200)
      assert.strictEqual(yield* consent, "unsubscribed")
    })
  )
})
