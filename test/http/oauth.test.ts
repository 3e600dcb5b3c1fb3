import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as oauth from "oauth4webapi"
import { ClientCredentials } from "simple-oauth2"
import { operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { Origin, OriginLayer, send } from "../support/http/http.ts"

const exchange = Effect.fnUntraced(function* (
  form: Record<string, string> | string,
  headers: Record<string, string> = {}
) {
  return yield* send(`${yield* Origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: typeof form === "string" ? form : new URLSearchParams(form).toString()
  })
})

const contacts = Effect.fnUntraced(function* (token: string) {
  return (yield* send(`${yield* Origin}/v1/account`, { headers: { authorization: `Bearer ${token}` } })).status
})

const order = Effect.fnUntraced(function* (token: string) {
  const answer = yield* send(`${yield* Origin}/v1/orders/placed`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}"
  })
  return answer.status
})

const application = Effect.fnUntraced(function* (scopes: ReadonlyArray<string>, name: string) {
  const { call, account, boss } = yield* ownerBrowser(name)
  // All tests share one client address.
  yield* boss.call("PATCH", `/accounts/${account}`, { limits: { per_minute: 1000 } })
  const { json } = yield* call("POST", `/accounts/${account}/apps`, { name, scopes })
  const { id, client_id, client_secret } = json.data
  const path = `/accounts/${account}/apps/${id}`
  return { call, path, client: { client_id: String(client_id), client_secret: String(client_secret) } }
})

const grant_type = "client_credentials"

onEither("the token endpoint", OriginLayer, (it) => {
  it.effect("gives oauth4webapi and simple-oauth2 working tokens", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { client } = yield* application(["orders_write", "contacts_read"], "real-clients")
      const server = { issuer: origin, token_endpoint: `${origin}/oauth/token` }
      for (const auth of [
        oauth.ClientSecretBasic(client.client_secret),
        oauth.ClientSecretPost(client.client_secret)
      ]) {
        const result = yield* Effect.promise(async () => {
          const response = await oauth.clientCredentialsGrantRequest(
            server,
            { client_id: client.client_id },
            auth,
            new URLSearchParams({ scope: "orders_write" }),
            { [oauth.allowInsecureRequests]: true }
          )
          return oauth.processClientCredentialsResponse(server, { client_id: client.client_id }, response)
        })
        assert.deepStrictEqual([result.expires_in, result.scope], [7200, "orders_write"])
        assert.strictEqual(yield* order(result.access_token), 422)
      }
      for (const authorizationMethod of ["header", "body"] as const) {
        const simple = new ClientCredentials({
          client: { id: client.client_id, secret: client.client_secret },
          auth: { tokenHost: origin },
          options: { authorizationMethod }
        })
        const { token } = yield* Effect.promise(() => simple.getToken({ scope: ["orders_write", "contacts_read"] }))
        assert.strictEqual(token["scope"], "orders_write contacts_read")
        assert.strictEqual(yield* order(String(token["access_token"])), 422)
      }
    })
  )

  it.effect("answers by RFC 6749, with rate headers and Cache-Control: no-store", () =>
    Effect.gen(function* () {
      const { client } = yield* application(["orders_write", "contacts_read"], "answers")
      const answer = yield* exchange({ grant_type, ...client })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      assert.isNotNull(answer.headers.get("x-ratelimit-remaining-minute"))
      const { access_token, created_at, ...rest } = answer.json
      assert.match(access_token, /^access_[\w-]{43}$/)
      assert.isTrue(Number.isInteger(created_at))
      assert.deepStrictEqual(rest, { token_type: "Bearer", expires_in: 7200, scope: "contacts_read orders_write" })
      const alias = yield* exchange({ grant_type, ...client, scopes: "contacts_read" })
      assert.strictEqual(alias.json.scope, "contacts_read")
      assert.strictEqual(yield* order(alias.json.access_token), 403)
    })
  )

  it.effect("refuses each invalid request with its own code", () =>
    Effect.gen(function* () {
      const { client } = yield* application(["orders_write"], "refusals")
      const { client: bare } = yield* application([], "bare")
      const basic = { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` }
      const wrong = { ...client, client_secret: "wrong" }
      const cases: ReadonlyArray<readonly [string, number, string, Parameters<typeof exchange>]> = [
        ["wrong secret", 401, "invalid_client", [{ grant_type, ...wrong }]],
        ["unknown client", 401, "invalid_client", [{ grant_type, ...client, client_id: `client_${"0".repeat(32)}` }]],
        ["no client", 401, "invalid_client", [{ grant_type }]],
        ["malformed Basic", 401, "invalid_client", [{ grant_type }, { authorization: "Basic !" }]],
        ["both ways", 422, "validation_failed", [{ grant_type, ...client }, basic]],
        ["no scope enabled", 400, "invalid_scope", [{ grant_type, ...bare }]],
        ["scope not enabled", 400, "invalid_scope", [{ grant_type, ...client, scope: "orders_write contacts_read" }]],
        ["unknown scope", 400, "invalid_scope", [{ grant_type, ...client, scope: "admin" }]],
        ["other grant", 422, "validation_failed", [{ ...client, grant_type: "password" }]],
        ["repeated field", 422, "validation_failed", ["grant_type=client_credentials&grant_type=client_credentials"]],
        ["JSON", 415, "validation_failed", ["{}", { "content-type": "application/json" }]]
      ]
      for (const [name, status, code, call] of cases) {
        const answer = yield* exchange(...call)
        assert.deepStrictEqual([name, answer.status, answer.json.error.code], [name, status, code])
        assert.isNotNull(answer.headers.get("x-ratelimit-limit-minute"), name)
      }
      assert.strictEqual((yield* exchange({ grant_type }, basic)).status, 200)
      const get = yield* send(`${yield* Origin}/oauth/token`)
      assert.deepStrictEqual([get.status, get.headers.get("allow")], [405, "POST"])
    })
  )

  it.effect("gives tokens that lose scopes and end with their application", () =>
    Effect.gen(function* () {
      const { call, path, client } = yield* application(["orders_write", "contacts_read"], "narrowed")
      const token = String((yield* exchange({ grant_type, ...client })).json.access_token)
      assert.strictEqual(yield* order(token), 422)
      yield* call("PATCH", path, { scopes: ["contacts_read"] })
      assert.strictEqual(yield* order(token), 403)
      yield* call("PATCH", path, { scopes: ["contacts_read", "orders_write", "events_write"] })
      assert.strictEqual(yield* order(token), 422)

      const renewed = yield* call("POST", `${path}/secret`)
      assert.strictEqual((yield* exchange({ grant_type, ...client })).status, 401)
      const now = { ...client, client_secret: String(renewed.json.data.client_secret) }
      assert.deepStrictEqual((yield* call("POST", `${path}/revoke`)).json.data, { revoked: 1 })
      assert.strictEqual(yield* order(token), 401)

      const last = String((yield* exchange({ grant_type, ...now })).json.access_token)
      assert.strictEqual(yield* contacts(last), 200)
      assert.strictEqual((yield* call("DELETE", path)).status, 200)
      assert.strictEqual(yield* contacts(last), 401)
      assert.strictEqual((yield* exchange({ grant_type, ...now })).status, 401)
      assert.strictEqual((yield* call("POST", `${path}/revoke`)).status, 404)
    })
  )

  it.effect("has applications that start without scopes and show their secret once", () =>
    Effect.gen(function* () {
      const { call, account } = yield* operatorBrowser
      const made = yield* call("POST", `/accounts/${account}/apps`, { name: "Bare" })
      const { client_secret, ...shown } = made.json.data
      assert.match(client_secret, /^secret_[\w-]{43}$/)
      assert.deepStrictEqual(shown.scopes, [])
      const list = yield* call("GET", `/accounts/${account}/apps`)
      assert.deepStrictEqual(list.json.data[0], shown)
    })
  )
})
