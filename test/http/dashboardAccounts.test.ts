import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { browser, operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { Origin, OriginLayer, post } from "../support/http/http.ts"

onEither("accounts", OriginLayer, (it) => {
  it.effect("are opened by the operator alone; an owner without a password sets one through a link", () =>
    Effect.gen(function* () {
      const { call } = yield* operatorBrowser
      const owner = { email: "Invited@example.com" }
      const opened = yield* call("POST", "/accounts", { name: "Invited Ltd", owner })
      assert.strictEqual(opened.status, 201)
      const secret = String(opened.json.data.setup_link).split("/dashboard/setup#")[1]
      const guest = yield* browser
      const other = yield* guest.call("POST", "/setup", { secret, email: "else@example.com", password: "long enough" })
      assert.strictEqual(other.status, 422)
      const set = yield* guest.call("POST", "/setup", { secret, email: owner.email, password: "long enough" })
      assert.deepStrictEqual([set.status, set.json.data.user.operator], [200, false])
      assert.deepStrictEqual(
        set.json.data.accounts.map(({ id }: { id: string }) => id),
        [opened.json.data.id]
      )
      const refused = yield* guest.call("POST", "/accounts", { name: "Another", owner })
      assert.strictEqual(refused.status, 403)
    })
  )

  it.effect("change the fields sent, if valid; only the operator changes limits", () =>
    Effect.gen(function* () {
      const { call, boss, account } = yield* ownerBrowser("changer")
      const path = `/accounts/${account}`
      const change = { timezone: "Europe/Berlin", default_country: "DE" }
      const { json } = yield* call("PATCH", path, change)
      assert.deepInclude(json.data, { ...change, name: "changer" })
      const wrong = yield* call("PATCH", path, { timezone: "Mars/Base", default_country: "XX", name: "" })
      assert.deepStrictEqual(wrong.json.error.details.map(({ field }: { field: string }) => field).sort(), [
        "default_country",
        "name",
        "timezone"
      ])
      for (const timezone of ["BST", "IST", "SystemV/EST5EDT"]) {
        const short = yield* call("PATCH", path, { timezone })
        assert.strictEqual(short.status, 422, timezone)
        assert.strictEqual(short.json.error.details[0].field, "timezone")
      }
      assert.strictEqual((yield* call("PATCH", path, { limits: { per_minute: 600 } })).status, 403)
      const raised = yield* boss.call("PATCH", path, { limits: { per_minute: 600 } })
      assert.deepStrictEqual(raised.json.data.limits, { per_minute: 600, per_day: 10_000, subaccounts: 100 })
    })
  )

  it.effect("have subaccounts, one level deep, that their owner acts for", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("parent")
      yield* call("PATCH", `/accounts/${account}`, { timezone: "Asia/Tokyo" })
      const made = yield* call("POST", `/accounts/${account}/subaccounts`, { name: "Child" })
      assert.deepInclude(made.json.data, { parent_id: account, timezone: "Asia/Tokyo" })
      const child = `/accounts/${made.json.data.id}`
      assert.strictEqual((yield* call("POST", `${child}/subaccounts`, { name: "Grandchild" })).status, 422)
      assert.strictEqual((yield* call("GET", `${child}/tokens`)).status, 200)
      const list = yield* call("GET", `/accounts/${account}/subaccounts`)
      assert.deepStrictEqual(list.json.data, [made.json.data])
      assert.strictEqual((yield* call("GET", "/accounts")).json.pagination.total_count, 2)
      const stranger = yield* ownerBrowser("stranger")
      assert.strictEqual((yield* stranger.call("GET", `${child}/tokens`)).status, 404)
    })
  )
})

onEither("Custom Integrations", OriginLayer, (it) => {
  it.effect("have a token that can be revealed, rotated and disconnected, and that ties orders", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("store")
      const { token } = (yield* call("POST", `/accounts/${account}/tokens`, { name: "t", scopes: ["orders_write"] }))
        .json.data
      const store = { store_name: "Tea & Co", store_url: "https://tea.example" }
      const made = yield* call("POST", `/accounts/${account}/integrations`, store)
      assert.strictEqual(made.status, 201)
      const { token: first, webhook, ...shown } = made.json.data
      assert.deepInclude({ webhook, ...shown }, { webhook: null, kind: "custom", rejected_at: null })
      const path = `/accounts/${account}/integrations/${shown.id}`
      assert.strictEqual((yield* call("POST", `${path}/reveal`)).json.data.token, first)
      assert.deepStrictEqual((yield* call("GET", `/accounts/${account}/integrations`)).json.data, [shown])

      const origin = yield* Origin
      const order = (integration: string) =>
        post(
          `${origin}/v1/orders/placed`,
          token,
          { order_id: 1, email: "a@b.co", total: 1, currency: "USD", order_date: "2026-01-01T00:00:00Z" },
          { "x-service-integration-token": integration }
        )
      assert.deepStrictEqual((yield* order(first)).json.data.integration, store)
      const rotated = yield* call("POST", `${path}/rotate`)
      const second = String(rotated.json.data.token)
      assert.notStrictEqual(second, first)
      assert.strictEqual((yield* order(first)).status, 422)
      const renamed = yield* call("PATCH", path, { store_name: "Tea" })
      assert.deepInclude(renamed.json.data, { store_name: "Tea", store_url: store.store_url })
      assert.strictEqual((yield* order(second)).json.data.integration.store_name, "Tea")
      const field = (consent_field: unknown) => call("PATCH", path, { consent_field })
      assert.strictEqual((yield* field("_mc4wp_optin")).json.data.consent_field, "_mc4wp_optin")
      assert.strictEqual((yield* call("PATCH", path, { store_name: "Tea" })).json.data.consent_field, "_mc4wp_optin")
      assert.isNull((yield* field(null)).json.data.consent_field)
      assert.strictEqual((yield* field(" ")).status, 422)
      assert.strictEqual((yield* call("DELETE", path)).json.data.active, false)
      assert.strictEqual((yield* order(second)).status, 422)
      const script = { store_name: "x", store_url: "javascript:alert(1)" }
      assert.strictEqual((yield* call("POST", `/accounts/${account}/integrations`, script)).status, 422)
    })
  )
})
