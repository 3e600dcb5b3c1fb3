import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { postgres, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { killableOverProxy } from "../support/faults/failpoints.ts"
import { startServer } from "../support/faults/processes.ts"
import { post, send } from "../support/http/http.ts"
import { quickOrFull } from "../support/runner/runs.ts"

/** Statements of the choice, by a part of their text. */
const statements = [
  "UPDATE campaign_enrolments SET status = 'waiting'",
  "SELECT m.variant, count(*)::int AS people",
  "UPDATE campaigns SET status"
]

/** An account with subscribed contacts, and a token for campaigns. */
const seedAudience = Effect.fnUntraced(function* (size: number) {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount({ scopes: ["campaigns_read", "campaigns_write"] })
  yield* sql`
    INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at, updated_at)
    SELECT ${account.account_id}, 'con_' || lpad(n::text, 26, '0'), 'p' || n || '@example.com', 'p' || n || '@example.com', 'subscribed',
      'never_subscribed', 0, now(), now() FROM generate_series(1, ${size}) n`
  return account
})

const campaign = {
  name: "Spring",
  channel: "email",
  variants: [
    { subject: "A", html: "<p>A</p>" },
    { subject: "B", html: "<p>B</p>" }
  ],
  audience: { all: true, include: [], exclude: [] },
  variant_test: { percent: 50, measure: "clicked", wait_hours: 1, extend_hours: 0 }
}

/** Messages that went out and their contacts, those of each variant, and contacts that wait still. */
const countAll = (account_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      SELECT count(*)::int AS messages, count(DISTINCT contact_id)::int AS contacts,
        count(*) FILTER (WHERE variant = 0)::int AS a, count(*) FILTER (WHERE variant = 1)::int AS b,
        (SELECT count(*)::int FROM campaign_enrolments WHERE account_id = ${account_id} AND status IN ('waiting', 'reserved')) AS waiting
      FROM messages WHERE account_id = ${account_id} AND status IN ('captured', 'clicked')`
  )

/** Everybody who got the second variant clicks, and three hours go by. */
const clickAndWait = (account_id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.andThen(
      sql`UPDATE messages SET clicked_at = sent_at, status = 'clicked' WHERE account_id = ${account_id} AND variant = 1`,
      sql`UPDATE accounts SET is_test = true, clock_offset = 10800000 WHERE account_id = ${account_id}`
    )
  )

describe("a server killed while it chooses the better variant", () => {
  it.live(
    "chooses it once, and sends it once to each who waited",
    () =>
      Effect.gen(function* () {
        const settings = yield* postgres
        const start = yield* killableOverProxy(settings, new Set())
        for (const at of statements.slice(0, quickOrFull(1, statements.length))) {
          const { account_id, token } = yield* withDatabase(settings)(seedAudience(40))
          const read = (origin: string, path: string) =>
            Effect.map(
              send(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } }),
              ({ json }) => json?.data
            )
          const path = yield* Effect.gen(function* () {
            const { server, arm } = yield* start({ at, when: "after" })
            const created = yield* post(`${server.origin}/v1/campaigns`, token, campaign)
            const found = `/v1/campaigns/${created.json.data.id}`
            yield* post(`${server.origin}${found}/schedule`, token, {})
            yield* eventually(
              Effect.map(read(server.origin, found), (data) => data?.variant_choice?.sent_at !== undefined)
            )
            yield* arm
            yield* withDatabase(settings)(clickAndWait(account_id))
            assert.strictEqual((yield* Effect.timeout(server.ended, "5 minutes")).signal, "SIGKILL")
            return found
          }).pipe(Effect.scoped)
          const server = yield* startServer(settings)
          yield* eventually(Effect.map(read(server.origin, path), (data) => data?.status === "sent"))
          yield* server.end("SIGTERM")
          const [counted] = yield* withDatabase(settings)(countAll(account_id))
          assert.deepStrictEqual(counted, { messages: 40, contacts: 40, a: 10, b: 30, waiting: 0 }, at)
        }
      }),
    quickOrFull(5, 10) * 60_000
  )
})
