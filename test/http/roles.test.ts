import { assert, describe, it as test } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type CallerRole, mayCall } from "../../src/domain/accounts/AccountRole.ts"
import { browser, ownerBrowser } from "../support/browser/dashboard.ts"
import { rowsOf } from "../support/database/rows.ts"
import { declaredRoles } from "../support/http/declaredRoles.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

/** All endpoints of the dashboard that a member may not call. Every other one of an account is a member's. */
const beyondMembers: Readonly<Record<string, CallerRole>> = {
  "accounts.change": "owner",
  "accounts.open": "operator",
  "subaccounts.create": "owner",
  "members.invite": "owner",
  "members.change": "owner",
  "members.reset": "owner",
  "members.remove": "owner",
  "members.credentials": "owner",
  "tokens.create": "owner",
  "tokens.renew": "owner",
  "tokens.revoke": "owner",
  "apps.create": "owner",
  "apps.change": "owner",
  "apps.remove": "owner",
  "apps.regenerate": "owner",
  "apps.revoke": "owner",
  "integrations.create": "owner",
  "integrations.change": "owner",
  "integrations.disconnect": "owner",
  "integrations.reveal": "owner",
  "integrations.rotate": "owner",
  "hooks.read": "owner",
  "hooks.rotateAddresses": "owner",
  "hooks.rotateSecret": "owner",
  "hooks.setKey": "owner",
  "hooks.removeKey": "owner",
  "sender.change": "owner",
  "sender.checkTracking": "owner",
  "sender.createKey": "owner",
  "sender.removeKey": "owner",
  "sender.test": "owner",
  "senders.create": "owner",
  "senders.change": "owner",
  "senders.remove": "owner",
  "senders.createKey": "owner",
  "senders.removeKey": "owner",
  "senders.test": "owner",
  "sendingLimits.set": "owner",
  "site.set": "owner",
  "forms.setTexts": "owner",
  "messages.lift": "owner",
  "testClock.mark": "operator",
  "testClock.advance": "operator"
}
const withoutSession = new Set(["session.signIn", "session.forgotten", "session.setUp"])

describe("every endpoint of the dashboard", () => {
  test("declares one role: what concerns credentials, people, money and settings is the owners'", () => {
    const expected = ({ name, path }: (typeof declaredRoles)[number]): CallerRole =>
      withoutSession.has(name) ? "anyone" : (beyondMembers[name] ?? (path.includes(":account") ? "member" : "user"))
    const names = new Set(declaredRoles.map(({ name }) => name))
    assert.deepStrictEqual(
      declaredRoles.map(({ name, role }) => [name, role]),
      declaredRoles.map((endpoint) => [endpoint.name, expected(endpoint)])
    )
    assert.deepStrictEqual(
      Object.keys(beyondMembers).filter((name) => !names.has(name)),
      []
    )
  })

  test("has the middleware that checks its role", () => {
    for (const { name, path, role, middleware } of declaredRoles) {
      const needed = [
        ...(role === "anyone" ? [] : ["tally/api/dashboard/SignedIn"]),
        ...(path.includes(":account") ? ["tally/api/dashboard/AccountAccess"] : [])
      ]
      assert.includeMembers([...middleware], needed, name)
    }
  })
})

/** A signed-in member of an account. */
const memberOf = Effect.fnUntraced(function* (
  { call, account }: Pick<Effect.Success<ReturnType<typeof ownerBrowser>>, "call" | "account">,
  email: string
) {
  const invited = yield* call("POST", `/accounts/${account}/users`, { email, role: "member" })
  const guest = yield* browser
  const secret = String(invited.json.data.link).split("#")[1]
  assert.strictEqual((yield* guest.call("POST", "/setup", { secret, email, password: "long enough" })).status, 200)
  return guest
})

onEitherOverSocket("every endpoint of the dashboard, called by each role", (it) => {
  it.effect("is refused below its role, changing nothing, and open from it on, in subaccounts too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const owner = yield* ownerBrowser("owning")
      const guest = yield* memberOf(owner, "guest.owning@example.com")
      const part = (yield* owner.call("POST", `/accounts/${owner.account}/subaccounts`, { name: "Part" })).json.data.id
      // Without an address nothing is looked up in DNS.
      yield* sql`DELETE FROM senders`
      const callers = [
        ["anyone", yield* browser],
        ["user", yield* ownerBrowser("stranger")],
        ["member", guest],
        ["owner", owner],
        ["operator", owner.boss]
      ] as const
      // A call that removes something comes after those that need it.
      const endpoints = declaredRoles.toSorted(
        (one, other) => +(one.method === "DELETE") - +(other.method === "DELETE")
      )
      for (const account of [owner.account, String(part)]) {
        const statusFor = (
          { call }: Pick<typeof owner, "call">,
          { method, path }: Pick<(typeof declaredRoles)[number], "method" | "path">
        ) => {
          const at = path
            .replace("/dashboard/api", "")
            .replace(":account", account)
            .replace(":provider", "mailgun")
            .replace(":version", "1")
            .replaceAll(/:\w+/g, "none")
          return Effect.map(call(method, at, method === "GET" ? undefined : {}), ({ status }) => status)
        }
        const before = yield* rowsOf(account)
        for (const endpoint of endpoints.filter(({ name }) => name in beyondMembers))
          assert.strictEqual(yield* statusFor(guest, endpoint), 403, endpoint.name)
        assert.deepStrictEqual(yield* rowsOf(account), before)
        for (const [at, endpoint] of endpoints.entries()) {
          const { name, path, role } = endpoint
          // The role in a subaccount comes of one statement: two callers for each endpoint there, in turn.
          const calling =
            account === owner.account ? callers : callers.filter((_, place) => (place + at) % callers.length < 2)
          for (const [held, caller] of calling) {
            if (name === "session.signOut" && held !== "anyone") continue
            const status = yield* statusFor(caller, endpoint)
            const isStranger = held === "user" && path.includes(":account")
            const label = `${name} by ${held}: ${status}`
            if (role === null || mayCall(held, role)) assert.notInclude([401, 403], status, label)
            else assert.strictEqual(status, held === "anyone" ? 401 : isStranger ? 404 : 403, label)
          }
        }
      }
    })
  )

  it.effect("tells each caller the role that they have in an account and in its subaccounts", () =>
    Effect.gen(function* () {
      const owner = yield* ownerBrowser("telling")
      const guest = yield* memberOf(owner, "guest.telling@example.com")
      yield* owner.call("POST", `/accounts/${owner.account}/subaccounts`, { name: "Part" })
      const rolesOf = ({ call }: Pick<typeof owner, "call">) =>
        Effect.map(call("GET", "/accounts?per_page=2"), ({ json }) =>
          json.data.map(({ role }: { readonly role: string }) => role)
        )
      assert.deepStrictEqual(yield* rolesOf(owner), ["owner", "owner"])
      assert.deepStrictEqual(yield* rolesOf(guest), ["member", "member"])
      assert.deepStrictEqual(yield* rolesOf(owner.boss), ["operator", "operator"])
      assert.strictEqual((yield* guest.call("GET", "/session")).json.data.accounts[0].role, "member")
      assert.strictEqual((yield* guest.call("GET", `/accounts/${owner.account}`)).json.data.role, "member")
    })
  )
})
