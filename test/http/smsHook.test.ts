import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { smsSignature } from "../../src/messages/sms/smsSignature.ts"
import { onBoth } from "../support/database/databases.ts"
import { onBothOverSocket, Origin, originLayer, send } from "../support/http/http.ts"
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

onBothOverSocket("inbound texts", (it) => {
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
      const kept = yield* sql`SELECT digest FROM heard_texts WHERE account_id = ${account_id}`
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
      const stopped = sql`SELECT state FROM remembered_consents WHERE account_id = ${account_id} AND state = 'unsubscribed'`
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

const settings = { SMS_URL: "http://account:the-token@127.0.0.1:9/send", PUBLIC_URL: "https://tally.example" }

onBoth("inbound texts with provider signatures", originLayer(settings), (it) => {
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
