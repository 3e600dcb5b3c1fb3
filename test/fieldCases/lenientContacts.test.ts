import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contactCaller } from "../support/samples/contacts.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const lenient = { prefer: "handling=lenient" }

const fieldsOf = (told: ReadonlyArray<{ readonly field: string }>) => told.map(({ field }) => field).toSorted()

onEitherOverSocket("Prefer: handling=lenient on contacts and events (contract §2)", (it) => {
  it.effect("leaves out unreadable fields of a contact, and an opt-in along with its phone", () =>
    Effect.gen(function* () {
      const { call, create, patch } = yield* contactCaller()
      const body = {
        email: "ada@example.com",
        phone: "1-800-FLOWERS",
        sms_consent: "subscribed",
        first_name: 1,
        tags: ["vip", 7],
        custom_fields: { size: 38, nested: {} }
      }
      const made = yield* call("/contacts", { body, headers: lenient })
      assert.strictEqual(made.status, 201)
      assert.deepStrictEqual(fieldsOf(made.json.warnings), [
        "custom_fields.nested",
        "first_name",
        "phone",
        "sms_consent",
        "tags.1"
      ])
      assert.deepInclude(made.json.data, {
        tags: ["vip"],
        custom_fields: { size: 38 },
        sms_consent: "never_subscribed"
      })
      const id = yield* create({ email: "bea@example.com", phone: "+12025550123", last_name: "B" })
      const changed = yield* patch(
        id,
        { phone: "SHIP", sms_consent: "subscribed", last_name: {}, first_name: "Bea" },
        lenient
      )
      assert.deepStrictEqual(fieldsOf(changed.json.warnings), ["last_name", "phone", "sms_consent"])
      assert.deepInclude(changed.json.data, {
        phone: "+12025550123",
        first_name: "Bea",
        last_name: "B",
        sms_consent: "never_subscribed"
      })
      // A stored phone suffices for an opt-in without one.
      const opted = yield* patch(id, { sms_consent: "subscribed", last_name: 5 }, lenient)
      assert.deepStrictEqual(
        [opted.json.data.sms_consent, fieldsOf(opted.json.warnings)],
        ["subscribed", ["last_name"]]
      )
      for (const strict of [
        { email_consent: "maybe" },
        { send_welcome_sms: "no" },
        { email_permission: "subscribed" }
      ]) {
        assert.strictEqual((yield* patch(id, strict, lenient)).status, 422)
      }
    })
  )

  it.effect("leaves out the unreadable address of an event, and repeats the warning on a replay", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const body = { event_type: "a", email: "ada@example.com", phone: "SHIP", idempotency_key: "k1" }
      assert.strictEqual((yield* call("/events", { body })).status, 422)
      const first = yield* call("/events", { body, headers: lenient })
      assert.deepStrictEqual([first.status, fieldsOf(first.json.warnings)], [200, ["phone"]])
      const again = yield* call("/events", { body, headers: lenient })
      assert.deepStrictEqual(again.json, { ...first.json, idempotent_replay: true })
      assert.strictEqual(again.headers.get("preference-applied"), "handling=lenient")
      // The idempotency key covers the body as sent, including the parts left out.
      const { phone: _, ...shorter } = body
      assert.strictEqual((yield* call("/events", { body: shorter, headers: lenient })).status, 409)
      for (const members of [{ phone: "+12025550123" }, { event_time: "yesterday" }, { event_data: [] }]) {
        const refused = { event_type: "a", email: "ada@example.com", ...members }
        assert.strictEqual((yield* call("/events", { body: refused, headers: lenient })).status, 422)
      }
    })
  )
})
