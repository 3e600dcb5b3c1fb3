import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browser, operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

type Call = Effect.Success<typeof browser>["call"]

const secretIn = (link: unknown) => String(link).split("#")[1] ?? ""

/** Invites an address and returns the secret of the link shown to the owner. */
const inviteBy = (call: Call, account: string, email: string, role = "member") =>
  Effect.map(call("POST", `/accounts/${account}/users`, { email, role }), ({ json }) => ({
    id: String(json.data.id),
    secret: secretIn(json.data.link)
  }))

/** An owner who invited a foreign address, used the link and set the password; `leave` removes that user. */
const impostor = Effect.fnUntraced(function* (name: string) {
  const attacker = yield* ownerBrowser(name)
  const credentials = { email: `victim.of.${name}@example.com`, password: "the impostor knows" }
  const { secret } = yield* inviteBy(attacker.call, attacker.account, credentials.email)
  const session = yield* browser
  assert.strictEqual((yield* session.call("POST", "/setup", { ...credentials, secret })).status, 200)
  const users = `/accounts/${attacker.account}/users`
  const idOf = Effect.map(
    attacker.call("GET", users),
    ({ json }) => json.data.find(({ email }: { readonly email: string }) => email === credentials.email).id
  )
  const leave = Effect.gen(function* () {
    assert.strictEqual((yield* attacker.call("DELETE", `${users}/${yield* idOf}`)).status, 200)
  })
  /** Whether the impostor reaches the account by session or password. */
  const reaches = Effect.fnUntraced(function* (account: string) {
    const again = yield* browser
    yield* again.call("POST", "/session", credentials)
    const found = yield* Effect.forEach([session, again], ({ call }) => call("GET", `/accounts/${account}`))
    return found.some(({ status }) => status === 200)
  })
  return { attacker, credentials, session, leave, reaches, idOf }
})

/** An account that the operator opens for an address. */
const openFor = Effect.fnUntraced(function* (email: string) {
  const boss = yield* operatorBrowser
  const { status, json } = yield* boss.call("POST", "/accounts", { name: "Real business", owner: { email } })
  assert.strictEqual(status, 201)
  return { account: String(json.data.id), secret: secretIn(json.data.setup_link) }
})

onEitherOverSocket("an address is proven by a link used after access was granted", (it) => {
  for (const stays of [false, true]) {
    it.effect(
      `${stays ? "a member" : "somebody removed"} who set its password elsewhere gets no business opened for it`,
      () =>
        Effect.gen(function* () {
          const { credentials, leave, reaches } = yield* impostor(stays ? "staying" : "leaving")
          if (!stays) yield* leave
          const { account, secret } = yield* openFor(credentials.email)
          assert.isFalse(yield* reaches(account))

          const victim = yield* browser
          // The old password is refused even with the link, since the impostor knows it.
          const same = yield* victim.call("POST", "/setup", { ...credentials, secret })
          assert.deepStrictEqual([same.status, same.json.error.details[0]?.field], [422, "new_password"])
          const own = { email: credentials.email, password: "only the victim knows" }
          assert.strictEqual((yield* victim.call("POST", "/setup", { ...own, secret })).status, 200)
          assert.strictEqual((yield* victim.call("GET", `/accounts/${account}`)).status, 200)
          assert.isFalse(yield* reaches(account))
        })
    )
  }

  it.effect("nor an account opened with a password, which replaces theirs", () =>
    Effect.gen(function* () {
      const { credentials, leave, reaches } = yield* impostor("given")
      const boss = yield* operatorBrowser
      const owner = { email: credentials.email, password: "the operator chose it" }
      assert.strictEqual((yield* boss.call("POST", "/accounts", { name: "B", owner })).status, 422)
      yield* leave
      const { status, json } = yield* boss.call("POST", "/accounts", { name: "B", owner })
      assert.deepStrictEqual([status, json.data.setup_link, json.data.mailed], [201, null, false])
      assert.isFalse(yield* reaches(json.data.id))
      const victim = yield* browser
      assert.strictEqual((yield* victim.call("POST", "/session", owner)).status, 200)
      assert.strictEqual((yield* victim.call("GET", `/accounts/${json.data.id}`)).status, 200)
    })
  )

  it.effect("nor a grant of another owner: accepting it needs the old password and sets a new one", () =>
    Effect.gen(function* () {
      const { credentials, reaches } = yield* impostor("shared")
      const host = yield* ownerBrowser("sharing-host")
      const { secret } = yield* inviteBy(host.call, host.account, credentials.email)
      const victim = yield* browser
      const wrong = { email: credentials.email, secret, password: "some other password" }
      assert.strictEqual((yield* victim.call("POST", "/setup", wrong)).status, 401)
      assert.strictEqual((yield* victim.call("POST", "/setup", { ...credentials, secret })).status, 422)
      const chosen = { ...credentials, secret, new_password: "only the victim knows" }
      assert.strictEqual((yield* victim.call("POST", "/setup", chosen)).status, 200)
      assert.strictEqual((yield* victim.call("GET", `/accounts/${host.account}`)).status, 200)
      assert.isFalse(yield* reaches(host.account))
    })
  )

  it.effect("an impostor's link used concurrently with the victim's gains no access", () =>
    Effect.gen(function* () {
      const { attacker, credentials, reaches, idOf } = yield* impostor("racing")
      const { account, secret } = yield* openFor(credentials.email)
      const reset = yield* attacker.call("POST", `/accounts/${attacker.account}/users/${yield* idOf}/password-reset`)
      const [victim, thief] = [yield* browser, yield* browser]
      const own = { email: credentials.email, password: "only the victim knows", secret }
      yield* Effect.all(
        [
          thief.call("POST", "/setup", { ...credentials, secret: secretIn(reset.json.data.link) }),
          victim.call("POST", "/setup", own)
        ],
        { concurrency: 2 }
      )
      assert.strictEqual((yield* victim.call("GET", `/accounts/${account}`)).status, 200)
      assert.include([401, 404], (yield* thief.call("GET", `/accounts/${account}`)).status)
      assert.isFalse(yield* reaches(account))
    })
  )

  it.effect("a member with a proven address accepts while signed in, and keeps access elsewhere", () =>
    Effect.gen(function* () {
      const existingUser = yield* ownerBrowser("proven")
      const host = yield* ownerBrowser("proven-host")
      const { secret } = yield* inviteBy(host.call, host.account, existingUser.owner.email)
      const stranger = yield* ownerBrowser("proven-stranger")
      assert.strictEqual((yield* stranger.call("POST", "/invitations", { secret })).status, 422)
      const accepted = yield* existingUser.call("POST", "/invitations", { secret })
      assert.deepStrictEqual([accepted.status, accepted.json.data.accounts.length], [200, 2])
      for (const account of [existingUser.account, host.account])
        assert.strictEqual((yield* existingUser.call("GET", `/accounts/${account}`)).status, 200)
      assert.strictEqual((yield* existingUser.call("POST", "/invitations", { secret })).status, 422)
      assert.strictEqual((yield* (yield* browser).call("POST", "/session", existingUser.owner)).status, 200)

      // A user with an unproven address sets a new password first.
      const { session, credentials } = yield* impostor("unproven")
      const other = yield* inviteBy(host.call, host.account, credentials.email)
      const refused = yield* session.call("POST", "/invitations", { secret: other.secret })
      assert.deepStrictEqual([refused.status, refused.json.error.details[0]?.field], [422, "password"])
    })
  )

  it.effect("a link shown to an owner of one account gives no access to another", () =>
    Effect.gen(function* () {
      const existingUser = yield* ownerBrowser("standing")
      const thief = yield* ownerBrowser("thieving")
      const { secret } = yield* inviteBy(thief.call, thief.account, existingUser.owner.email)
      const input = {
        secret,
        email: existingUser.owner.email,
        password: "the thief's choice",
        new_password: "another choice"
      }
      assert.strictEqual((yield* (yield* browser).call("POST", "/setup", input)).status, 401)
      assert.strictEqual((yield* existingUser.call("GET", `/accounts/${existingUser.account}`)).status, 200)
      assert.strictEqual((yield* (yield* browser).call("POST", "/session", existingUser.owner)).status, 200)
    })
  )

  it.effect("links shown to an owner end when they are removed or demoted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const act of ["DELETE", "PATCH"]) {
        const { call, account, boss } = yield* ownerBrowser(`leaving-${act.toLowerCase()}`)
        const second = { email: `second.${act.toLowerCase()}@example.com`, password: "long enough" }
        const invited = yield* inviteBy(boss.call, account, second.email, "owner")
        const other = yield* browser
        yield* other.call("POST", "/setup", { ...second, secret: invited.secret })
        const users = `/accounts/${account}/users`
        const person = yield* inviteBy(call, account, `person.${act.toLowerCase()}@example.com`)
        const member = yield* browser
        const guest = { email: `person.${act.toLowerCase()}@example.com`, password: "long enough" }
        yield* member.call("POST", "/setup", { ...guest, secret: person.secret })
        const byEmail = (yield* call("GET", users)).json.data
        const idOf = (email: string) => byEmail.find((each: { readonly email: string }) => each.email === email).id
        const back = yield* inviteBy(other.call, account, `sock.${act.toLowerCase()}@example.com`, "owner")
        const reset = yield* other.call("POST", `${users}/${idOf(guest.email)}/password-reset`)
        assert.strictEqual(reset.status, 201)
        const gone = yield* call(
          act,
          `${users}/${idOf(second.email)}`,
          act === "PATCH" ? { role: "member" } : undefined
        )
        assert.strictEqual(gone.status, 200)
        const late = yield* browser
        const sock = { email: `sock.${act.toLowerCase()}@example.com`, password: "long enough", secret: back.secret }
        assert.strictEqual((yield* late.call("POST", "/setup", sock)).status, 422)
        const taken = { ...guest, password: "taken over", secret: secretIn(reset.json.data.link) }
        assert.strictEqual((yield* late.call("POST", "/setup", taken)).status, 422)
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM setup_links WHERE made_by = ${idOf(second.email)}`, [])
      }
    })
  )
})
