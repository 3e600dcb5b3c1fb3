import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { mailStep } from "../support/flows/flowRuns.ts"
import { onEitherOverSocket, originLayer } from "../support/http/http.ts"
import { dnsServer } from "../support/messages/dnsServer.ts"
import { mailServer } from "../support/messages/providers.ts"

const complete = { from_name: "Ada's Shop", from_email: "hello@ada.example", postal_address: "1 Tea Street, London" }
const offices = { from_name: "Offices", from_email: "offices@tea.example" }
const flowOf = (sender_id: string) => ({
  name: "Reminder",
  definition: {
    trigger: { type: "order_placed" },
    filters: [],
    steps: [{ ...mailStep("mail"), sender_id }],
    entry: { type: "always" },
    exit: { on_purchase: false }
  }
})

onEitherOverSocket("further senders", (it) => {
  it.effect("are added, listed, changed and deleted, and refused by the rules of the account's own sender", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("further-owner")
      const path = `/accounts/${account}/senders`
      const added = yield* call("POST", path, { ...offices, reply_to: "kim@tea.example" })
      assert.strictEqual(added.status, 201, added.text)
      const { id } = added.json.data
      const fieldsOf = (method: string, at: string, body: object) =>
        Effect.map(call(method, at, body), ({ status, json }) => [
          status,
          ...json.error.details.map(({ field }: { readonly field: string }) => field)
        ])
      assert.deepStrictEqual(yield* fieldsOf("POST", path, { from_name: "", from_email: "tea", reply_to: "x" }), [
        422,
        "from_name",
        "from_email",
        "reply_to"
      ])
      assert.deepStrictEqual(yield* fieldsOf("PATCH", `${path}/${id}`, { from_email: null }), [422, "from_email"])
      const changed = yield* call("PATCH", `${path}/${id}`, { from_name: "Tea for offices", reply_to: null })
      assert.deepStrictEqual(
        [changed.json.data.from_name, changed.json.data.from_email, changed.json.data.reply_to],
        ["Tea for offices", offices.from_email, null]
      )
      assert.deepStrictEqual((yield* call("GET", path)).json.data, [changed.json.data])
      assert.strictEqual((yield* call("GET", `${path}/snd_1`)).status, 404)
      const flow = yield* call("POST", `/accounts/${account}/flows`, flowOf(id))
      assert.strictEqual(flow.status, 201, flow.text)
      assert.deepStrictEqual(yield* fieldsOf("POST", `/accounts/${account}/flows`, flowOf("snd_1")), [
        422,
        "definition.steps.0.sender_id"
      ])
      const refused = yield* call("DELETE", `${path}/${id}`)
      assert.deepStrictEqual(
        [refused.status, refused.json.error.details],
        [409, [{ field: "flow", message: "Reminder" }]]
      )
      yield* call("DELETE", `/accounts/${account}/flows/${flow.json.data.id}`)
      assert.strictEqual((yield* call("DELETE", `${path}/${id}`)).json.data.id, id)
      assert.strictEqual((yield* call("DELETE", `${path}/${id}`)).status, 404)
    })
  )
})

it.live("a flow from a further sender begins once DNS proves its domain, at no free mail service", () =>
  Effect.gen(function* () {
    const dns = yield* dnsServer
    const mail = yield* mailServer()
    yield* Effect.gen(function* () {
      const { call, account } = yield* operatorBrowser
      const path = `/accounts/${account}/senders`
      const own = yield* call("PUT", `/accounts/${account}/sender`, complete)
      dns.records.set(own.json.data.domain_proof.record.name, [own.json.data.domain_proof.record.value])
      yield* call("POST", `/accounts/${account}/sender/check`)
      const { id, domain_proof } = (yield* call("POST", path, offices)).json.data
      const flow = (yield* call("POST", `/accounts/${account}/flows`, flowOf(id))).json.data.id
      const issues = Effect.map(call("POST", `/accounts/${account}/flows/${flow}/activate`), ({ status, json }) => [
        status,
        ...(json.error?.details ?? []).map(({ field }: { readonly field: string }) => field)
      ])
      assert.deepStrictEqual(yield* issues, [422, "definition.steps.0.sender_id"])
      const elsewhere = yield* call("POST", `${path}/${id}/test`, { to: "ada@example.com" })
      assert.strictEqual(elsewhere.status, 422, elsewhere.text)
      dns.records.set(domain_proof.record.name, [domain_proof.record.value])
      assert.strictEqual((yield* call("POST", `${path}/${id}/check`)).json.data.proof.status, "ok")
      yield* call("POST", `${path}/${id}/dkim`)
      const checked = (yield* call("GET", `${path}/${id}`)).json.data
      assert.deepInclude(checked, {
        missing: [],
        sending: { status: "sending", from: offices.from_email, server: "process" }
      })
      assert.match(checked.dkim.record.name, /tea\.example$/)
      const tested = yield* call("POST", `${path}/${id}/test`, { to: "ada@example.com" })
      assert.strictEqual(tested.json.data.status, "sent", tested.text)
      assert.strictEqual(mail.received[0]?.from, offices.from_email)
      yield* call("PATCH", `${path}/${id}`, { from_email: "ada.shop@gmail.com" })
      assert.deepStrictEqual(yield* issues, [422, "definition.steps.0.sender_id"])
      yield* call("PATCH", `${path}/${id}`, { from_email: offices.from_email })
      assert.deepStrictEqual(yield* issues, [200])
    }).pipe(Effect.provide(originLayer({ DNS_SERVERS: dns.address, SMTP_URL: mail.url, SMTP_ALLOW_PRIVATE: "true" })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
