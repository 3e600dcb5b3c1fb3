import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket, Origin, post, send, newClientAddress } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"

const form = { "content-type": "application/x-www-form-urlencoded" }

onEitherOverSocket("a secret of one kind", (it) => {
  it.effect("is not accepted as another kind of credential", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { call, cookie, boss, account } = yield* ownerBrowser("kinds")
      yield* boss.call("PATCH", `/accounts/${account}`, { limits: { per_minute: 10_000 } })
      const path = `/accounts/${account}`
      const made = (where: string, members: unknown) =>
        Effect.map(call("POST", path + where, members), ({ json }) => json.data)
      const token = (yield* made("/tokens", { name: "a", scopes: Scope.literals })).token
      const app = yield* made("/apps", { name: "a", scopes: Scope.literals })
      const exchange = (id: string, secret: string) =>
        send(`${origin}/oauth/token`, {
          method: "POST",
          headers: { ...form, ...newClientAddress() },
          body: new URLSearchParams({
            grant_type: "client_credentials",
            client_id: id,
            client_secret: secret
          }).toString()
        })
      const integration = yield* made("/integrations", { store_name: "a", store_url: "https://a.example" })
      const invited = yield* made("/users", { email: "kinds-guest@example.com", role: "member" })
      const hooks = (yield* call("GET", `${path}/hooks`)).json.data
      const secrets: Record<string, string> = {
        "API token": token,
        "access token": (yield* exchange(app.client_id, app.client_secret)).json.access_token,
        "client secret": app.client_secret,
        "client id": app.client_id,
        "integration token": integration.token,
        session: cookie().split("=")[1] ?? "",
        invitation: String(invited.link).split("#")[1] ?? "",
        "SMS hook": String(hooks.sms_url).split("/").at(-1) ?? "",
        "e-mail hook": String(hooks.email_url).split("/").at(-1) ?? "",
        "webhook secret": hooks.webhook_secret
      }
      assert.strictEqual(new Set(Object.values(secrets)).size, Object.keys(secrets).length)
      const uses: Record<
        string,
        { readonly own: ReadonlyArray<string>; readonly use: (secret: string) => Effect.Effect<boolean> }
      > = {
        bearer: {
          own: ["API token", "access token"],
          use: (secret) =>
            Effect.map(
              send(`${origin}/v1/account`, { headers: { authorization: `Bearer ${secret}`, ...newClientAddress() } }),
              ({ status }) => status !== 401
            )
        },
        client: {
          own: ["client secret"],
          use: (secret) => Effect.map(exchange(app.client_id, secret), ({ status }) => status !== 401)
        },
        integration: {
          own: ["integration token"],
          use: (secret) =>
            Effect.map(
              post(`${origin}/v1/orders/placed`, token, orderBody(), { "x-service-integration-token": secret }),
              ({ status }) => status !== 422
            )
        },
        session: {
          own: ["session"],
          use: (secret) =>
            Effect.map(
              send(`${origin}/dashboard/api/session`, { headers: { cookie: `session=${secret}` } }),
              ({ status }) => status !== 401
            )
        },
        "SMS hook": {
          own: ["SMS hook"],
          use: (secret) =>
            Effect.map(
              send(`${origin}/hooks/sms/${secret}`, {
                method: "POST",
                headers: { ...form, ...newClientAddress() },
                body: "Body=x"
              }),
              ({ status }) => status !== 404
            )
        },
        "e-mail hook": {
          own: ["e-mail hook"],
          use: (secret) =>
            Effect.map(
              post(`${origin}/hooks/email/${secret}`, null, {}, newClientAddress()),
              ({ status }) => status !== 404
            )
        },
        "set-up link": {
          own: ["invitation"],
          use: (secret) =>
            Effect.map(
              post(`${origin}/dashboard/api/setup`, null, {
                secret,
                email: "kinds-guest@example.com",
                password: "long enough"
              }),
              ({ status }) => status !== 422
            )
        }
      }
      for (const [place, { own, use }] of Object.entries(uses)) {
        for (const [kind, secret] of Object.entries(secrets)) {
          assert.strictEqual(yield* use(secret), own.includes(kind), `${kind} as ${place}`)
        }
      }
    })
  )

  it.effect("has guesses limited by client address over all kinds, and still works from other addresses", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { call, boss, account } = yield* ownerBrowser("guessed")
      yield* boss.call("PATCH", `/accounts/${account}`, { limits: { per_minute: 10_000 } })
      const app = (yield* call("POST", `/accounts/${account}/apps`, { name: "a", scopes: ["contacts_read"] })).json.data
      const guess = (client_id: string, headers: Record<string, string>, secret = "secret_x") =>
        send(`${origin}/oauth/token`, {
          method: "POST",
          headers: { ...form, ...headers },
          body: `grant_type=client_credentials&client_id=${client_id}&client_secret=${secret}`
          // A busy machine may refuse a guess with 503, which is sent again.
        }).pipe(Effect.repeat({ while: ({ status }) => status === 503, times: 10 }))
      const statuses = (count: number, one: Effect.Effect<{ readonly status: number }>) =>
        Effect.map(
          Effect.forEach(Array.from({ length: count }), () => one, { concurrency: 8 }),
          (answers) => new Set(answers.map(({ status }) => status))
        )
      // Failed guesses at a client id do not lock out its owner: the budget of each address limits guessing.
      const elsewhere = yield* statuses(
        130,
        Effect.suspend(() => guess(app.client_id, newClientAddress()))
      )
      assert.deepStrictEqual([...elsewhere], [401])
      const guesser = newClientAddress()
      // At most two windows, since a minute may end in between.
      const byOne = yield* statuses(
        130,
        Effect.suspend(() => guess(app.client_id, guesser))
      )
      assert.deepStrictEqual([...byOne].sort(), [401, 429])
      assert.strictEqual((yield* guess(app.client_id, newClientAddress(), app.client_secret)).status, 200)
      const address = newClientAddress()
      const byAddress = yield* statuses(
        130,
        Effect.suspend(() => guess(`client_${"0".repeat(32)}`, address))
      )
      assert.deepStrictEqual([...byAddress].sort(), [401, 429])
    })
  )
})
