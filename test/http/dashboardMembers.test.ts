import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { browser, ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"

/** An owner with a call to invite. */
const inviter = Effect.fnUntraced(function* (name: string) {
  const owner = yield* ownerBrowser(name)
  const users = `/accounts/${owner.account}/users`
  const invite = (email: string, role = "member") =>
    Effect.map(owner.call("POST", users, { email, role }), ({ status, json }) => ({
      status,
      id: String(json.data?.id),
      secret: String(json.data?.link).split("#")[1]
    }))
  return { ...owner, users, invite }
})

type Person = Readonly<Record<string, string>>

const byEmail = (people: ReadonlyArray<Person>) =>
  people.toSorted((one, other) => ((one["email"] ?? "") < (other["email"] ?? "") ? -1 : 1))

onEither("users of an account", OriginLayer, (it) => {
  it.effect("join by a link that works once, and lose access at once when removed", () =>
    Effect.gen(function* () {
      const { call, users, account, invite } = yield* inviter("inviting")
      const { secret } = yield* invite("new@example.com")
      const guest = yield* browser
      const input = { secret, email: "new@example.com", password: "long enough" }
      assert.strictEqual((yield* guest.call("POST", "/setup", { ...input, email: "else@example.com" })).status, 422)
      assert.strictEqual((yield* guest.call("POST", "/setup", input)).status, 200)
      assert.strictEqual((yield* guest.call("GET", `/accounts/${account}/tokens`)).status, 200)
      assert.strictEqual((yield* (yield* browser).call("POST", "/setup", input)).status, 422)
      assert.strictEqual((yield* guest.call("POST", users, { email: "x@example.com", role: "member" })).status, 403)
      const data = byEmail((yield* guest.call("GET", users)).json.data)
      assert.deepStrictEqual(
        data.map(({ email, role, status }) => [email, role, status]),
        [
          ["inviting@example.com", "owner", "active"],
          ["new@example.com", "member", "active"]
        ]
      )
      assert.strictEqual((yield* call("DELETE", `${users}/${data[1]?.["id"]}`)).status, 200)
      assert.strictEqual((yield* guest.call("GET", `/accounts/${account}/tokens`)).status, 404)
    })
  )

  it.effect("with a password keep it when they accept an invitation: the link sets no other", () =>
    Effect.gen(function* () {
      const { account, invite } = yield* inviter("host")
      const existingUser = yield* ownerBrowser("known")
      const { secret } = yield* invite(existingUser.owner.email, "owner")
      assert.strictEqual((yield* existingUser.call("GET", `/accounts/${account}`)).status, 404)
      const guest = yield* browser
      const input = { secret, email: existingUser.owner.email }
      assert.strictEqual((yield* guest.call("POST", "/setup", { ...input, password: "a new password" })).status, 401)
      assert.strictEqual(
        (yield* guest.call("POST", "/setup", { ...input, password: existingUser.owner.password })).status,
        200
      )
      assert.strictEqual((yield* guest.call("GET", `/accounts/${account}`)).status, 200)
      const pending = yield* existingUser.boss.call("POST", "/accounts", {
        name: "P",
        owner: { email: "pending@example.com" }
      })
      assert.strictEqual(pending.status, 201)
      // Before the operator's link is used, a link of another account gives access to that account only.
      const trap = yield* invite("pending@example.com")
      const taken = { secret: trap.secret, email: "pending@example.com", password: "long enough" }
      assert.strictEqual((yield* guest.call("POST", "/setup", taken)).status, 200)
      assert.strictEqual((yield* guest.call("GET", `/accounts/${account}`)).status, 200)
      assert.strictEqual((yield* guest.call("GET", `/accounts/${pending.json.data.id}`)).status, 404)
    })
  )

  it.effect("always include an owner, also when owners demote each other concurrently", () =>
    Effect.gen(function* () {
      const { call, users, invite } = yield* inviter("first")
      const [me] = (yield* call("GET", users)).json.data
      assert.strictEqual((yield* call("DELETE", `${users}/${me.id}`)).status, 422)
      assert.strictEqual((yield* call("PATCH", `${users}/${me.id}`, { role: "member" })).status, 422)
      const { secret } = yield* invite("second@example.com", "owner")
      const second = yield* browser
      yield* second.call("POST", "/setup", { secret, email: "second@example.com", password: "long enough" })
      const other = (yield* call("GET", users)).json.data.find(({ id }: Person) => id !== me.id)
      const raced = yield* Effect.all(
        [
          call("PATCH", `${users}/${me.id}`, { role: "member" }),
          second.call("PATCH", `${users}/${other.id}`, { role: "member" })
        ],
        { concurrency: 2 }
      )
      assert.strictEqual(raced.filter(({ status }) => status === 200).length, 1)
      const owners = (yield* call("GET", users)).json.data.filter(({ role }: Person) => role === "owner")
      assert.strictEqual(owners.length, 1)
    })
  )

  it.effect("can be invited again, which ends the earlier link, or have their invitation withdrawn", () =>
    Effect.gen(function* () {
      const { call, users, invite } = yield* inviter("again")
      const first = yield* invite("late@example.com")
      const again = yield* invite("late@example.com")
      const guest = yield* browser
      const input = { email: "late@example.com", password: "long enough" }
      assert.strictEqual((yield* guest.call("POST", "/setup", { ...input, secret: first.secret })).status, 422)
      assert.strictEqual((yield* call("DELETE", `${users}/${again.id}`)).json.data.status, "invited")
      assert.strictEqual((yield* guest.call("POST", "/setup", { ...input, secret: again.secret })).status, 422)
      assert.strictEqual((yield* invite("again@example.com")).status, 422)
    })
  )
})
