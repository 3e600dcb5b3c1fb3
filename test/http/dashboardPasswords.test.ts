import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { browser, operator, operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { onEitherOverSocket, originLayer, newClientAddress } from "../support/http/http.ts"
import { mailServer } from "../support/messages/providers.ts"

type Person = Readonly<Record<string, string>>

/** An owner with a member who is signed in. */
const team = Effect.fnUntraced(function* (name: string) {
  const owner = yield* ownerBrowser(name)
  const users = `/accounts/${owner.account}/users`
  const credentials = { email: `member.${name}@example.com`, password: "the first password" }
  const invited = yield* owner.call("POST", users, { email: credentials.email, role: "member" })
  const member = yield* browser
  const secret = String(invited.json.data.link).split("#")[1]
  assert.strictEqual((yield* member.call("POST", "/setup", { ...credentials, secret })).status, 200)
  const members: ReadonlyArray<Person> = (yield* owner.call("GET", users)).json.data
  const idOf = (email: string) => members.find((person) => person["email"] === email)?.["id"] ?? ""
  const reset = (of = credentials.email, by = owner.call) => by("POST", `${users}/${idOf(of)}/password-reset`)
  return { owner, users, member, credentials, idOf, reset }
})

const secretIn = (text: string) => /\/dashboard\/reset#([\w-]+)/.exec(text)?.[1] ?? ""

onEitherOverSocket("a link to set a new password", (it) => {
  it.effect("is made by an owner, works once, and ends all sessions and other reset links", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { member, credentials, reset } = yield* team("resetting")
      const [made, other] = [yield* reset(), yield* reset()]
      assert.deepStrictEqual([made.status, made.json.data.email], [201, credentials.email])
      const secret = secretIn(made.json.data.link)
      assert.strictEqual(secret.length, 43)
      const kept = yield* sql`SELECT digest FROM setup_links WHERE digest IN (${secret}, ${digestOf(secret)})`
      assert.deepStrictEqual(kept, [{ digest: digestOf(secret) }])
      // Nothing changes until the link is used.
      assert.strictEqual((yield* member.call("GET", "/session")).status, 200)

      const guest = yield* browser
      const input = { secret, email: credentials.email, password: "the second password" }
      assert.strictEqual((yield* guest.call("POST", "/setup", { ...input, email: operator.email })).status, 422)
      assert.strictEqual((yield* guest.call("POST", "/setup", input)).status, 200)
      assert.strictEqual((yield* guest.call("GET", "/session")).status, 200)
      assert.strictEqual((yield* member.call("GET", "/session")).status, 401)
      assert.strictEqual((yield* member.call("POST", "/session", credentials)).status, 401)
      assert.strictEqual((yield* guest.call("POST", "/setup", input)).status, 422)
      const late = { ...input, secret: secretIn(other.json.data.link) }
      assert.strictEqual((yield* guest.call("POST", "/setup", late)).status, 422)
    })
  )

  it.effect("works for 24 hours", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { credentials, reset } = yield* team("late")
      const secret = secretIn((yield* reset()).json.data.link)
      const [link] = yield* sql<{ readonly hours: number }>`
        SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS hours FROM setup_links WHERE digest = ${digestOf(secret)}`
      assert.approximately(link?.hours ?? 0, 24, 0.1)
      yield* sql`UPDATE setup_links SET expires_at = now() - interval '1 second' WHERE digest = ${digestOf(secret)}`
      const guest = yield* browser
      const input = { secret, email: credentials.email, password: "the second password" }
      assert.strictEqual((yield* guest.call("POST", "/setup", input)).status, 422)
    })
  )

  it.effect("cannot be made by an owner for a user who is in accounts of others; the operator makes it", () =>
    Effect.gen(function* () {
      const { owner, users, member, credentials, idOf, reset } = yield* team("tempted")
      const elsewhere = yield* ownerBrowser("elsewhere")
      const invited = yield* elsewhere.call("POST", `/accounts/${elsewhere.account}/users`, {
        email: credentials.email,
        role: "member"
      })
      const secret = String(invited.json.data.link).split("#")[1]
      const before = yield* reset()
      const joined = { ...credentials, secret, new_password: "a password of their own" }
      assert.strictEqual((yield* member.call("POST", "/setup", joined)).status, 200)
      // An earlier link does not work either.
      const kept = { email: credentials.email, password: "taken over", secret: secretIn(before.json.data.link) }
      assert.strictEqual((yield* (yield* browser).call("POST", "/setup", kept)).status, 422)
      assert.strictEqual((yield* reset()).status, 403)
      assert.strictEqual((yield* reset(credentials.email, owner.boss.call)).status, 201)

      // Nor by members, for oneself, for invited users, or from another account.
      assert.strictEqual((yield* reset(owner.owner.email, member.call)).status, 403)
      assert.strictEqual((yield* reset(owner.owner.email)).status, 422)
      const { id } = (yield* owner.call("POST", users, { email: "only@example.com", role: "member" })).json.data
      assert.strictEqual((yield* owner.call("POST", `${users}/${id}/password-reset`)).status, 404)
      const foreign = `/accounts/${elsewhere.account}/users/${idOf(owner.owner.email)}/password-reset`
      assert.strictEqual((yield* elsewhere.call("POST", foreign)).status, 404)
      assert.strictEqual(
        (yield* elsewhere.call("POST", `${users}/${idOf(credentials.email)}/password-reset`)).status,
        404
      )
    })
  )

  it.effect("cannot be made for the operator by an owner who invited them", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("climber")
      const boss = yield* operatorBrowser
      const invited = yield* call("POST", `/accounts/${account}/users`, { email: operator.email, role: "member" })
      const secret = String(invited.json.data.link).split("#")[1]
      assert.strictEqual((yield* boss.call("POST", "/setup", { ...operator, secret })).status, 200)
      const members: ReadonlyArray<Person> = (yield* call("GET", `/accounts/${account}/users`)).json.data
      const id = members.find(({ email }) => email === operator.email)?.["id"]
      assert.strictEqual((yield* call("POST", `/accounts/${account}/users/${id}/password-reset`)).status, 403)
    })
  )

  it.effect("is not mailed without a mail provider, with the same answer for every address", () =>
    Effect.gen(function* () {
      const { call, owner } = yield* ownerBrowser("unmailed")
      for (const email of [owner.email, "nobody@example.com"]) {
        const answer = yield* call("POST", "/forgotten-password", { email })
        assert.deepStrictEqual([answer.status, answer.json], [200, { data: { mailed: false } }])
      }
      const foreign = yield* call(
        "POST",
        "/forgotten-password",
        { email: owner.email },
        { origin: "https://evil.example" }
      )
      assert.strictEqual(foreign.status, 403)
    })
  )
})

onEither(
  "a forgotten password",
  Layer.empty,
  (it) => {
    it.effect("is reset by a mailed link; unknown addresses get the same answer and no mail", () =>
      Effect.gen(function* () {
        const server = yield* mailServer()
        yield* Effect.gen(function* () {
          const { owner } = yield* ownerBrowser("forgetful")
          const guest = yield* browser
          const here = newClientAddress()
          const ask = (email: string) => guest.call("POST", "/forgotten-password", { email }, here)
          const unknown = yield* ask("nobody@example.com")
          const knownAnswer = yield* ask(` ${owner.email.toUpperCase()}`)
          assert.deepStrictEqual([knownAnswer.status, knownAnswer.text], [unknown.status, unknown.text])
          assert.deepStrictEqual(knownAnswer.json, { data: { mailed: true } })
          yield* server.arrived(1)
          assert.deepStrictEqual(
            server.received.map(({ to }) => to),
            [owner.email]
          )
          // Quoted-printable: long lines are broken by an equals sign.
          const secret = secretIn((server.received[0]?.raw ?? "").replace(/=\r\n/g, ""))
          const input = { secret, email: owner.email, password: "a new password" }
          assert.strictEqual((yield* guest.call("POST", "/setup", input)).status, 200)
          assert.strictEqual((yield* guest.call("POST", "/session", owner)).status, 401)

          // Three in 15 minutes, for known and unknown addresses alike; sign-in is not affected.
          const again = [yield* ask(owner.email), yield* ask(owner.email), yield* ask(owner.email)]
          const others = [
            yield* ask("nobody@example.com"),
            yield* ask("nobody@example.com"),
            yield* ask("nobody@example.com")
          ]
          for (const attempt of [again, others])
            assert.deepStrictEqual(
              attempt.map(({ status }) => status),
              [200, 200, 429]
            )
          const renewed = { email: owner.email, password: input.password }
          assert.strictEqual((yield* guest.call("POST", "/session", renewed)).status, 200)
        }).pipe(Effect.provide(originLayer({ SMTP_URL: server.url })))
      })
    )
  },
  { excludeTestServices: true }
)
