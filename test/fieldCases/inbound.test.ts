import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Origin, onEitherOverSocket, post, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { messagesOf, seedContact } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

const hookOf = Effect.fnUntraced(function* (kind: "sms" | "email", account_id: string) {
  return links.sign(kind, [account_id]).replace("https://tally.example", yield* Origin)
})

/** An inbound text as the provider posts it. */
const text = Effect.fnUntraced(function* (account_id: string, fields: Readonly<Record<string, string>>) {
  return yield* send(yield* hookOf("sms", account_id), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ To: "+15550100000", ...fields }).toString()
  })
})

const contactBy = Effect.fnUntraced(function* (token: string, filter: "email" | "phone", value: string) {
  const { json } = yield* send(`${yield* Origin}/v1/contacts?${new URLSearchParams({ [filter]: value }).toString()}`, {
    headers: { authorization: `Bearer ${token}` }
  })
  return json.data[0]
})

const order = Effect.fnUntraced(function* (token: string, fields: Readonly<Record<string, unknown>>) {
  const body = { order_id: 1, total: 1, currency: "USD", order_date: new Date(0).toISOString(), ...fields }
  assert.strictEqual((yield* post(`${yield* Origin}/v1/orders/placed`, token, body)).status, 201)
})

onEitherOverSocket("what people and providers say", (it) => {
  it.effect(
    "a text with the provider's OptOutType STOP unsubscribes whatever its words, without a second confirmation",
    () =>
      Effect.gen(function* () {
        const { account_id, token } = yield* seedAccount({ scopes: ["orders_write", "contacts_read"] })
        yield* seedContact(account_id, { phone: "+12125550105" })
        yield* text(account_id, { From: "+12125550105", Body: "Basta", OptOutType: "STOP", MessageSid: "SM5" })
        assert.strictEqual((yield* contactBy(token, "phone", "+12125550105")).sms_consent, "unsubscribed")
        assert.deepStrictEqual(yield* messagesOf(account_id), [])
      })
  )

  it.effect("a stop word that begins a text unsubscribes", () =>
    Effect.gen(function* () {
      const { account_id, token } = yield* seedAccount({ scopes: ["orders_write", "contacts_read"] })
      const texts = ["STOP please", "Stop texting me", "unsubscribe me", "Arrêt"]
      for (const [at, Body] of texts.entries()) {
        const phone = `+1213555010${at}`
        yield* seedContact(account_id, { email: `${at}@example.com`, phone })
        yield* text(account_id, { From: phone, Body, MessageSid: `SM37${at}` })
        assert.strictEqual((yield* contactBy(token, "phone", phone)).sms_consent, "unsubscribed", Body)
      }
    })
  )

  it.effect("a sender with a channel prefix or without a plus is the same phone", () =>
    Effect.gen(function* () {
      const { account_id, token } = yield* seedAccount({ scopes: ["orders_write", "contacts_read"] })
      for (const [at, form] of ["whatsapp:+", "rcs:+", ""].entries()) {
        const phone = `+1215555010${at}`
        yield* seedContact(account_id, { email: `${at}@example.com`, phone })
        yield* text(account_id, { From: `${form}${phone.slice(1)}`, Body: "STOP", MessageSid: `SM44${at}` })
        assert.strictEqual((yield* contactBy(token, "phone", phone)).sms_consent, "unsubscribed", form)
      }
    })
  )

  it.effect("a STOP from an unknown phone applies to a later contact with it, until a START", () =>
    Effect.gen(function* () {
      const { account_id, token } = yield* seedAccount({ scopes: ["orders_write", "contacts_read"] })
      yield* text(account_id, { From: "+12155550141", Body: "STOP", MessageSid: "SM41" })
      yield* order(token, { phone: "+12155550141", accepts_sms_marketing: true })
      assert.strictEqual((yield* contactBy(token, "phone", "+12155550141")).sms_consent, "unsubscribed")
      yield* text(account_id, { From: "+12155550142", Body: "STOP", MessageSid: "SM42" })
      yield* text(account_id, { From: "+12155550142", Body: "START", MessageSid: "SM43" })
      yield* order(token, { order_id: 2, phone: "+12155550142", accepts_sms_marketing: true })
      assert.strictEqual((yield* contactBy(token, "phone", "+12155550142")).sms_consent, "subscribed")
    })
  )

  it.effect("a complaint from an unknown address applies to a later contact with it", () =>
    Effect.gen(function* () {
      const { account_id, token } = yield* seedAccount({ scopes: ["orders_write", "contacts_read"] })
      const report = { type: "complaint", email: "F42@example.com" }
      assert.strictEqual((yield* post(yield* hookOf("email", account_id), null, report)).status, 200)
      yield* order(token, { email: "f42@example.com", accepts_email_marketing: true })
      assert.strictEqual((yield* contactBy(token, "email", "f42@example.com")).email_consent, "compliance_suppressed")
    })
  )
})
