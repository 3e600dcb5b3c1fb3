import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { RunImports } from "../../src/programs/imports/RunImports.ts"
import { contactCaller } from "../support/samples/contacts.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer, send } from "../support/http/http.ts"
import { ImportingLayer, ndjsonFile } from "../support/samples/imports.ts"
import { links } from "../support/http/links.ts"
import { newMessage } from "../support/messages/messages.ts"
import { contact as contactOf } from "../support/samples/orders.ts"

const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()

const fiveDaysAgo = days(5)

/** An account with calls of its store, its contacts and its owner. */
const shop = Effect.gen(function* () {
  const caller = yield* contactCaller()
  const { account_id, call, origin } = caller
  const place = (members: object) =>
    call("/orders/placed", { body: { order_id: 1, total: 20, currency: "USD", order_date: fiveDaysAgo, ...members } })
  const find = (query: string) => Effect.map(call(`/contacts?${query}`), ({ json }) => json.data[0])
  const refusals = (id: string) =>
    Effect.map(call(`/contacts/${id}/consent`), ({ json }) =>
      json.data.history.flatMap((line: Record<string, unknown>) => (line["refused"] === true ? [line["rule"]] : []))
    )
  /** The unsubscribe link of a mail to the contact. */
  const unsubscribe = Effect.fnUntraced(function* (contact_id: string) {
    const sql = yield* SqlClient.SqlClient
    const key = `mail to ${contact_id}`
    const message = newMessage(contactOf({ account_id, contact_id }), { key })
    yield* Effect.provide(
      Effect.flatMap(Messages, (messages) => messages.record([message])),
      Messages.layer
    )
    const [row] = yield* sql<{ message_id: string }>`SELECT message_id FROM messages
      WHERE account_id = ${account_id} AND key = ${key}`
    const link = links.sign("unsubscribe", [account_id, row?.message_id ?? ""])
    return send(link.replace("https://tally.example", origin), { method: "POST" })
  })
  return { ...caller, place, find, refusals, unsubscribe }
})

const yes = { email: "late@example.com", accepts_email_marketing: true }
const before = "The contact withdrew this consent; only an order placed after that gives it again"

onEither(
  "people as stores send them",
  Layer.merge(OriginLayer, ImportingLayer),
  (it) => {
    it.effect("01: the same order sent again does not lift what was set by API, a new one does", () =>
      Effect.gen(function* () {
        const { place, find, patch, refusals } = yield* shop
        yield* place(yes)
        const { id } = yield* find("email=late@example.com")
        yield* patch(id, { email_consent: "unsubscribed" })
        for (const shipment_status of ["in_transit", "delivered", "delivered"])
          yield* place({ ...yes, shipment_status })
        assert.strictEqual((yield* find("email=late@example.com")).email_consent, "unsubscribed")
        assert.deepStrictEqual(yield* refusals(id), [
          "The order gave this consent before it was withdrawn; repeating the order does not give it again"
        ])
        yield* place({ ...yes, order_id: 2 })
        assert.strictEqual((yield* find("email=late@example.com")).email_consent, "subscribed")
      })
    )

    it.effect(
      "01: a person's withdrawal is lifted only by an order placed after it, with one refused ledger line",
      () =>
        Effect.gen(function* () {
          const { place, find, patch, refusals, unsubscribe } = yield* shop
          yield* place(yes)
          const { id } = yield* find("email=late@example.com")
          const link = yield* unsubscribe(id)
          assert.strictEqual((yield* link).status, 200)
          const consent = Effect.map(find("email=late@example.com"), ({ email_consent }) => email_consent)
          for (const again of [yes, yes, { ...yes, shipment_status: "delivered" }]) yield* place(again)
          assert.strictEqual(yield* consent, "unsubscribed")
          assert.deepStrictEqual(yield* refusals(id), [before])
          // An older order that arrives late, and the existing one with another date.
          yield* place({ ...yes, order_id: 2, order_date: days(1) })
          yield* place({ ...yes, order_date: new Date(Date.now() + 86_400_000).toISOString() })
          // A write by the merchant does not turn it into the merchant's withdrawal.
          yield* patch(id, { email_consent: "never_subscribed" })
          yield* place({ ...yes, order_id: 3, order_date: days(2) })
          assert.strictEqual(yield* consent, "never_subscribed")
          yield* place({ ...yes, order_id: 4, order_date: new Date(Date.now() + 1_000).toISOString() })
          assert.strictEqual(yield* consent, "subscribed")
          // And another withdrawal.
          yield* link
          yield* place({ ...yes, order_id: 4, order_date: new Date(Date.now() + 1_000).toISOString() })
          assert.strictEqual(yield* consent, "unsubscribed")
        })
    )

    it.effect("01: using the unsubscribe link after the merchant unsubscribed makes it the person's withdrawal", () =>
      Effect.gen(function* () {
        const { create, place, find, unsubscribe } = yield* shop
        const id = yield* create({ email: "late@example.com", email_consent: "unsubscribed" })
        yield* yield* unsubscribe(id)
        yield* place(yes)
        assert.strictEqual((yield* find("email=late@example.com")).email_consent, "unsubscribed")
      })
    )

    it.effect(
      "02: a contact import lifts neither an unsubscription nor a suppression, with one refused ledger line",
      () =>
        Effect.gen(function* () {
          const owner = yield* ownerBrowser("reimport")
          const imports = yield* RunImports
          const base = `/accounts/${owner.account}`
          const make = (body: object) =>
            Effect.map(owner.call("POST", `${base}/contacts`, body), ({ json }) => String(json.data.id))
          const ada = yield* make({ email: "unsubscribed@example.com", email_consent: "unsubscribed" })
          const bea = yield* make({ email: "suppressed@example.com", email_consent: "suppressed" })
          const cy = yield* make({ email: "cy@example.com", phone: "+14155552671", sms_consent: "unsubscribed" })
          const rows = [
            { email: "unsubscribed@example.com", first_name: "Ada", email_consent: "subscribed" },
            { email: "suppressed@example.com", first_name: "Bea", email_consent: "subscribed" },
            { email: "cy@example.com", phone: "+14155552671", email_consent: "subscribed", sms_consent: "subscribed" },
            // With another phone than the contact's.
            { email: "cy@example.com", phone: "+14155552672", first_name: "Cy", sms_consent: "subscribed" }
          ]
          for (const _ of [1, 2]) {
            const lines = new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join("\n"))
            const made = yield* owner.call("POST", `${base}/imports`, ndjsonFile("contacts", lines.length))
            const path = `${base}/imports/${made.json.data.id}`
            yield* owner.call("PUT", `${path}/file`, lines)
            yield* owner.call("POST", `${path}/start`)
            yield* imports.step.pipe(Effect.repeat({ until: (count) => count === 0 }))
            assert.strictEqual((yield* owner.call("GET", path)).json.data.failed, 0)
          }
          const read = (id: string) => Effect.map(owner.call("GET", `${base}/contacts/${id}`), ({ json }) => json.data)
          const shown = yield* Effect.forEach([ada, bea, cy], read)
          assert.deepStrictEqual(
            shown.map((one) => [one.first_name, one.phone, one.email_consent, one.sms_consent]),
            [
              ["Ada", null, "unsubscribed", "never_subscribed"],
              ["Bea", null, "suppressed", "never_subscribed"],
              ["Cy", "+14155552671", "subscribed", "unsubscribed"]
            ]
          )
          for (const id of [ada, bea]) {
            const { history } = (yield* owner.call("GET", `${base}/contacts/${id}/consent`)).json.data
            assert.deepStrictEqual(
              history.filter(({ refused }: { refused: boolean }) => refused).map(({ rule }: { rule: string }) => rule),
              ["An import lifts no unsubscription and no suppression"]
            )
          }
        })
    )

    it.effect("03: an order placed before an erasure restores no withdrawn consent", () =>
      Effect.gen(function* () {
        const { call, place, find, patch } = yield* shop
        const order = { ...yes, phone: "+16465550123", accepts_sms_marketing: true }
        yield* place(order)
        const { id } = yield* find("email=late@example.com")
        yield* patch(id, { email_consent: "unsubscribed", sms_consent: "unsubscribed" })
        yield* call(`/contacts/${id}`, { method: "DELETE" })
        yield* place({ ...order, shipment_status: "delivered" })
        const back = yield* find("email=late@example.com")
        assert.notStrictEqual(back.id, id)
        assert.deepStrictEqual([back.email_consent, back.sms_consent], ["unsubscribed", "unsubscribed"])
        yield* place({ ...order, order_id: 2, order_date: new Date(Date.now() + 1_000).toISOString() })
        assert.strictEqual((yield* find("email=late@example.com")).email_consent, "subscribed")
      })
    )

    it.effect("07: an update that sends a phone alone stays with the order's e-mail", () =>
      Effect.gen(function* () {
        const { place, find } = yield* shop
        const phone = "+14155552671"
        yield* place({ order_id: 1, email: "parent@example.com", phone })
        yield* place({ order_id: 2, email: "child@example.com", phone })
        const { json } = yield* place({
          order_id: 2,
          phone,
          shipment_status: "delivered",
          accepts_email_marketing: true
        })
        assert.strictEqual(json.data.email, "child@example.com")
        const family = yield* Effect.forEach(["child", "parent"], (name) => find(`email=${name}@example.com`))
        assert.deepStrictEqual(
          family.map(({ order_count, email_consent }) => [order_count, email_consent]),
          [
            [1, "subscribed"],
            [1, "never_subscribed"]
          ]
        )
      })
    )

    it.effect("29: an order fills the name and the phone that a contact lacks", () =>
      Effect.gen(function* () {
        const { create, place, find } = yield* shop
        yield* create({ email: "news@example.com", email_consent: "subscribed" })
        yield* create({ email: "other@example.com", phone: "+14155552672" })
        const shipping_address = { first_name: "Grace", last_name: "Hopper" }
        yield* place({ email: "news@example.com", phone: "+14155552672", shipping_address })
        yield* place({ order_id: 2, email: "news@example.com", phone: "+14155552671", accepts_sms_marketing: true })
        const { first_name, last_name, phone, sms_consent } = yield* find("email=news@example.com")
        assert.deepStrictEqual(
          [first_name, last_name, phone, sms_consent],
          ["Grace", "Hopper", "+14155552671", "never_subscribed"]
        )
      })
    )

    it.effect("46: a contact with a changed e-mail keeps its orders, mails and consents", () =>
      Effect.gen(function* () {
        const { create, patch, place, find, unsubscribe } = yield* shop
        const id = yield* create({ email: "old@example.com", email_consent: "subscribed" })
        yield* place({ email: "old@example.com" })
        const link = yield* unsubscribe(id)
        const changed = yield* patch(id, { email: "new@example.com" })
        assert.deepStrictEqual([changed.status, changed.json.data.email_consent], [200, "subscribed"])
        yield* place({ email: "old@example.com", shipment_status: "delivered" })
        assert.strictEqual((yield* find("email=new@example.com")).order_count, 1)
        assert.isUndefined(yield* find("email=old@example.com"))
        yield* link
        assert.strictEqual((yield* find("email=new@example.com")).email_consent, "unsubscribed")
        // The former address keeps the person's opt-out.
        yield* patch(id, { email: "third@example.com" })
        yield* place({ order_id: 2, email: "new@example.com", accepts_email_marketing: true })
        assert.strictEqual((yield* find("email=new@example.com")).email_consent, "unsubscribed")
      })
    )
  },
  { excludeTestServices: true }
)
