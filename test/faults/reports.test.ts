import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { startServer } from "../support/faults/processes.ts"
import { post, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { seedContact } from "../support/messages/messages.ts"

const people = 3_000
const addressOf = (n: number) => `p${n}@example.com`

const eventAbout = (n: number) => ({
  email: addressOf(n),
  timestamp: 1_795_168_800,
  event: n % 2 === 0 ? "bounce" : "unsubscribe",
  type: "bounce",
  status: "5.1.1",
  sg_event_id: `e${n}`
})

/** SendGrid's events about everybody, the largest list that one call carries, with one that cannot be read. */
const events = [null, ...Array.from({ length: people }, (_, n) => eventAbout(n))]
/** A list that is reported last. */
const lastEvents = [eventAbout(people + 1)]

/** Reports as a provider does: again, where a busy process answers 503. */
const report = (hook: string, list: ReadonlyArray<unknown>) =>
  eventually(Effect.map(post(hook, null, list), ({ status }) => status === 200))

const statesOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ state: string; contacts: number }>`SELECT email_consent AS state, count(*)::int AS contacts
    FROM contacts WHERE account_id = ${account_id} GROUP BY 1 ORDER BY 1`
  const [log] = yield* sql<{
    entries: number
  }>`SELECT count(*)::int AS entries FROM consent_log WHERE account_id = ${account_id}`
  const [left] = yield* sql<{
    waiting: number
  }>`SELECT count(*)::int AS waiting FROM received_reports WHERE account_id = ${account_id}`
  return {
    states: Object.fromEntries(rows.map(({ state, contacts }) => [state, contacts])),
    entries: log?.entries,
    waiting: left?.waiting
  }
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`3,000 reports in one call, ${database}`, () => {
    it.live(
      "are answered once they are kept, and all applied once by the process that follows a killed one",
      () =>
        Effect.gen(function* () {
          const settings = yield* Effect.map(databases[database], (found) => ({
            ...found,
            ENCRYPTION_KEY: "ab".repeat(32)
          }))
          const { account_id, token } = yield* withDatabase(settings)(
            Effect.gen(function* () {
              const account = yield* seedAccount({ scopes: ["contacts_read"] })
              const first = yield* seedContact(account.account_id, { email: addressOf(0), phone: null })
              const sql = yield* SqlClient.SqlClient
              // Copies of one contact, for each of the others.
              yield* sql`INSERT INTO contacts SELECT (jsonb_populate_record(c, jsonb_build_object('contact_id', 'con_' || n,
                  'email', 'p' || n || '@example.com', 'email_key', 'p' || n || '@example.com'))).*
                FROM contacts c, generate_series(1, ${people + 1}::int) AS n
                WHERE c.contact_id = ${first.contact_id} AND n <> ${people}::int`
              return account
            })
          )
          const first = yield* startServer(settings)
          const hook = links.sign("email", [account_id]).replace("https://tally.example", first.origin)
          yield* report(hook, events)
          yield* first.end("SIGKILL")
          const waiting = (yield* withDatabase(settings)(statesOf(account_id))).waiting
          assert.isAbove(waiting ?? 0, 0)
          // The provider may call again, though it was answered.
          const second = yield* startServer(settings)
          const again = links.sign("email", [account_id]).replace("https://tally.example", second.origin)
          yield* report(again, events)
          // Reports of an account are applied in the order in which they came.
          yield* report(again, lastEvents)
          const last = send(`${second.origin}/v1/contacts?email=${addressOf(people + 1)}`, {
            headers: { authorization: `Bearer ${token}` }
          })
          yield* eventually(Effect.map(last, ({ json }) => json.data[0]?.email_consent === "unsubscribed"))
          yield* second.end("SIGTERM")
          assert.deepStrictEqual(yield* withDatabase(settings)(statesOf(account_id)), {
            states: { compliance_suppressed: people / 2, unsubscribed: people / 2 + 1 },
            entries: people + 1,
            waiting: 0
          })
        }),
      10 * 60_000
    )
  })
}
