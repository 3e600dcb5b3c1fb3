import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contactCaller } from "../support/samples/contacts.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const order = (order_id: number, email: string, members: object = {}) => ({
  order_id,
  email,
  total: 5,
  currency: "USD",
  order_date: new Date().toISOString(),
  ...members
})

onEitherOverSocket("e-mails that look alike (contract §2)", (it) => {
  it.effect("invisible characters are removed and make no second contact", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const spellings = [
        "zwada@example.com",
        "\u200bzwada@example.com",
        "zw\u00adada@example.com",
        "zwada@example.com\ufeff"
      ]
      for (const [at, email] of spellings.entries()) {
        const { status, json } = yield* call("/orders/placed", { body: order(at + 1, email) })
        assert.deepStrictEqual([status, json.data.email], [201, "zwada@example.com"])
      }
      const { data } = (yield* call("/contacts")).json
      assert.deepStrictEqual(
        data.map((contact: { email: string; order_count: number }) => [contact.email, contact.order_count]),
        [["zwada@example.com", 4]]
      )
      assert.strictEqual(
        (yield* call(`/contacts?email=${encodeURIComponent("ZWADA\u200b@example.com")}`)).json.data.length,
        1
      )
    })
  )

  it.effect("a domain in its own script, in ASCII and in capitals is one mailbox, echoed as sent", () =>
    Effect.gen(function* () {
      const { call, patch } = yield* contactCaller()
      const domains = ["münchen", "xn--mnchen-3ya", "MÜNCHEN", "mu\u0308nchen", "XN--MNCHEN-3YA"]
      for (const [at, domain] of domains.entries()) {
        const email = `ada@${domain}.example`
        const { json } = yield* call("/orders/placed", {
          body: order(at + 1, email, { accepts_email_marketing: true })
        })
        assert.strictEqual(json.data.email, email.normalize("NFC"))
      }
      const { data } = (yield* call("/contacts")).json
      assert.deepStrictEqual(
        data.map((contact: { email: string; order_count: number }) => [contact.email, contact.order_count]),
        [["ada@münchen.example", 5]]
      )
      const [{ id }] = data
      yield* patch(id, { email_consent: "unsubscribed" })
      for (const domain of domains) {
        const found = yield* call(`/contacts?email=${encodeURIComponent(`ada@${domain}.example`)}`)
        assert.deepInclude(found.json.data[0], { id, email_consent: "unsubscribed" })
        const taken = yield* call("/contacts", { body: { email: `ADA@${domain}.example` } })
        assert.deepStrictEqual([taken.status, taken.json.id], [409, id])
        yield* call("/events", { body: { event_type: "seen", email: `ada@${domain}.example` } })
      }
      assert.strictEqual((yield* call("/contacts")).json.pagination.total_count, 1)
    })
  )

  it.effect("decisions of an erased address hold for every spelling of its domain", () =>
    Effect.gen(function* () {
      const { call, create } = yield* contactCaller()
      const id = yield* create({ email: "ada@münchen.example", email_consent: "unsubscribed" })
      yield* call(`/contacts/${id}`, { method: "DELETE" })
      yield* call("/orders/placed", { body: order(1, "ADA@xn--mnchen-3ya.example") })
      const { data } = (yield* call("/contacts")).json
      assert.deepStrictEqual([data.length, data[0].email_consent], [1, "unsubscribed"])
    })
  )

  it.effect("lookalike letters stay distinct, and no provider's alias rules apply", () =>
    Effect.gen(function* () {
      const { call, create } = yield* contactCaller()
      for (const email of [
        "k@example.com",
        "\u212a@example.com",
        "a@example.com",
        "a+1@example.com",
        "å@example.com"
      ]) {
        yield* create({ email })
      }
      assert.strictEqual((yield* call("/contacts")).json.pagination.total_count, 5)
      for (const email of ["a@exa mple.com", "a@ex\u2044ample.com", "a@xn--ü.example", "a\u200b", "@x.example"]) {
        assert.strictEqual((yield* call("/contacts", { body: { email } })).status, 422, email)
      }
    })
  )
})
