import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
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
            assert.strictEqual((yield* Effect.timeout(server.ended, "5 minutes")).signal, "SIGKILL")
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

// Every tenth contact has unsubscribed, and the mail of another one in ten cannot be rendered.
const people = quickOrFull(10_000, 100_000)
const endless = "{% for n in (1..60000) %}x{% endfor %}"

type Sums = Readonly<Record<string, number>>
type Skipped = ReadonlyArray<{ readonly reason: string; readonly count: number }>

const total = (counts: ReadonlyArray<number>) => counts.reduce((sum, count) => sum + count, 0)

/** The audience of a campaign by what became of it, which must add up; an answer without it, as under load, is asked for again. */
const addedUp = (origin: string, path: string, token: string) =>
  send(`${origin}${path}/results`, { headers: { authorization: `Bearer ${token}` } }).pipe(
    Effect.flatMap(({ status, json }) => {
      const { skipped_by = [], ...sums }: Sums & { readonly skipped_by?: Skipped } = json?.data?.sums ?? {}
      return status === 200 ? Effect.succeed({ skipped_by, sums }) : Effect.fail("unavailable")
    }),
    Effect.retry({ times: 20, schedule: Schedule.spaced("100 millis") }),
    Effect.map(({ skipped_by, sums: { audience = 0, ...others } }): Sums => {
      assert.strictEqual(total(Object.values(others)), audience)
      assert.strictEqual(total(skipped_by.map(({ count }) => count)), others["skipped"])
      assert.isAtMost(audience, people)
      return { audience, ...others }
    })
  )

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`the sums of a campaign over three kills and a pause, ${database}`, () => {
    it.live(
      "are those of its audience at every moment, and in the end each contact counts once",
      () =>
        Effect.gen(function* () {
          const random = seededRandom()
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(
            Effect.gen(function* () {
              const account = yield* seedAudience(people)
              const sql = yield* SqlClient.SqlClient
              yield* sql`UPDATE contacts SET email_consent = CASE WHEN contact_id LIKE '%1' THEN 'unsubscribed' ELSE 'subscribed' END,
                first_name = CASE WHEN contact_id LIKE '%2' THEN 'Zed' ELSE 'Ada' END WHERE account_id = ${account.account_id}`
              return account
            })
          )
          let server = yield* startServer(settings)
          const html = `<p>A</p>{% if contact.first_name == "Zed" %}${endless}{% endif %}`
          const created = yield* post(`${server.origin}/v1/campaigns`, token, {
            ...body,
            variants: [{ subject: "A", html }, body.variants[1]]
          })
          const path = `/v1/campaigns/${created.json.data.id}`
          assert.strictEqual((yield* post(`${server.origin}${path}/schedule`, token, {})).status, 200)
          for (let kill = 1; kill <= 3; kill++) {
            // Each kill meets the campaign at work: some have their end, others not.
            yield* eventually(
              Effect.map(addedUp(server.origin, path, token), ({ captured = 0 }) => captured >= (kill * people) / 8)
            )
            yield* Effect.sleep(random() * 200)
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
            if (kill !== 2) continue
            assert.strictEqual((yield* post(`${server.origin}${path}/pause`, token, {})).status, 200)
            yield* eventually(Effect.map(addedUp(server.origin, path, token), ({ held = 0 }) => held > 0))
            assert.strictEqual((yield* post(`${server.origin}${path}/resume`, token, {})).status, 200)
          }
          yield* eventually(Effect.map(statusOf(server.origin, path, token), (now) => now === "sent"))
          const { audience, captured, skipped, failed, ...none } = yield* addedUp(server.origin, path, token)
          yield* server.end("SIGTERM")
          const [counted] = yield* withDatabase(settings)(countAll(account_id))
          assert.deepStrictEqual(
            { audience, skipped, all: (captured ?? 0) + (failed ?? 0) },
            { audience: people, skipped: people / 10, all: (9 * people) / 10 }
          )
          assert.isAbove(failed ?? 0, 0)
          assert.deepStrictEqual(counted, {
            enrolled: (9 * people) / 10,
            messages: (9 * people) / 10,
            contacts: (9 * people) / 10,
            captured
          })
          assert.deepStrictEqual(none, { waiting: 0, held: 0, sent: 0, cancelled: 0 })
          reportRun(`three kills and a pause of a campaign to ${people}, ${database}`, { runs: 4 })
        }),
      quickOrFull(15, 60) * 60_000
    )
  })
}
