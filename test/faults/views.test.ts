import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { addFlow } from "../support/flows/seedFlows.ts"
import { mailStep } from "../support/flows/flowRuns.ts"
import { send } from "../support/http/http.ts"
import { quickOrFull, repetitions, reportRun } from "../support/runner/runs.ts"

const perRound = 40

// Flows of a test account whose clock is ahead are looked at in every round.
const seedReminding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount({ scopes: ["flows_read"] })
  const { account_id } = account
  yield* addFlow(account_id, "flo_1", [mailStep("remind")], {
    type: "product_viewed",
    times: 2,
    within: "1 day",
    duration: "1 second"
  })
  yield* sql`UPDATE accounts SET is_test = true, clock_offset = 1000 WHERE account_id = ${account_id}`
  yield* sql`UPDATE flows SET checked_until = now() WHERE account_id = ${account_id}`
  yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at, updated_at)
    SELECT ${account_id}, 'con_' || n, 'buyer' || n || '@example.com', 'buyer' || n || '@example.com', 'subscribed', 'never_subscribed', 0,
      now(), now() FROM generate_series(0, 8) n`
  return account
})

/** Two views of each of some new products. */
const addViews = Effect.fnUntraced(function* (account_id: string, round: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO product_views (account_id, visitor_id, view_id, contact_id, product_id, viewed_at, expires_at)
    SELECT ${account_id}, 'v', ${round} || '-' || n, 'con_' || ((n / 2) % 9), ${round} || '-' || (n / 2), now() + interval '1 second',
      now() + interval '90 days' FROM generate_series(0, ${2 * perRound - 1}::int) n`
})

const outcome = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [figures] = yield* sql`
    SELECT (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id}) AS runs,
      (SELECT count(DISTINCT (contact_id, product_id))::int FROM flow_runs WHERE account_id = ${account_id}) AS causes,
      (SELECT count(DISTINCT (contact_id, product_id))::int FROM product_views WHERE account_id = ${account_id}) AS viewed,
      (SELECT count(*)::int FROM messages WHERE account_id = ${account_id}) AS messages`
  return figures
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`flows for viewed products of a server that is killed, ${database}`, () => {
    it.live(
      "start once for a contact, a product and its last view, and for each, wherever the kill interrupts",
      () =>
        Effect.gen(function* () {
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seedReminding)
          const rounds = repetitions(2, 20)
          // A busy server answers 503, which counts nothing.
          const runs = (server: RunningServer, state: string) =>
            Effect.map(
              send(`${server.origin}/v1/flows/flo_1/runs?state=${state}`, {
                headers: { authorization: `Bearer ${token}` }
              }),
              ({ json }): number => json?.pagination?.total_count ?? Number.NaN
            )
          // The database of a server is written to while no server runs, as an embedded one is of a single process.
          for (let round = 0; round < rounds; round++) {
            yield* withDatabase(settings)(addViews(account_id, `r${round}`))
            const server = yield* startServer(settings)
            const begun = round * perRound
            const started = Effect.map(
              Effect.all([runs(server, "completed"), runs(server, "under_way")]),
              ([completed, under_way]) => completed + under_way > begun
            )
            yield* eventually(started)
            yield* server.end("SIGKILL")
          }
          const server = yield* startServer(settings)
          yield* eventually(Effect.map(runs(server, "completed"), (count) => count >= rounds * perRound))
          const underWay = Effect.map(runs(server, "under_way"), (count) => count === 0)
          yield* eventually(underWay)
          yield* server.end("SIGTERM")
          const found = yield* withDatabase(settings)(outcome(account_id))
          reportRun(`flows for views of a killed server, ${database}`, {
            runs: rounds,
            more: `${rounds * perRound} views`
          })
          const expected = rounds * perRound
          assert.deepStrictEqual(found, { runs: expected, causes: expected, viewed: expected, messages: expected })
        }),
      quickOrFull(10, 15) * 60_000
    )
  })
}
