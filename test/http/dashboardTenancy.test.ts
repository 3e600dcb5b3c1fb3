import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { validBody } from "../fuzz/bodies.ts"
import { choices } from "../fuzz/choices.ts"
import { type Operation, operations } from "../fuzz/contracts.ts"
import { collectionOf } from "../fuzz/world.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { Origin, send } from "../support/http/http.ts"
import { rowsOf } from "../support/database/rows.ts"
import { onBothWatched, Statements } from "../support/database/statements.ts"
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
          .replace("{version}", "1"),
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

const absentOf = (id: string): string => (/^\d+$/.test(id) ? "78" : `${id.slice(0, 4)}${"1".repeat(26)}`)

onBothWatched("every operation of the dashboard", (it) => {
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
        const pairs = [
          [by(victim.account, id), by(nowhere, id)] as const,
          ...(operation.path.includes("{id}")
            ? [[by(intruder.account, id), by(intruder.account, absentOf(id))] as const]
            : [])
        ]
        for (const [foreign, absent] of pairs) {
          const [one, asked] = yield* foreign
          const [other, askedThen] = yield* absent
          assert.deepStrictEqual([operation.name, one.status, one.text], [operation.name, 404, other.text])
          assert.isAbove(asked.length, 1)
          // Timing reveals nothing: both run the same statements.
          const [texts, textsThen] = [asked, askedThen].map((all) => all.map(({ sql }) => sql))
          assert.deepStrictEqual(texts, textsThen, operation.name)
        }
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
      for (const operation of all) {
        for (const site of sites) {
          const { status } = yield* as(cookie(), operation, account, "none", site)
          assert.strictEqual(status, 403, `${operation.name} ${JSON.stringify(site)}`)
        }
        if (open.has(operation.name)) continue
        for (const noSession of ["", `session=${"x".repeat(43)}`]) {
          assert.strictEqual((yield* as(noSession, operation, account, "none")).status, 401, operation.name)
        }
      }
      assert.deepStrictEqual(yield* rowsOf(account), before)
    })
  )
})
