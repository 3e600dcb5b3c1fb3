import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, postgres, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { killableOverProxy } from "../support/faults/failpoints.ts"
import { startServer } from "../support/faults/processes.ts"
import { post, send } from "../support/http/http.ts"
import { quickOrFull, repetitions, reportRun, seededRandom } from "../support/runner/runs.ts"

const contacts = quickOrFull(2_000, 6_000)
/** Statements of a step, by a part of their text. */
const statements = [
  "UPDATE campaign_enrolments e SET",
  "INSERT INTO campaign_enrolments",
  "INSERT INTO messages",
  "UPDATE campaigns SET status"
]
const points = statements
  .slice(0, quickOrFull(1, statements.length))
  .flatMap((at) => (["before", "after"] as const).map((when) => ({ at, when })))
const rounds = repetitions(4, 40)

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

/** Enrolments, messages, contacts with a message, and messages that were captured. */
const countAll = (account_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ enrolled: number; messages: number; contacts: number; captured: number }>`
      SELECT (SELECT count(*)::int FROM campaign_enrolments WHERE account_id = ${account_id} AND status = 'queued') AS enrolled,
        count(*)::int AS messages, count(DISTINCT contact_id)::int AS contacts,
        count(*) FILTER (WHERE status = 'captured')::int AS captured
      FROM messages WHERE account_id = ${account_id}`
  )

const body = {
  name: "Spring",
  channel: "email",
  variants: [
    { subject: "A", html: "<p>A</p>" },
    { subject: "B", html: "<p>B</p>" }
  ],
  audience: { all: true, include: [], exclude: [] }
}

const statusOf = (origin: string, path: string, token: string) =>
  Effect.map(
    send(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } }),
    ({ json }) => json?.data?.status
  )

describe("a server killed between the statements of a campaign's step", () => {
  it.live(
    "repeats and loses no message",
    () =>
      Effect.gen(function* () {
        const settings = yield* postgres
        const start = yield* killableOverProxy(settings, new Set())
        for (const point of points) {
          const { account_id, token } = yield* withDatabase(settings)(seedAudience(30))
          const path = yield* Effect.gen(function* () {
            const { server, arm } = yield* start(point)
            const created = yield* post(`${server.origin}/v1/campaigns`, token, body)
            yield* arm
            // Its response may be lost.
            yield* Effect.exit(post(`${server.origin}/v1/campaigns/${created.json.data.id}/schedule`, token, {}))
            assert.strictEqual((yield* Effect.timeout(server.ended, "1 minute")).signal, "SIGKILL")
            return `/v1/campaigns/${created.json.data.id}`
          }).pipe(Effect.scoped)
          const server = yield* startServer(settings)
          yield* post(`${server.origin}${path}/schedule`, token, {})
          yield* eventually(Effect.map(statusOf(server.origin, path, token), (now) => now === "sent"))
          yield* server.end("SIGTERM")
          const [counted] = yield* withDatabase(settings)(countAll(account_id))
          assert.deepStrictEqual(counted, { enrolled: 30, messages: 30, contacts: 30, captured: 30 }, point.at)
        }
        reportRun("kill -9 between the statements of a campaign", { runs: points.length })
      }),
    quickOrFull(5, 10) * 60_000
  )
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`a server killed while it enrols and sends, ${database}`, () => {
    it.live(
      "sends one message to each contact of the campaign, and loses none",
      () =>
        Effect.gen(function* () {
          const random = seededRandom()
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seedAudience(contacts))
          let server = yield* startServer(settings)
          const created = yield* post(`${server.origin}/v1/campaigns`, token, body)
          const path = `/v1/campaigns/${created.json.data.id}`
          const scheduled = yield* post(`${server.origin}${path}/schedule`, token, {})
          assert.strictEqual(scheduled.status, 200, scheduled.text)
          for (let round = 1; round <= rounds; round++) {
            yield* Effect.sleep(random() * 500)
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
          }
          yield* eventually(Effect.map(statusOf(server.origin, path, token), (now) => now === "sent"))
          yield* server.end("SIGTERM")
          const [counted] = yield* withDatabase(settings)(countAll(account_id))
          assert.deepStrictEqual(counted, {
            enrolled: contacts,
            messages: contacts,
            contacts,
            captured: contacts
          })
          reportRun(`kill -9 while a campaign enrols and sends, ${database}`, { runs: rounds })
        }),
      quickOrFull(10, 20) * 60_000
    )
  })
}
