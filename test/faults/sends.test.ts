import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Step } from "../../src/domain/flows/Step.ts"
import { postgres, withDatabase } from "../support/database/databases.ts"
import { killableOverProxy } from "../support/faults/failpoints.ts"
import { deliveredOrder } from "../support/flows/flowOutcome.ts"
import { seedFlow } from "../support/flows/seedFlows.ts"
import { textStep } from "../support/flows/flowRuns.ts"
import { post } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { httpServer } from "../support/messages/providers.ts"
import { quickOrFull, reportRun } from "../support/runner/runs.ts"
import { eventually } from "../support/faults/eventually.ts"

interface Way {
  readonly table: "webhook_deliveries" | "messages"
  /** Text of the statement that marks a sent message. */
  readonly mark: string
  readonly header: string
  readonly step: (url: string) => Step
}

// Mails are covered by `failpoints.test.ts`, between any two statements.
const ways: Readonly<Record<string, Way>> = {
  webhook: {
    table: "webhook_deliveries",
    mark: "INSERT INTO webhook_attempts",
    header: "webhook-id",
    step: (url) => ({ id: "hook", type: "webhook", url })
  },
  text: { table: "messages", mark: "m.clicked_at", header: "idempotency-key", step: () => textStep("thanks") }
}
const kills = Array.from({ length: quickOrFull(1, 10) }, () => ["before", "after"] as const)
  .flat()
  .map((when, at) => ({ when, order_id: at + 1 }))
const phoneOf = (order_id: number) => `+1202555${1_000 + order_id}`

/** A timezone where it is noon, since texts are sent by day. */
const noon = () => {
  const east = 12 - new Date().getUTCHours()
  return `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`
}

describe("a server killed between a send and its mark", () => {
  for (const [name, { table, mark, header, step }] of Object.entries(ways)) {
    it.live(
      `resends an unmarked ${name} under the same key, and no marked one`,
      () =>
        Effect.gen(function* () {
          const receiver = yield* httpServer()
          const settings = yield* postgres
          const sending = { ...settings, SMS_URL: `${receiver.url}/?From=%2B15550100`, WEBHOOK_ALLOW_PRIVATE: "true" }
          const { account_id, token } = yield* withDatabase(settings)(seedFlow([step(receiver.url)]))
          const inDatabase = <A, E>(work: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
            withDatabase(settings)(Effect.flatMap(SqlClient.SqlClient, work))
          yield* inDatabase((sql) => sql`UPDATE accounts SET timezone = ${noon()} WHERE account_id = ${account_id}`)
          const start = yield* killableOverProxy(sending, new Set())
          for (const { order_id, when } of kills) {
            yield* Effect.gen(function* () {
              const { server, arm } = yield* start({ at: mark, when })
              yield* arm
              const order = { ...deliveredOrder(order_id), phone: phoneOf(order_id), accepts_sms_marketing: true }
              // Its response may be lost.
              yield* Effect.exit(post(`${server.origin}/v1/orders/placed`, token, order))
              assert.strictEqual((yield* Effect.timeout(server.ended, "5 minutes")).signal, "SIGKILL")
            }).pipe(Effect.scoped)
            // Each round uses its own messages. Leases of dead processes are tested with mails.
            yield* inDatabase((sql) => sql`UPDATE ${sql(table)} SET claimed_until = now() + interval '1 hour'`)
          }
          yield* inDatabase((sql) => sql`UPDATE ${sql(table)} SET claimed_until = NULL`)
          const server = yield* startServer(sending)
          yield* inDatabase((sql) =>
            eventually(
              Effect.map(
                sql`SELECT FROM ${sql(table)} WHERE status IN ('sent', 'delivered')`,
                ({ length }) => length === kills.length
              )
            )
          )
          yield* server.end("SIGTERM")
          const keys = Map.groupBy(
            receiver.received.map(({ headers, body }) => ({
              key: String(headers[header]),
              order_id: kills.find(({ order_id: id }) => decodeURIComponent(body).includes(phoneOf(id)))?.order_id
            })),
            ({ order_id }) => order_id
          )
          reportRun(`kill -9 between a ${name} and its mark`, {
            runs: kills.length,
            more: `${receiver.received.length} sends of ${kills.length}, one key each`
          })
          assert.deepStrictEqual(
            kills.map(({ order_id, when }) => ({ when, sent: keys.get(order_id)?.length })),
            kills.map(({ when }) => ({ when, sent: when === "before" ? 2 : 1 }))
          )
          for (const of of keys.values()) assert.strictEqual(new Set(of.map(({ key }) => key)).size, 1)
          assert.strictEqual(new Set([...keys.values()].flat().map(({ key }) => key)).size, kills.length)
        }),
      quickOrFull(5, 25) * 60_000
    )
  }
})
