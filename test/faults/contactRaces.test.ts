import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assertConsistent } from "../support/database/assertConsistent.ts"
import { databases, processesOn, withDatabase } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { accountState, countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { repetitions, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"

const together = Array.from({ length: 64 }, (_, at) => at)
const rounds = Array.from({ length: repetitions(2, 80) }, (_, at) => at + 1)
const scopes = ["contacts_read", "contacts_write", "orders_write"] as const

/** An account whose calls go to the processes of a database in rotation. */
const served = Effect.fnUntraced(function* (database: keyof typeof databases) {
  const settings = yield* databases[database]
  const { account_id, token } = yield* withDatabase(settings)(seedAccount({ scopes, integrations: 1 }))
  const each = Array.from({ length: processesOn(database, 3) }, () => settings)
  const servers = yield* Effect.forEach(each, startServer, { concurrency: "unbounded" })
  const call = (at: number, method: string, path: string, json: unknown) =>
    send(`${servers[at % servers.length]?.origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(json)
    })
  let later = 0
  /** 64 concurrent calls, repeated after a 503, which they get when too many wait for one contact. */
  const race = (one: (at: number) => ReturnType<typeof call>) =>
    Effect.forEach(
      together,
      (at) => Effect.repeat(one(at), { while: ({ status }) => status === 503 && later++ < 1_000 }),
      { concurrency: "unbounded" }
    )
  const ended = Effect.forEach(servers, (server) => server.end("SIGTERM"), { concurrency: "unbounded" })
  return { settings, account_id, call, race, ended, later: () => `${later} came again` }
})

/** For each contact with a phone: the ledger lines of its e-mail consent, and counts of SMS opt-ins and welcome texts. */
const consents = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ lines: number; subscribed: number; welcomes: number }>`
    SELECT count(*) FILTER (WHERE channel = 'email')::int AS lines,
      count(*) FILTER (WHERE channel = 'sms' AND to_state = 'subscribed')::int AS subscribed,
      (SELECT count(*)::int FROM messages m WHERE m.account_id = ${account_id} AND purpose = 'welcome'
        AND m.contact_id = l.contact_id) AS welcomes
    FROM consent_log l JOIN contacts USING (account_id, contact_id)
    WHERE account_id = ${account_id} AND phone IS NOT NULL GROUP BY contact_id ORDER BY min(entry_id)`
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`contacts that 64 clients write concurrently, ${database}`, () => {
    it.live("are created once, also by orders, with one ledger line a change and one flow start a cause", () =>
      Effect.gen(function* () {
        const { settings, account_id, call, race, ended, later } = yield* served(database)
        for (const round of rounds) {
          const contact = { email: `ada${round}@example.com`, phone: `+1415555${2_000 + round}` }
          const made = yield* race((at) => call(at, "POST", "/contacts", contact))
          assert.deepStrictEqual(countByStatus(made), { 201: 1, 409: 63 })
          const ids = new Set(made.map(({ json }) => String(json.id ?? json.data.id)))
          assert.strictEqual(ids.size, 1)
          const change = (consent: (at: number) => string) =>
            race((at) =>
              call(at, "PATCH", `/contacts/${[...ids][0]}`, { email_consent: consent(at), sms_consent: consent(at) })
            )
          assert.deepStrictEqual(countByStatus(yield* change(() => "subscribed")), { 200: 64 })
          // In every second round the consent changes repeatedly.
          if (round % 2 === 0) {
            const back = yield* change((at) => (at % 2 === 0 ? "subscribed" : "unsubscribed"))
            assert.deepStrictEqual(countByStatus(back), { 200: 64 })
          }
        }
        reportRun(`contacts made and subscribed by 64 at once, ${database}`, { runs: rounds.length, more: later() })
        // The same while that contact orders.
        const order_date = new Date().toISOString()
        for (const round of rounds) {
          const email = `bob${round}@example.com`
          const order = orderBody({
            order_id: round,
            email,
            order_date,
            shipment_status: "delivered",
            accepts_email_marketing: true
          })
          const answers = yield* race((at) =>
            at % 4 < 2
              ? call(at, "POST", "/orders/placed", order)
              : call(at, "POST", "/contacts", { email, email_consent: "subscribed" })
          )
          assert.deepStrictEqual(countByStatus(answers.filter((_, at) => at % 4 < 2)), { 200: 31, 201: 1 })
          const { 201: made = 0, 409: taken } = countByStatus(answers.filter((_, at) => at % 4 >= 2))
          assert.isAtMost(made, 1)
          assert.strictEqual(made + (taken ?? 0), 32)
        }
        reportRun(`contacts made by 64 at once while they order, ${database}`, { runs: rounds.length, more: later() })
        yield* ended
        yield* withDatabase(settings)(
          Effect.gen(function* () {
            yield* assertConsistent(account_id)
            const found = yield* consents(account_id)
            assert.lengthOf(found, rounds.length)
            found.forEach(({ lines, subscribed, welcomes }, at) => {
              assert.strictEqual(welcomes, subscribed)
              if (at % 2 === 0) assert.deepStrictEqual([lines, subscribed], [1, 1])
            })
            const { contacts, triggers } = yield* accountState(account_id)
            assert.deepStrictEqual(
              contacts.map(({ email, order_count, orders }) => [email?.slice(0, 3), order_count, orders]).toSorted(),
              [...rounds.map(() => ["ada", 0, 0]), ...rounds.map(() => ["bob", 1, 1])]
            )
            assert.deepStrictEqual(
              triggers.map(({ type, order_id }) => `${type} ${order_id}`),
              [...rounds.map((id) => `order_placed ${id}`), ...rounds.map((id) => `order_received ${id}`)]
            )
          })
        )
      })
    )
  })
}
