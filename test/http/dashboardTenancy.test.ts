import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { validBody } from "../fuzz/bodies.ts"
import { choices } from "../fuzz/choices.ts"
import { type Operation, operations } from "../fuzz/contracts.ts"
import { collectionOf } from "../fuzz/world.ts"
import { ownerBrowser } from "../support/dashboard.ts"
import { onBothOverSocket, Origin, post, send } from "../support/http.ts"
import { newMessage, seedContact } from "../support/messages.ts"
import { body } from "../support/races.ts"
import { rowsOf } from "../support/rows.ts"
import { seedToken } from "../support/seed.ts"
import { Messages } from "../../src/messages/Messages.ts"
import { always } from "../support/definitions.ts"

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

const definition = always([{ id: "a", type: "exit" }], "order_placed")

/** One thing of every kind that the dashboard names by id. */
const things = Effect.fnUntraced(function* ({ call, account }: Effect.Success<ReturnType<typeof ownerBrowser>>) {
  const sql = yield* SqlClient.SqlClient
  const make = (path: string, members: unknown) =>
    Effect.map(call("POST", `/accounts/${account}/${path}`, members), ({ json }) => String(json.data.id))
  const contact = yield* seedContact(account)
  yield* Effect.provide(
    Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])),
    Messages.layer
  )
  const [message] = yield* sql<{ message_id: string }>`SELECT message_id FROM messages WHERE account_id = ${account}`
  const token = yield* seedToken(account, { scopes: ["orders_write", "events_write"] })
  yield* post(`${yield* Origin}/v1/orders/placed`, token, body({ order_id: 77 }))
  const event = yield* post(`${yield* Origin}/v1/events`, token, { event_type: "seen", email: "ada@example.com" })
  const delivery = `del_${"0".repeat(26)}`
  yield* sql`INSERT INTO webhook_deliveries (account_id, delivery_id, key, flow_id, run_id, step_id, contact_id, url, payload, status, due_at, created_at, updated_at)
    VALUES (${account}, ${delivery}, 'k', 'f', 'r', 's', ${contact.contact_id}, 'https://a.example', '{}', 'failed', now(), now(), now())`
  const member = yield* make("users", { email: "member@example.com", role: "member" })
  return new Map<string, string>([
    ["contacts", contact.contact_id],
    ["messages", message?.message_id ?? ""],
    ["deliveries", delivery],
    ["orders", "77"],
    ["events", String(event.json.data.event_id)],
    ["users", member],
    ["tokens", yield* make("tokens", { name: "a", scopes: [] })],
    ["apps", yield* make("apps", { name: "a" })],
    ["integrations", yield* make("integrations", { store_name: "a", store_url: "https://a.example" })],
    ["flows", yield* make("flows", { name: "a", definition })],
    ["imports", yield* make("imports", { kind: "orders", file_name: "a", file_size: 1, layout: "" })]
  ])
})

const absentOf = (id: string): string => (/^\d+$/.test(id) ? "78" : `${id.slice(0, 4)}${"1".repeat(26)}`)

onBothOverSocket("every operation of the dashboard", (it) => {
  it.effect("keeps accounts apart: foreign and absent, accounts and things, answer alike and change nothing", () =>
    Effect.gen(function* () {
      const victim = yield* ownerBrowser("victim")
      const intruder = yield* ownerBrowser("intruder")
      const known = yield* things(victim)
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
