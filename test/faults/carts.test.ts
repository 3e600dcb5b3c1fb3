import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { startLoad } from "../support/faults/load.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { addFlow } from "../support/flows/seedFlows.ts"
import { mailStep } from "../support/flows/flowRuns.ts"
import { contentType, encoded, send } from "../support/http/http.ts"
import { quickOrFull, repetitions, reportRun } from "../support/runner/runs.ts"
import { cartBody } from "../support/samples/carts.ts"

// Flows of a test account whose clock is ahead are looked at in every round.
const seedReminding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount({ scopes: ["carts_write", "flows_read"] })
  yield* addFlow(account.account_id, "flo_1", [mailStep("remind")], { type: "cart_abandoned", duration: "1 second" })
  yield* sql`UPDATE accounts SET is_test = true, clock_offset = 1000 WHERE account_id = ${account.account_id}`
  yield* sql`UPDATE flows SET checked_until = now() WHERE account_id = ${account.account_id}`
  return account
})

const outcome = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [figures] = yield* sql`
    SELECT (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id}) AS runs,
      (SELECT count(DISTINCT (cart_id, cart_changed_at))::int FROM flow_runs WHERE account_id = ${account_id}) AS causes,
      (SELECT count(*)::int FROM carts c WHERE account_id = ${account_id} AND NOT EXISTS (SELECT FROM flow_runs r
        WHERE r.account_id = c.account_id AND r.cart_id = c.cart_id AND r.cart_changed_at = c.changed_at)) AS missed,
      (SELECT count(*)::int FROM messages WHERE account_id = ${account_id}) AS messages`
  return figures
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`flows for abandoned carts of a server that is killed, ${database}`, () => {
    it.live(
      "start once for a cart and its last change, and for each, wherever the kill interrupts",
      () =>
        Effect.gen(function* () {
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seedReminding)
          let server: RunningServer = yield* startServer(settings)
          const call = (origin: string, method: string, path: string, body?: unknown) =>
            send(`${origin}/v1${path}`, {
              method,
              headers: { authorization: `Bearer ${token}`, ...contentType(body) },
              ...encoded(body)
            })
          const load = yield* startLoad(token, {
            clients: 4,
            pause: 20,
            targets: () => [server],
            send: (origin, id) =>
              call(origin, "PUT", `/carts/c-${id}`, cartBody({ email: `buyer${id % 9}@example.com` }))
          })
          for (let round = 0; round < repetitions(2, 20); round++) {
            yield* load.served(60)
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
          }
          yield* load.served(20)
          yield* load.stop
          const acknowledged = load.acknowledged().length
          const completed = Effect.map(
            call(server.origin, "GET", "/flows/flo_1/runs?state=completed"),
            ({ json }) => json
          )
          yield* eventually(Effect.map(completed, ({ pagination }) => pagination.total_count >= acknowledged))
          // The look that finds one more cart has found the others again, had they been left.
          yield* call(server.origin, "PUT", "/carts/last", cartBody({ email: "last@example.com" }))
          yield* eventually(
            Effect.map(completed, ({ data }) =>
              data.some((run: { readonly contact: string }) => run.contact === "last@example.com")
            )
          )
          // Runs start together, and each queues its message in a transaction of its own.
          const underWay = call(server.origin, "GET", "/flows/flo_1/runs?state=under_way")
          yield* eventually(Effect.map(underWay, ({ json }) => json?.pagination?.total_count === 0))
          yield* server.end("SIGTERM")
          const found = yield* withDatabase(settings)(outcome(account_id))
          reportRun(`flows for carts of a killed server, ${database}`, {
            runs: repetitions(2, 20),
            more: `${acknowledged} carts`
          })
          assert.isAtLeast(Number(found?.["runs"]), acknowledged)
          assert.deepStrictEqual(found, { ...found, causes: found?.["runs"], messages: found?.["runs"], missed: 0 })
        }),
      quickOrFull(10, 15) * 60_000
    )
  })
}
