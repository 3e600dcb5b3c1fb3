import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { browser, ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { onEitherOverSocket, Origin, OriginLayer, post, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"

/** A member of an account who created a token and an application. */
const maker = Effect.fnUntraced(function* (name: string) {
  const owner = yield* ownerBrowser(name)
  const users = `/accounts/${owner.account}/users`
  const credentials = { email: `maker.${name}@example.com`, password: "long enough" }
  const invited = yield* owner.call("POST", users, { email: credentials.email, role: "owner" })
  const member = yield* browser
  const secret = String(invited.json.data.link).split("#")[1]
  assert.strictEqual((yield* member.call("POST", "/setup", { ...credentials, secret })).status, 200)
  const scopes = ["contacts_read"]
  const make = Effect.fnUntraced(function* (account: string) {
    const token = yield* member.call("POST", `/accounts/${account}/tokens`, { name: "Kept", scopes })
    const app = yield* member.call("POST", `/accounts/${account}/apps`, { name: "Kept", scopes })
    return { token: String(token.json.data.token), app: app.json.data }
  })
  const row = Effect.map(owner.call("GET", users), ({ json }) =>
    json.data.find(({ email }: { readonly email: string }) => email === credentials.email)
  )
  return { owner, users, member, credentials, make, row }
})

const statusOf = Effect.fnUntraced(function* (token: string) {
  return (yield* send(`${yield* Origin}/v1/contacts`, { headers: { authorization: `Bearer ${token}` } })).status
})

const exchange = Effect.fnUntraced(function* (app: { readonly client_id: string; readonly client_secret: string }) {
  return yield* send(`${yield* Origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: app.client_id,
      client_secret: app.client_secret
    }).toString()
  })
})

onEither("credentials shown to a member", OriginLayer, (it) => {
  it.effect("name the member, and are revoked on request when the member is removed, in subaccounts too", () =>
    Effect.gen(function* () {
      const { owner, users, credentials, make, row } = yield* maker("revoking")
      const part = yield* owner.call("POST", `/accounts/${owner.account}/subaccounts`, { name: "Part" })
      const made = [yield* make(owner.account), yield* make(String(part.json.data.id))]
      const own = yield* owner.call("POST", `/accounts/${owner.account}/tokens`, {
        name: "Own",
        scopes: ["contacts_read"]
      })
      const tokens = yield* owner.call("GET", `/accounts/${owner.account}/tokens`)
      assert.deepStrictEqual(
        tokens.json.data.map(({ name, created_by }: Readonly<Record<string, string>>) => [name, created_by]).toSorted(),
        [
          ["Kept", credentials.email],
          ["Own", owner.owner.email]
        ]
      )
      const apps = yield* owner.call("GET", `/accounts/${owner.account}/apps`)
      assert.strictEqual(apps.json.data[0].secret_created_by, credentials.email)
      const access = String((yield* exchange(made[0]!.app)).json.access_token)

      const { id, credentials: count } = yield* row
      assert.strictEqual(count, 4)
      const removed = yield* owner.call("DELETE", `${users}/${id}?revoke_credentials=true`)
      assert.deepStrictEqual([removed.status, removed.json.data.revoked], [200, 4])
      for (const { token, app } of made) {
        assert.strictEqual(yield* statusOf(token), 401)
        assert.strictEqual((yield* exchange(app)).status, 401)
      }
      assert.strictEqual(yield* statusOf(access), 401)
      assert.strictEqual(yield* statusOf(String(own.json.data.token)), 200)

      // The application stays, and works again with a new secret.
      const path = `/accounts/${owner.account}/apps/${made[0]?.app.id}`
      assert.isFalse((yield* owner.call("GET", `/accounts/${owner.account}/apps`)).json.data[0].has_secret)
      const renewed = (yield* owner.call("POST", `${path}/secret`)).json.data
      assert.deepStrictEqual([renewed.has_secret, renewed.secret_created_by], [true, owner.owner.email])
      assert.strictEqual((yield* exchange(renewed)).status, 200)
    })
  )

  it.effect(
    "are listed one by one, with the tokens of stores, the addresses and the secret, and revoked as named",
    () =>
      Effect.gen(function* () {
        const { owner, users, member, make, row } = yield* maker("naming")
        const { account } = owner
        const { token, app } = yield* make(account)
        const store = (name: string) => ({ store_name: name, store_url: "https://shop.example" })
        const theirs = (yield* member.call("POST", `/accounts/${account}/integrations`, store("Theirs"))).json.data
        const own = (yield* owner.call("POST", `/accounts/${account}/integrations`, store("Own"))).json.data
        const rotated = yield* owner.call("POST", `/accounts/${account}/integrations/${own.id}/rotate`)
        yield* member.call("POST", `/accounts/${account}/hooks/rotate`)
        yield* member.call("POST", `/accounts/${account}/hooks/secret`)
        const hooks = (yield* owner.call("GET", `/accounts/${account}/hooks`)).json.data

        const { id } = yield* row
        const listed = (yield* owner.call("GET", `${users}/${id}/credentials`)).json
        assert.deepStrictEqual(
          listed.data.map(({ kind, name }: Readonly<Record<string, string>>) => [kind, name]),
          [
            ["token", "Kept"],
            ["app_secret", "Kept"],
            ["integration_token", "Theirs"],
            ["hook_addresses", "naming"],
            ["webhook_secret", "naming"]
          ]
        )
        assert.strictEqual(listed.total, 5)
        const ids = listed.data.map((each: { readonly id: string }) => each.id)
        const some = [ids[1], ids[2], ids[3], own.id, "tok_unknown"].join(",")
        assert.strictEqual((yield* owner.call("DELETE", `${users}/${id}?revoke_credentials=;`)).status, 422)
        const removed = yield* owner.call("DELETE", `${users}/${id}?revoke_credentials=${some}`)
        assert.deepStrictEqual([removed.status, removed.json.data.revoked], [200, 3])

        assert.strictEqual(yield* statusOf(token), 200)
        assert.strictEqual((yield* exchange(app)).status, 401)
        const revealed = (integration: string) =>
          Effect.map(
            owner.call("POST", `/accounts/${account}/integrations/${integration}/reveal`),
            ({ json }) => json.data.token
          )
        assert.notStrictEqual(yield* revealed(theirs.id), theirs.token)
        assert.strictEqual(yield* revealed(own.id), rotated.json.data.token)
        const now = (yield* owner.call("GET", `/accounts/${account}/hooks`)).json.data
        assert.notStrictEqual(now.email_url, hooks.email_url)
        assert.strictEqual(now.webhook_secret, hooks.webhook_secret)
        assert.strictEqual((yield* owner.call("GET", `${users}/${id}/credentials`)).status, 404)
      })
  )

  it.effect("keep working otherwise, and those of other members are not changed", () =>
    Effect.gen(function* () {
      const { owner, users, make, row } = yield* maker("keeping")
      const { token, app } = yield* make(owner.account)
      const removed = yield* owner.call("DELETE", `${users}/${(yield* row).id}`)
      assert.strictEqual(removed.json.data.revoked, 0)
      assert.strictEqual(yield* statusOf(token), 200)
      assert.strictEqual((yield* exchange(app)).status, 200)
    })
  )
})

onEitherOverSocket("hook addresses and the webhook secret", (it) => {
  it.effect("rotate for one account: old addresses answer 404, links in sent mails keep working", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("rotating")
      const other = yield* ownerBrowser("still")
      const origin = yield* Origin
      const here = (url: string) => `${origin}${new URL(url).pathname}`
      const report = { type: "complaint", email: "nobody@example.com" }
      const text = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "Body=hi" }
      const answers = Effect.fnUntraced(function* (hooks: Readonly<Record<string, string>>) {
        const [email, sms] = [
          yield* post(here(hooks["email_url"] ?? ""), null, report),
          yield* send(here(hooks["sms_url"] ?? ""), text)
        ]
        return [email.status, sms.status]
      })
      const old = (yield* call("GET", `/accounts/${account}/hooks`)).json.data
      const foreign = (yield* other.call("GET", `/accounts/${other.account}/hooks`)).json.data
      assert.deepStrictEqual(yield* answers(old), [200, 200])
      const rotated = yield* call("POST", `/accounts/${account}/hooks/rotate`)
      assert.strictEqual(rotated.status, 200)
      const hooks = rotated.json.data
      assert.strictEqual(hooks.webhook_secret, old.webhook_secret)
      assert.deepStrictEqual(yield* answers(old), [404, 404])
      assert.deepStrictEqual(yield* answers(hooks), [200, 200])
      assert.deepStrictEqual(yield* answers(foreign), [200, 200])
      assert.deepStrictEqual((yield* call("GET", `/accounts/${account}/hooks`)).json.data, hooks)
      const again = (yield* call("POST", `/accounts/${account}/hooks/rotate`)).json.data
      assert.deepStrictEqual(
        [yield* answers(hooks), yield* answers(again)],
        [
          [404, 404],
          [200, 200]
        ]
      )

      const unsubscribe = here(links.sign("unsubscribe", [account, "msg_0"]))
      assert.strictEqual((yield* send(unsubscribe)).status, 200)
      const click = here(links.sign("click", [account, "msg_0", "https://shop.example/"]))
      assert.strictEqual((yield* send(click, { redirect: "manual" })).status, 302)
    })
  )

  it.effect("the secret rotates apart from the addresses", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("signing")
      const old = (yield* call("GET", `/accounts/${account}/hooks`)).json.data
      const hooks = (yield* call("POST", `/accounts/${account}/hooks/secret`)).json.data
      assert.notStrictEqual(hooks.webhook_secret, old.webhook_secret)
      assert.match(hooks.webhook_secret, /^whsec_[\w+/]{43}=$/)
      assert.deepStrictEqual([hooks.sms_url, hooks.email_url], [old.sms_url, old.email_url])
      assert.deepStrictEqual((yield* call("GET", `/accounts/${account}/hooks`)).json.data, hooks)
    })
  )
})
