import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { contentType, encoded, send } from "../support/http/http.ts"
import { quickOrFull, repetitions, reportRun, seededRandom } from "../support/runner/runs.ts"

const scopes = ["coupons_read", "coupons_write", "campaigns_read", "campaigns_write"] as const
const people = quickOrFull(1_500, 6_000)
const html = "<p>{{ coupon.spring }}</p>"

const seedPeople = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount({ scopes: [...scopes] })
  yield* sql`
    INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at, updated_at)
    SELECT ${account.account_id}, 'con_' || lpad(n::text, 26, '0'), 'p' || n || '@example.com', 'p' || n || '@example.com', 'subscribed',
      'never_subscribed', 0, now(), now() FROM generate_series(1, ${people}) n`
  return account
})

// A busy server answers 503; its caller comes again.
const caller = (token: string) => (origin: string, method: string, path: string, body?: unknown) =>
  send(`${origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...contentType(body) },
    ...encoded(body)
  }).pipe(
    Effect.filterOrFail(({ status }) => status !== 503),
    Effect.retry({ times: 30, schedule: Schedule.spaced("300 millis") })
  )

const campaign = {
  name: "Spring",
  channel: "email",
  variants: [{ subject: "{{ coupon.spring }}", html }],
  audience: { all: true, include: [], exclude: [] }
}

/** Captured messages; their distinct codes; those without the code of their contact and purpose; and codes given without such a message. */
const outcome = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<Record<"captured" | "codes" | "wrong" | "lost" | "doubled", number>>`
    SELECT (SELECT count(*)::int FROM messages WHERE account_id = ${account_id} AND status = 'captured') AS captured,
      (SELECT count(DISTINCT subject)::int FROM messages WHERE account_id = ${account_id} AND status = 'captured') AS codes,
      (SELECT count(*)::int FROM messages m WHERE account_id = ${account_id} AND status = 'captured' AND NOT EXISTS (
        SELECT FROM coupon_codes c WHERE c.account_id = ${account_id} AND c.code = m.subject AND c.contact_id = m.contact_id
          AND c.purpose = coalesce(m.campaign_id, m.run_id))) AS wrong,
      (SELECT count(*)::int FROM coupon_codes c WHERE account_id = ${account_id} AND given_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM messages m WHERE m.account_id = ${account_id} AND m.contact_id = c.contact_id
          AND coalesce(m.campaign_id, m.run_id) = c.purpose)) AS lost,
      (SELECT count(*)::int FROM (SELECT FROM coupon_codes WHERE account_id = ${account_id} AND purpose IS NOT NULL
        GROUP BY coupon_id, purpose, contact_id HAVING count(*) > 1) twice) AS doubled`
  return found
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`codes of coupons in messages of a server that is killed, ${database}`, () => {
    it.live(
      "go to one contact each, none to two, and none is lost, wherever the kill interrupts",
      () =>
        Effect.gen(function* () {
          const random = seededRandom()
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seedPeople)
          const call = caller(token)
          let server: RunningServer = yield* startServer(settings)
          const made = yield* call(server.origin, "POST", "/coupons", { name: "spring" })
          const coupon = `/coupons/${made.json.data.id}/made-codes`
          const add = (count: number) =>
            call(server.origin, "POST", coupon, { pattern: "SPRING-########", count }).pipe(
              Effect.filterOrFail(({ status }) => status === 200)
            )
          yield* add(Math.ceil(people / 2))
          const created = yield* call(server.origin, "POST", "/campaigns", campaign)
          const path = `/campaigns/${created.json.data.id}`
          yield* call(server.origin, "POST", `${path}/schedule`, {})
          for (let round = 0; round < repetitions(3, 20); round++) {
            yield* Effect.sleep(500 + random() * 700)
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
          }
          // The messages that wait get what was missing.
          yield* eventually(Effect.exit(add(people)).pipe(Effect.map(({ _tag }) => _tag === "Success")))
          yield* eventually(Effect.map(call(server.origin, "GET", path), ({ json }) => json?.data?.status === "sent"))
          yield* server.end("SIGTERM")
          const found = yield* withDatabase(settings)(outcome(account_id))
          reportRun(`codes in messages of a killed server, ${database}`, {
            runs: repetitions(3, 20),
            more: `${people} recipients`
          })
          assert.deepStrictEqual(found, { captured: people, codes: people, wrong: 0, lost: 0, doubled: 0 })
        }),
      quickOrFull(10, 20) * 60_000
    )
  })
}
