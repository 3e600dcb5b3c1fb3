import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { browser, operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { hashesDuring } from "../support/faults/hashes.ts"
import { originLayer, newClientAddress } from "../support/http/http.ts"
import { mailServer } from "../support/messages/providers.ts"
import { onEitherWatched, Statements } from "../support/database/statements.ts"

const secretIn = (text: string) => /\/dashboard\/(?:setup|reset)#([\w-]+)/.exec(text)?.[1] ?? ""

onEitherWatched("an invitation", (it) => {
  it.effect("is made with the same answer and SQL statements whether or not the address has a user", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("asking")
      const existingUser = yield* ownerBrowser("asked-about")
      const watched = yield* Statements
      const invite = Effect.fnUntraced(function* (email: string) {
        const [answer, statements] = yield* watched.during(
          call("POST", `/accounts/${account}/users`, { email, role: "member" })
        )
        const { id, created_at, link, ...rest } = answer.json.data
        assert.deepStrictEqual([typeof id, typeof created_at, secretIn(link).length], ["string", "string", 47])
        return [answer.status, { ...rest, email: "" }, statements.map(({ sql }) => sql)]
      })
      assert.deepStrictEqual(yield* invite(existingUser.owner.email), yield* invite("unknown@example.com"))
    })
  )

  it.effect("is accepted after the same number of password hashes for known and unknown addresses", () =>
    Effect.gen(function* () {
      const { boss } = yield* ownerBrowser("hashing")
      const existingUser = yield* ownerBrowser("hashing-known")
      for (const email of [existingUser.owner.email, "hashing-unknown@example.com"]) {
        const opened = yield* boss.call("POST", "/accounts", { name: "Hashed", owner: { email } })
        const guest = yield* browser
        const input = { email, secret: secretIn(opened.json.data.setup_link), password: "long enough" }
        const { made, result } = yield* hashesDuring(guest.call("POST", "/setup", input))
        assert.deepStrictEqual([result.status, made], [200, 2])
      }
    })
  )
})

onEither(
  "an invitation where mail is sent",
  Layer.empty,
  (it) => {
    it.effect("is mailed to the invited address only, and its link opens the account", () =>
      Effect.gen(function* () {
        const server = yield* mailServer()
        yield* Effect.gen(function* () {
          const { call, account } = yield* ownerBrowser("mailing")
          const boss = yield* operatorBrowser
          const existingUser = yield* ownerBrowser("mailed-known")
          yield* boss.call("PATCH", `/accounts/${account}`, { name: "Tea & <b>Co" })
          const answers = [
            yield* call("POST", `/accounts/${account}/users`, { email: "mailed@example.com", role: "member" }),
            yield* call("POST", `/accounts/${account}/users`, { email: existingUser.owner.email, role: "member" })
          ]
          for (const { status, json } of answers)
            assert.deepStrictEqual([status, json.data.link, json.data.mailed], [201, null, true])
          const opened = yield* boss.call("POST", "/accounts", { name: "B", owner: { email: "boss@example.com" } })
          assert.deepStrictEqual([opened.json.data.setup_link, opened.json.data.mailed], [null, true])
          yield* server.arrived(3)
          const mails = server.received.map(({ to, raw }) => ({ to, raw: raw.replace(/=\r\n/g, "") }))
          assert.deepStrictEqual(
            mails.map(({ to }) => to),
            ["mailed@example.com", existingUser.owner.email, "boss@example.com"]
          )
          assert.notInclude(mails[0]?.raw ?? "", "Tea & <b>Co</")
          for (const { to, raw } of mails) {
            const guest = yield* browser
            // A mailed link proves the address, so it may set a new password for an existing user.
            const input = { email: to, secret: secretIn(raw), password: `new password of ${to}` }
            assert.strictEqual((yield* guest.call("POST", "/setup", input)).status, 200)
            const of = to === "boss@example.com" ? opened.json.data.id : account
            assert.strictEqual((yield* guest.call("GET", `/accounts/${of}`)).status, 200)
          }
          assert.strictEqual((yield* existingUser.call("GET", "/session")).status, 401)
        }).pipe(Effect.provide(originLayer({ SMTP_URL: server.url })))
      })
    )

    it.effect("reports that its mail failed, and can be made again", () =>
      Effect.gen(function* () {
        const { call, account } = yield* ownerBrowser("unmailed")
        const body = { email: "someone@example.com", role: "member" }
        for (let n = 0; n < 2; n++) {
          const { status, json } = yield* call("POST", `/accounts/${account}/users`, body)
          assert.deepStrictEqual([status, json.data.link, json.data.mailed], [201, null, false])
        }
      }).pipe(Effect.provide(originLayer({ SMTP_URL: "smtp://127.0.0.1:9" })))
    )

    it.effect("a password reset is mailed at most six times to one address in 15 minutes", () =>
      Effect.gen(function* () {
        const server = yield* mailServer()
        yield* Effect.gen(function* () {
          const { owner } = yield* ownerBrowser("flooded")
          const other = yield* ownerBrowser("flooded-other")
          const guest = yield* browser
          const ask = (email: string) => guest.call("POST", "/forgotten-password", { email }, newClientAddress())
          for (let n = 0; n < 8; n++) assert.strictEqual((yield* ask(owner.email)).status, 200)
          yield* ask(other.owner.email)
          // Mails are sent in the order of the requests.
          yield* server.arrived(1, ({ to }) => to === other.owner.email)
          assert.strictEqual(server.received.filter(({ to }) => to === owner.email).length, 6)
        }).pipe(Effect.provide(originLayer({ SMTP_URL: server.url })))
      })
    )
  },
  { excludeTestServices: true }
)
