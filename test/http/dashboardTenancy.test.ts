import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { validBody } from "../fuzz/bodies.ts"
import { choices } from "../fuzz/choices.ts"
import { type Operation, operations } from "../fuzz/contracts.ts"
import { collectionOf } from "../fuzz/world.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { Origin, send } from "../support/http/http.ts"
import { rowsOf } from "../support/database/rows.ts"
import { onEitherWatched, Statements } from "../support/database/statements.ts"
import { seedAccount, seedToken } from "../support/database/seed.ts"
import { seedEverything } from "../support/database/seedEverything.ts"

const all = operations.filter(({ dashboard }) => dashboard)
const open = new Set(["session", "setup", "forgotten-password"].map((name) => `POST /dashboard/api/${name}`))

/** Calls an operation with this cookie, account and id, and a valid body. */
const as = (cookie: string, operation: Operation, account: string, id: string, headers: Record<string, string> = {}) =>
  Effect.flatMap(Origin, (origin) =>
    send(
      origin +
        operation.path
          .replace("{account}", account)
          .replaceAll(/\{(?:id|run)\}/g, id)
          .replace("{version}", "1")
          .replace("{contact}", `con_${"1".repeat(26)}`)
          .replace("{provider}", "sendgrid"),
      {
        method: operation.method,
        headers: {
          cookie,
          ...(operation.body === undefined ? {} : { "content-type": operation.body.type }),
          ...headers
        },
        ...(operation.body === undefined ? {} : { body: validBody(operation, choices(1), "con_none") })
      }
    )
  )

const exampleOf = ({ example }: NonNullable<Operation["body"]>): string =>
  typeof example === "string" ? example : JSON.stringify(example)

/** Calls an operation of the API with this token and id, and the body of its example. */
const asToken = (token: string, operation: Operation, id: string) =>
  Effect.flatMap(Origin, (origin) =>
    send(
      origin +
        operation.path
          .replaceAll(/\{(?:id|run)\}/g, id)
          .replace("{version}", "1")
          .replace("{contact}", `con_${"1".repeat(26)}`),
      {
        method: operation.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(operation.body === undefined ? {} : { "content-type": operation.body.type })
        },
        ...(operation.body === undefined ? {} : { body: exampleOf(operation.body) })
      }
    )
  )

// Callers choose the ids of these records.
const choosesItsId = ({ method, path }: Operation): boolean =>
  method === "PUT" && /\/(?:carts|products)\/{id}$/.test(path)

const absentOf = (id: string): string => (/^\d+$/.test(id) ? "78" : `${id.slice(0, 4)}${"1".repeat(26)}`)

onEitherWatched("every operation of the dashboard", (it) => {
  it.effect("answers the same 404 for foreign and absent accounts and ids, and changes nothing", () =>
    Effect.gen(function* () {
      const victim = yield* ownerBrowser("victim")
      const intruder = yield* ownerBrowser("intruder")
      const { during } = yield* Statements
      const idsByCollection = yield* seedEverything(victim, yield* Origin)
      const before = yield* rowsOf(victim.account)
      for (const operation of all.filter(({ path }) => path.includes("{account}"))) {
        const id = operation.path.includes("{id}") ? idsByCollection.get(collectionOf(operation.path)) : "none"
        if (id === undefined) throw new Error(`Say what the id of ${operation.name} names`)
        const nowhere = `acc_${"1".repeat(26)}`
        const by = (account: string, thing: string) => during(as(intruder.cookie(), operation, account, thing))
        const isOwn = choosesItsId(operation)
        // Under the same id, the intruder has a record of its own.
        if (isOwn) yield* by(intruder.account, id)
        const pairs = [
          [by(victim.account, id), by(nowhere, id)] as const,
          ...(operation.path.includes("{id}") && !isOwn
            ? [[by(intruder.account, id), by(intruder.account, absentOf(id))] as const]
            : [])
        ]
        for (const [foreign, absent] of pairs) {
          const [one, asked] = yield* foreign
          const [other, askedThen] = yield* absent
          assert.deepStrictEqual([operation.name, one.status, one.text], [operation.name, 404, other.text])
          assert.isAbove(asked.length, 1, operation.name)
          // Timing reveals nothing: both run the same statements.
          const [texts, textsThen] = [asked, askedThen].map((all) => all.map(({ sql }) => sql))
          assert.deepStrictEqual(texts, textsThen, operation.name)
        }
        if (isOwn)
          yield* as(intruder.cookie(), { ...operation, method: "DELETE", body: undefined }, intruder.account, id)
      }
      assert.deepStrictEqual(yield* rowsOf(victim.account), before)
      // The refused ids exist for their own account.
      for (const operation of all.filter(({ method, path }) => method === "GET" && path.endsWith("{id}"))) {
        const id = idsByCollection.get(collectionOf(operation.path)) ?? ""
        const { status } = yield* as(victim.cookie(), operation, victim.account, id)
        assert.strictEqual(status, 200, operation.name)
      }
    })
  )

  it.effect("answers the same 404 for foreign and absent ids of the API, and changes nothing", () =>
    Effect.gen(function* () {
      const victim = yield* ownerBrowser("holder")
      const intruder = yield* seedAccount({ scopes: Scope.literals })
      const { during } = yield* Statements
      const idsByCollection = yield* seedEverything(victim, yield* Origin)
      const before = yield* rowsOf(victim.account)
      const named = operations.filter(({ dashboard, path }) => !dashboard && path.includes("{id}"))
      for (const operation of named) {
        const id = idsByCollection.get(collectionOf(operation.path))
        if (id === undefined) throw new Error(`Say what the id of ${operation.name} names`)
        const [one, asked] = yield* during(asToken(intruder.token, operation, id))
        // Under the same id, the intruder has a record of its own.
        if (choosesItsId(operation)) {
          yield* asToken(intruder.token, { ...operation, method: "DELETE", body: undefined }, id)
          continue
        }
        const [other, askedThen] = yield* during(asToken(intruder.token, operation, absentOf(id)))
        assert.deepStrictEqual([operation.name, one.status, one.text], [operation.name, 404, other.text])
        assert.isAbove(asked.length, 0)
        // Timing reveals nothing: both run the same statements.
        const [texts, textsThen] = [asked, askedThen].map((all) => all.map(({ sql }) => sql))
        assert.deepStrictEqual(texts, textsThen, operation.name)
      }
      assert.deepStrictEqual(yield* rowsOf(victim.account), before)
      // The refused ids exist for their own account.
      const own = yield* seedToken(victim.account, { scopes: Scope.literals })
      for (const operation of named.filter(({ method, path }) => method === "GET" && path.endsWith("{id}"))) {
        const id = idsByCollection.get(collectionOf(operation.path)) ?? ""
        assert.strictEqual((yield* asToken(own, operation, id)).status, 200, operation.name)
      }
    })
  )

  it.effect("requires a session, and refuses cross-site requests", () =>
    Effect.gen(function* () {
      const { cookie, account } = yield* ownerBrowser("asked")
      const before = yield* rowsOf(account)
      const sites: ReadonlyArray<Record<string, string>> = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" }
      ]
      // One middleware decides, so each operation is called with one of the wrong requests, and one operation of each method with all.
      const methods = new Set<string>()
      for (const [at, operation] of all.entries()) {
        const isFirst = !methods.has(operation.method)
        methods.add(operation.method)
        for (const site of isFirst ? sites : sites.slice(at % 4, (at % 4) + 1)) {
          const { status } = yield* as(cookie(), operation, account, "none", site)
          assert.strictEqual(status, 403, `${operation.name} ${JSON.stringify(site)}`)
        }
        if (open.has(operation.name)) continue
        const noSessions = ["", `session=${"x".repeat(43)}`]
        for (const noSession of isFirst ? noSessions : noSessions.slice(at % 2, (at % 2) + 1)) {
          assert.strictEqual((yield* as(noSession, operation, account, "none")).status, 401, operation.name)
        }
      }
      assert.deepStrictEqual(yield* rowsOf(account), before)
    })
  )
})
