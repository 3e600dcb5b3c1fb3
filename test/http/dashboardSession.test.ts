import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { firstRun } from "../../src/programs/accounts/FirstRun.ts"
import { browser, FirstRunStoresLayer, operator, operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { databaseLayer, databases, onBoth } from "../support/database/databases.ts"
import { hashesDuring } from "../support/faults/hashes.ts"
import { Origin, OriginLayer, originLayer, RealPasswords, send } from "../support/http/http.ts"
import { countLocksAwaited, eventually } from "../support/faults/eventually.ts"

onBoth("the first owner", OriginLayer, (it, database) => {
  it.effect("is created by one of the links of concurrent first starts, and each link works once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const locked = yield* Deferred.make<void>()
      // With enough connections, neither creates an account before both have reached the lock.
      const meet = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE accounts IN SHARE MODE`
          yield* Deferred.succeed(locked, undefined)
          yield* eventually(Effect.map(countLocksAwaited, (waiting) => waiting === 2))
        })
      )
      const race = Effect.all([firstRun(null), firstRun(null)], { concurrency: 2 })
      const [starts] = yield* Effect.all(
        database === "PostgreSQL"
          ? [Effect.andThen(Deferred.await(locked), race), TestClock.withLive(meet)]
          : [race, Effect.void],
        { concurrency: 2 }
      ).pipe(Effect.provide(FirstRunStoresLayer))
      const secrets = starts.flatMap(({ secret }) => (secret === null ? [] : [secret]))
      assert.strictEqual(secrets.length, 1)
      assert.strictEqual(starts.filter(({ account_id }) => account_id !== null).length, 1)
      const { call } = yield* browser
      const wrong = yield* call("POST", "/setup", { secret: "nothing", ...operator })
      assert.deepStrictEqual([wrong.status, wrong.json.error.details[0].field], [422, "secret"])
      const claim = { secret: secrets[0], ...operator, account_name: "Tea & Co" }
      const claims = yield* Effect.all([call("POST", "/setup", claim), call("POST", "/setup", claim)], {
        concurrency: 2
      })
      assert.deepStrictEqual(claims.map(({ status }) => status).sort(), [200, 422])
      const { json } = yield* call("GET", "/session")
      assert.strictEqual(json.data.user.operator, true)
      assert.strictEqual(json.data.user.email, operator.email)
      assert.deepStrictEqual(
        json.data.accounts.map(({ name }: { name: string }) => name),
        ["Tea & Co"]
      )
      const again = yield* firstRun(null).pipe(Effect.provide(FirstRunStoresLayer))
      assert.deepStrictEqual(again, { account_id: null, secret: null })
    })
  )
})

onBoth("a session", OriginLayer, (it) => {
  it.effect("comes with an HttpOnly cookie and is renewed at every sign-in", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* operatorBrowser
      const first = cookie()
      const signIn = yield* call("POST", "/session", operator)
      assert.match(signIn.headers.get("set-cookie") ?? "", /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
      assert.strictEqual(signIn.headers.get("cache-control"), "no-store")
      assert.strictEqual(signIn.headers.get("x-ratelimit-limit-minute"), null)
      assert.notStrictEqual(cookie(), first)
      const old = yield* call("GET", "/session", undefined, { cookie: first })
      assert.strictEqual(old.status, 401)
      assert.strictEqual(old.headers.get("www-authenticate"), null)
      assert.strictEqual((yield* call("GET", "/session")).status, 200)
    })
  )

  it.effect("ends at sign-out", () =>
    Effect.gen(function* () {
      const { call, cookie } = yield* operatorBrowser
      const kept = cookie()
      assert.deepStrictEqual((yield* call("DELETE", "/session")).json, { data: null })
      assert.strictEqual((yield* call("GET", "/session", undefined, { cookie: kept })).status, 401)
    })
  )

  it.effect("ends in all other browsers when the password changes", () =>
    Effect.gen(function* () {
      const here = yield* ownerBrowser("changing")
      const there = yield* browser
      yield* there.call("POST", "/session", here.owner)
      const wrong = yield* here.call("PUT", "/password", { current_password: "guess", new_password: "another one" })
      assert.strictEqual(wrong.status, 401)
      const changed = yield* here.call("PUT", "/password", {
        current_password: here.owner.password,
        new_password: "another one"
      })
      assert.strictEqual(changed.status, 200)
      assert.strictEqual((yield* there.call("GET", "/session")).status, 401)
      assert.strictEqual((yield* here.call("GET", "/session")).status, 200)
      assert.strictEqual((yield* there.call("POST", "/session", here.owner)).status, 401)
    })
  )

  it.effect("needs a password of 8 to 1,024 characters, compared after Unicode normalization", () =>
    Effect.gen(function* () {
      const { call, owner } = yield* ownerBrowser("measuring")
      let current = owner.password
      const change = (new_password: string) => call("PUT", "/password", { current_password: current, new_password })
      // 1,024 characters only after composing an accent, and 8 only before.
      for (const wrong of [
        "a".repeat(7),
        "a".repeat(1_025),
        `${"a".repeat(1_023)}e\u0301`,
        `${"a".repeat(6)}e\u0301`
      ]) {
        const { status, json } = yield* change(wrong)
        assert.deepStrictEqual([status, json.error.details[0].field], [422, "new_password"], `${wrong.length}`)
      }
      for (const right of ["a".repeat(8), "a".repeat(1_024), `${"a".repeat(7)}e\u0301`]) {
        assert.strictEqual((yield* change(right)).status, 200, `${right.length}`)
        current = right
        for (const password of [right, right.normalize("NFC")])
          assert.strictEqual((yield* call("POST", "/session", { email: owner.email, password })).status, 200)
      }
    })
  )

  it.effect("is refused with the same answer for unknown e-mails and wrong passwords, and throttled by e-mail", () =>
    Effect.gen(function* () {
      const { call, owner } = yield* ownerBrowser("throttled")
      const guess = (email: string) => hashesDuring(call("POST", "/session", { email, password: "wrong" }))
      const [unknown, wrong] = [yield* guess("nobody@example.com"), yield* guess(owner.email)]
      assert.deepStrictEqual([unknown.result.status, unknown.result.json], [wrong.result.status, wrong.result.json])
      assert.strictEqual(wrong.result.status, 401)
      assert.deepStrictEqual([unknown.made, wrong.made], [1, 1])
      yield* Effect.forEach(Array.from({ length: 9 }), () =>
        call("POST", "/session", { email: owner.email, password: "wrong" })
      )
      const limited = yield* call("POST", "/session", owner)
      assert.strictEqual(limited.status, 429)
      assert.isAbove(Number(limited.headers.get("retry-after")), 0)
    })
  )

  it.effect("refuses requests from other origins", () =>
    Effect.gen(function* () {
      const { call } = yield* operatorBrowser
      const foreign = [{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }]
      for (const headers of foreign) {
        assert.strictEqual((yield* call("GET", "/session", undefined, headers)).status, 403)
        assert.strictEqual((yield* call("POST", "/session", operator, headers)).status, 403)
      }
      const own = yield* Origin
      assert.strictEqual((yield* call("GET", "/session", undefined, { origin: own })).status, 200)
    })
  )

  it.effect("uses the error envelope for unknown paths, methods, media types and malformed bodies", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { call } = yield* operatorBrowser
      assert.strictEqual((yield* call("GET", "/nothing")).json.error.code, "not_found")
      const method = yield* call("PATCH", "/session", {})
      assert.deepStrictEqual([method.status, method.headers.get("allow")], [405, "GET, DELETE, POST, HEAD"])
      const text = yield* call("POST", "/session", {}, { "content-type": "text/plain" })
      assert.strictEqual(text.status, 415)
      const broken = yield* send(`${origin}/dashboard/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{"
      })
      assert.strictEqual(broken.status, 422)
      const empty = yield* call("POST", "/session", {})
      assert.deepStrictEqual(
        empty.json.error.details.map(({ field }: { field: string }) => field),
        ["email", "password"]
      )
    })
  )
})

// Without a rule of the database, and with hashes that take long: on one database.
layer(originLayer({}, RealPasswords).pipe(Layer.provideMerge(databaseLayer(databases.PostgreSQL))), {
  excludeTestServices: true,
  timeout: "10 minutes"
})("a session whose password changes", (it) => {
  it.effect("survives a wrong current password; changing costs two parallel hashes, and none when throttled", () =>
    Effect.gen(function* () {
      const { call, owner } = yield* ownerBrowser("guessing")
      const change = (current_password: string, new_password: string) =>
        hashesDuring(call("PUT", "/password", { current_password, new_password }))
      const wrong = yield* change("guess", "another one")
      assert.strictEqual(wrong.result.status, 401)
      const right = yield* change(owner.password, "yet another one")
      assert.deepStrictEqual([right.result.status, right.made, right.most], [200, 2, 2])
      yield* Effect.forEach(Array.from({ length: 10 }), () => change("guess", "another one"))
      const throttled = yield* change("yet another one", "another one")
      assert.deepStrictEqual([throttled.result.status, throttled.made], [429, 0])
      assert.strictEqual((yield* call("GET", "/session")).status, 200)
    })
  )
})
