import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contactCaller } from "../support/samples/contacts.ts"
import { onEitherOverSocket, send } from "../support/http/http.ts"
import { seedAccount } from "../support/database/seed.ts"

const ada = { email: "Ada@Example.com", phone: "(415) 555-2671", first_name: "Ada", last_name: "Lovelace" }

const fields = (answer: { readonly json: { error: { details: ReadonlyArray<{ field: string }> } } }) =>
  answer.json.error.details.map(({ field }) => field).sort()

onEitherOverSocket("contacts", (it) => {
  it.effect("creates a contact with everything a caller may set, and reads it back", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const made = yield* call("/contacts", {
        body: `{"email":"Ada@Example.com","phone":"(415) 555-2671","first_name":"Ada","last_name":"","tags":["vip","é"],
          "custom_fields":{"size":12345678901234567890,"9":1.50,"ok":true,"none":null},"nonsense":1}`
      })
      assert.strictEqual(made.status, 201)
      const { id, created_at, updated_at, ...rest } = made.json.data
      assert.match(id, /^con_[0-9a-z]{26}$/)
      assert.strictEqual(created_at, updated_at)
      assert.deepStrictEqual(rest, {
        email: "Ada@Example.com",
        phone: "+14155552671",
        first_name: "Ada",
        last_name: null,
        email_consent: "never_subscribed",
        sms_consent: "never_subscribed",
        tags: ["vip", "é"],
        custom_fields: rest.custom_fields,
        order_count: 0,
        first_order_at: null,
        last_order_at: null
      })
      assert.include(made.text, `"custom_fields":{"size":12345678901234567890,"9":1.50,"ok":true,"none":null}`)
      const read = yield* call(`/contacts/${id}`)
      assert.strictEqual(read.status, 200)
      assert.strictEqual(read.text, made.text)
    })
  )

  it.effect("reports all issues of a body at once", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const bad = yield* call("/contacts", {
        body: {
          phone: "1-800-FLOWERS",
          email_consent: "compliance_suppressed",
          sms_consent: "pending",
          tags: ["a", 1],
          custom_fields: { deep: { er: 1 } },
          send_welcome_sms: "yes",
          email_permission: "subscribed"
        }
      })
      assert.strictEqual(bad.status, 422)
      assert.deepStrictEqual(fields(bad), [
        "custom_fields.deep",
        "email_consent",
        "email_permission",
        "phone",
        "send_welcome_sms",
        "sms_consent",
        "tags.1"
      ])
      assert.deepStrictEqual(fields(yield* call("/contacts", { body: {} })), ["email"])
      assert.deepStrictEqual(fields(yield* call("/contacts", { body: { email: "", sms_consent: "subscribed" } })), [
        "email",
        "sms_consent"
      ])
    })
  )

  it.effect("refuses a taken address with the id of its contact, the e-mail's before the phone's", () =>
    Effect.gen(function* () {
      const { call, create } = yield* contactCaller()
      const byEmail = yield* create({ email: "a@example.com" })
      const byPhone = yield* create({ phone: "+14155552672" })
      const conflict = yield* call("/contacts", { body: { email: "A@EXAMPLE.com", phone: "415 555 2672" } })
      assert.strictEqual(conflict.status, 409)
      assert.strictEqual(conflict.json.id, byEmail)
      assert.strictEqual(conflict.json.error.code, "conflict")
      assert.deepStrictEqual(fields(conflict), ["email", "phone"])
      const phone = yield* call("/contacts", { body: { email: "b@example.com", phone: "4155552672" } })
      assert.strictEqual(phone.json.id, byPhone)
      assert.deepStrictEqual(fields(phone), ["phone"])
    })
  )

  it.effect("changes only the fields sent, and writes nothing when no value changes", () =>
    Effect.gen(function* () {
      const { call, patch, create } = yield* contactCaller()
      const id = yield* create({ ...ada, tags: ["a"], custom_fields: { n: 1 } })
      const before = yield* call(`/contacts/${id}`)
      const same = yield* patch(id, { ...ada, email: "ada@EXAMPLE.com", tags: ["a"], order_count: 7, id: "con_x" })
      assert.strictEqual(same.status, 200)
      assert.strictEqual(same.text, before.text)
      assert.deepStrictEqual((yield* call(`/contacts/${id}/consent`)).json.data.history, [])
      const changed = yield* patch(id, { last_name: null, tags: [] })
      assert.deepStrictEqual(changed.json.data, {
        ...before.json.data,
        last_name: null,
        tags: [],
        updated_at: changed.json.data.updated_at
      })
    })
  )

  it.effect(
    "changes an address: keeps consent, adds a ledger line, refuses a taken one by 409 and clearing the last one",
    () =>
      Effect.gen(function* () {
        const { call, patch, create } = yield* contactCaller()
        const id = yield* create({ ...ada, email_consent: "subscribed", sms_consent: "unsubscribed" })
        const other = yield* create({ email: "taken@example.com", phone: "+14155552699" })
        for (const [field, value] of [
          ["email", "Taken@example.com"],
          ["phone", "+14155552699"]
        ] as const) {
          const taken = yield* patch(id, { [field]: value })
          assert.deepStrictEqual([taken.status, taken.json.id, fields(taken)], [409, other, [field]])
        }
        assert.deepStrictEqual(fields(yield* patch(id, { email: null, phone: null })), ["email", "phone"])
        const changed = yield* patch(id, { email: "new@example.com", phone: "+14155552698" })
        const { email, phone, email_consent, sms_consent } = changed.json.data
        assert.deepStrictEqual(
          [email, phone, email_consent, sms_consent],
          ["new@example.com", "+14155552698", "subscribed", "unsubscribed"]
        )
        const { email: state, history } = (yield* call(`/contacts/${id}/consent`)).json.data
        assert.deepStrictEqual(
          history
            .map((line: Record<string, unknown>) => [line["channel"], line["from"], line["to"], line["rule"]])
            .slice(0, 2),
          [
            ["sms", "unsubscribed", "unsubscribed", "The contact has another address; its consent stays"],
            ["email", "subscribed", "subscribed", "The contact has another address; its consent stays"]
          ]
        )
        assert.strictEqual(state.since, history.at(-2).recorded_at)
        assert.strictEqual((yield* patch(id, { phone: null })).json.data.phone, null)
        assert.deepStrictEqual(fields(yield* patch(id, { email: null })), ["email"])
        assert.strictEqual((yield* call("/contacts", { body: { email: ada.email } })).status, 201)
      })
  )

  it.effect("sets a missing address unless another contact has it", () =>
    Effect.gen(function* () {
      const { patch, create } = yield* contactCaller()
      const id = yield* create({ email: "c@example.com" })
      const other = yield* create({ phone: "+14155552673" })
      assert.deepStrictEqual(fields(yield* patch(id, { sms_consent: "subscribed" })), ["sms_consent"])
      const taken = yield* patch(id, { phone: "+14155552673" })
      assert.deepStrictEqual([taken.status, taken.json.id], [409, other])
      const set = yield* patch(id, { phone: "+14155552674", sms_consent: "single_opt_in" })
      assert.deepStrictEqual([set.status, set.json.data.sms_consent], [200, "single_opt_in"])
    })
  )

  it.effect("answers absent, malformed and foreign ids with the same 404", () =>
    Effect.gen(function* () {
      const { call, create } = yield* contactCaller()
      const { token } = yield* seedAccount({ scopes: ["contacts_read", "contacts_write"] })
      const id = yield* create(ada)
      for (const [method, path, body] of [
        ["GET", "", undefined],
        ["GET", "/consent", undefined],
        ["PATCH", "", {}],
        ["DELETE", "", undefined],
        ["POST", "/unsubscribe", undefined]
      ] as const) {
        const absent = yield* call(`/contacts/con_${"0".repeat(26)}${path}`, { method, body })
        const odd = yield* call(`/contacts/%00${path}`, { method, body })
        const foreign = yield* call(`/contacts/${id}${path}`, { method, body, token })
        assert.deepStrictEqual([absent.status, odd.status, foreign.status], [404, 404, 404], `${method} ${path}`)
        assert.deepStrictEqual([odd.text, foreign.text], [absent.text, absent.text])
      }
      assert.strictEqual((yield* call(`/contacts/${id}`)).json.data.email, ada.email)
    })
  )

  it.effect("keeps the deprecated unsubscribe working, with Deprecation headers on every response of its path", () =>
    Effect.gen(function* () {
      const { call, create, origin } = yield* contactCaller()
      const id = yield* create({ email: "d@example.com", email_consent: "subscribed" })
      const path = `/contacts/${id}/unsubscribe`
      const { token } = yield* seedAccount({ per_day: 1 })
      const answers = [
        yield* call(path, { method: "POST" }),
        yield* call(path, { method: "POST", body: "{" }),
        yield* call(path, { method: "POST", token: "nonsense" }),
        yield* call(path, { method: "POST", token }),
        yield* call(path, { method: "POST", token }),
        yield* call(path),
        yield* send(`${origin}/v1${path}`, { method: "POST", headers: {} })
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 401, 403, 429, 405, 401]
      )
      for (const { headers } of answers) {
        assert.strictEqual(headers.get("deprecation"), "true")
        assert.strictEqual(
          headers.get("link"),
          `</v1/contacts/${id}>; rel="successor-version", </docs>; rel="deprecation"`
        )
      }
      assert.strictEqual(answers[0]?.json.data.email_consent, "unsubscribed")
    })
  )
})
