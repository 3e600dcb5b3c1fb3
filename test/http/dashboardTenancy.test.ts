import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { validBody } from "../fuzz/bodies.ts"
import { choices } from "../fuzz/choices.ts"
import { type Operation, operations } from "../fuzz/contracts.ts"
import { collectionOf } from "../fuzz/world.ts"
import { ownerBrowser } from "../support/dashboard.ts"
import { onBothOverSocket, Origin, send } from "../support/http.ts"
import { rowsOf } from "../support/rows.ts"
import { things } from "../support/things.ts"

const all = operations.filter(({ dashboard }) => dashboard)
const open = new Set(["session", "setup", "forgotten-password"].map((name) => `POST /dashboard/api/${name}`))

/** Calls an operation as whoever has the cookie, about this account and id, with nothing wrong in it. */
const as = (cookie: string, operation: Operation, account: string, id: string, headers: Record<string, string> = {}) =>
  Effect.flatMap(Origin, (origin) =>
    send(origin + operation.path.replace("{account}", account).replaceAll("{id}", id), {
      method: operation.method,
      headers: {
        cookie,
        ...(operation.body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(operation.body === undefined ? {} : { body: validBody(operation, choices(1), "con_none") })
    })
  )

const absentOf = (id: string): string => (/^\d+$/.test(id) ? "78" : `${id.slice(0, 4)}${"1".repeat(26)}`)

onBothOverSocket("every operation of the dashboard", (it) => {
  it.effect("keeps accounts apart: foreign and absent, accounts and things, answer alike and change nothing", () =>
    Effect.gen(function* () {
      const victim = yield* ownerBrowser("victim")
      const intruder = yield* ownerBrowser("intruder")
      const known = yield* things(victim, yield* Origin)
      const before = yield* rowsOf(victim.account)
      for (const operation of all.filter(({ path }) => path.includes("{account}"))) {
        const id = operation.path.includes("{id}") ? known.get(collectionOf(operation.path)) : "none"
        if (id === undefined) throw new Error(`Say what the id of ${operation.name} names`)
        const [foreign, absent] = [victim.account, `acc_${"1".repeat(26)}`].map((account) =>
          as(intruder.cookie(), operation, account, id)
        )
        const answers = [yield* foreign!, yield* absent!]
        if (operation.path.includes("{id}")) {
          for (const thing of [id, absentOf(id)])
            answers.push(yield* as(intruder.cookie(), operation, intruder.account, thing))
        }
        for (const { status, text } of answers) {
          assert.deepStrictEqual([operation.name, status, text], [operation.name, 404, answers[0]?.text])
        }
      }
      assert.deepStrictEqual(yield* rowsOf(victim.account), before)
      // What was refused is there for whom it belongs to.
      for (const operation of all.filter(({ method, path }) => method === "GET" && path.endsWith("{id}"))) {
        const id = known.get(collectionOf(operation.path)) ?? ""
        const { status } = yield* as(victim.cookie(), operation, victim.account, id)
        assert.strictEqual(status, 200, operation.name)
      }
    })
  )

  it.effect("asks for a session, and refuses what another site sends with one", () =>
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
        for (const nobody of ["", `session=${"x".repeat(43)}`]) {
          assert.strictEqual((yield* as(nobody, operation, account, "none")).status, 401, operation.name)
        }
      }
      assert.deepStrictEqual(yield* rowsOf(account), before)
    })
  )
})
