import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { claimLoss } from "../../src/domain/messages/ClaimLoss.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { Outbox } from "../../src/store/messages/Outbox.ts"
import { databases, onEither, withDatabase } from "../support/database/databases.ts"
import { deliveredOrder } from "../support/flows/flowOutcome.ts"
import { addFlow } from "../support/flows/seedFlows.ts"
import { post } from "../support/http/http.ts"
import { idleCapacity, newMessage, seedContact } from "../support/messages/messages.ts"
import { resetPeakMemory, peakMemory, startServer } from "../support/faults/processes.ts"
import { httpServer, mailServer } from "../support/messages/providers.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

const step = { flow_id: "flow_1", run_id: "run_1", step_id: "s1", key: "run_1/s1", order_id: null, event_id: null }

onEither(
  "a claim lost with its process",
  Layer.mergeAll(Outbox.layer, Messages.layer, Deliveries.layer),
  (it) => {
    const expire = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.all([
        sql`UPDATE messages SET claimed_until = (claimed_until AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'`,
        sql`UPDATE webhook_deliveries SET claimed_until = (claimed_until AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'`
      ])
    )
    const contact = Effect.flatMap(seedAccount(), ({ account_id }) => seedContact(account_id))

    it.effect(
      "is counted, a second time only after an isolated send, and reset when marked; a released one is not counted",
      () =>
        Effect.gen(function* () {
          yield* (yield* Messages).record([newMessage(yield* contact)])
          const outbox = yield* Outbox
          const claim = Effect.gen(function* () {
            const [message] = yield* outbox.claim(yield* Clock.currentTimeMillis, "email", idleCapacity)
            return message ?? assert.fail("nothing is due")
          })
          const first = yield* claim
          yield* expire
          const second = yield* claim
          assert.isFalse(yield* outbox.beginAlone(first))
          yield* expire
          const third = yield* claim
          assert.isTrue(yield* outbox.beginAlone(third))
          yield* expire
          const fourth = yield* claim
          yield* outbox.release(fourth)
          const fifth = yield* claim
          yield* expire
          const sixth = yield* claim
          const failed = {
            status: "queued",
            reason: "busy",
            due_at: 0,
            recipient: null,
            subject: null,
            body: null
          } as const
          yield* outbox.finish(0, { ...failed, ...sixth })
          assert.deepStrictEqual(
            [first, second, third, fourth, fifth, sixth, yield* claim].map(({ lost_claims }) => lost_claims),
            [
              claimLoss.none,
              claimLoss.once,
              claimLoss.once,
              claimLoss.again,
              claimLoss.once,
              claimLoss.once,
              claimLoss.none
            ]
          )
        })
    )

    it.effect("is counted for webhooks as for messages", () =>
      Effect.gen(function* () {
        const { account_id, contact_id } = yield* contact
        const deliveries = yield* Deliveries
        yield* deliveries.record([{ ...step, account_id, contact_id, url: "https://hooks.example/a" }])
        const claim = Effect.gen(function* () {
          const [delivery] = yield* deliveries.claim(yield* Clock.currentTimeMillis, idleCapacity)
          return delivery ?? assert.fail("nothing is due")
        })
        const first = yield* claim
        yield* expire
        const second = yield* claim
        assert.deepStrictEqual(
          [yield* deliveries.beginAlone(first), yield* deliveries.beginAlone(second)],
          [false, true]
        )
        yield* expire
        const third = yield* claim
        yield* deliveries.release(third)
        assert.deepStrictEqual(
          [first, second, third, yield* claim].map(({ lost_claims }) => lost_claims),
          [claimLoss.none, claimLoss.once, claimLoss.again, claimLoss.once]
        )
      })
    )
  },
  { excludeTestServices: true }
)

/** Statuses and reasons of all messages and webhooks of an account, by flow. */
const outcomes = (account_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ flow_id: string; status: string; reason: string | null }>`
      SELECT flow_id, status, reason FROM messages WHERE account_id = ${account_id}
      UNION ALL SELECT d.flow_id, d.status, a.reason FROM webhook_deliveries d LEFT JOIN webhook_attempts a USING (account_id, delivery_id)
      WHERE account_id = ${account_id} ORDER BY flow_id`
    return Object.fromEntries(rows.map(({ flow_id, status, reason }) => [flow_id, [status, reason]]))
  })

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`a process that is killed while it sends, ${database}`, () => {
    it.live(
      "resends a mail and a webhook in isolation, and parks both with a reason when it is killed again",
      () =>
        Effect.gen(function* () {
          const hanging = yield* Latch.make()
          const mails = yield* mailServer({ taking: () => Effect.runPromise(hanging.await) })
          const hooks = yield* httpServer(() => undefined)
          const settings = yield* databases[database]
          const inDatabase = withDatabase(settings)
          const { account_id, token } = yield* inDatabase(
            Effect.gen(function* () {
              const account = yield* seedAccount({ integrations: 1 })
              yield* addFlow(account.account_id, "mail", [
                { id: "a", type: "send_email", subject: "Hi", html: "<p>Hi</p>" }
              ])
              yield* addFlow(account.account_id, "hook", [{ id: "a", type: "webhook", url: hooks.url }])
              return account
            })
          )
          const sending = { ...settings, SMTP_URL: mails.url, WEBHOOK_ALLOW_PRIVATE: "true" }
          const endLeases = Effect.flatMap(SqlClient.SqlClient, (sql) =>
            Effect.all([
              sql`UPDATE messages SET claimed_until = now() WHERE claimed_until IS NOT NULL`,
              sql`UPDATE webhook_deliveries SET claimed_until = now() WHERE claimed_until IS NOT NULL`
            ])
          )
          for (const kill of [1, 2]) {
            const server = yield* startServer(sending)
            if (kill === 1) yield* post(`${server.origin}/v1/orders/placed`, token, deliveredOrder(1))
            yield* mails.arrived(kill)
            yield* hooks.arrived(kill)
            yield* server.end("SIGKILL")
            // A start on an embedded database frees claims without waiting for leases.
            if (database === "PostgreSQL") yield* inDatabase(endLeases)
          }
          const last = yield* startServer(sending)
          const parked = ["failed", "the process ended twice while it was being sent"]
          if (database === "PostgreSQL")
            yield* inDatabase(
              eventually(
                Effect.map(outcomes(account_id), ({ mail, hook }) => mail?.[0] === "failed" && hook?.[0] === "failed")
              )
            )
          // Due messages are claimed in order: once the next order's are out, the earlier ones have been handled.
          yield* post(`${last.origin}/v1/orders/placed`, token, deliveredOrder(2))
          yield* mails.arrived(3)
          yield* hooks.arrived(3)
          // SIGTERM would wait ten seconds for the hanging mail.
          yield* last.end("SIGKILL")
          assert.lengthOf(
            mails.received.filter(({ to }) => to === "buyer1@example.com"),
            2
          )
          const first = Effect.flatMap(SqlClient.SqlClient, (sql) =>
            Effect.andThen(
              sql`DELETE FROM webhook_deliveries WHERE status = 'queued'`,
              sql`DELETE FROM messages WHERE status = 'queued'`
            )
          )
          assert.deepStrictEqual(yield* inDatabase(Effect.andThen(first, outcomes(account_id))), {
            mail: parked,
            hook: parked
          })
        }),
      5 * 60_000
    )
  })
}

describe("a saved flow whose template exceeds the output limit", () => {
  it.live(
    "fails its message with the reason, with flat memory, also after a restart",
    () =>
      Effect.gen(function* () {
        const settings = yield* databases.embedded
        const html = `{% for i in (1..1500) %}${"a".repeat(190_000)}{% endfor %}`
        const { account_id, token } = yield* withDatabase(settings)(
          Effect.gen(function* () {
            const account = yield* seedAccount({ integrations: 1 })
            yield* addFlow(account.account_id, "large", [{ id: "a", type: "send_email", subject: "Hi", html }])
            yield* addFlow(account.account_id, "small", [
              { id: "a", type: "send_email", subject: "Hi", html: "<p>Hi</p>" }
            ])
            return account
          })
        )
        const mails = yield* mailServer()
        for (const start of [1, 2]) {
          const server = yield* startServer({ ...settings, SMTP_URL: mails.url })
          resetPeakMemory(server.pid)
          const before = peakMemory(server.pid)
          const ids = Array.from({ length: 10 }, (_, at) => start * 100 + at)
          yield* Effect.forEach(ids, (id) => post(`${server.origin}/v1/orders/placed`, token, deliveredOrder(id)))
          yield* mails.arrived(10 * start)
          assert.isBelow(peakMemory(server.pid) - before, 250)
          assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
        }
        const { large, small } = yield* withDatabase(settings)(outcomes(account_id))
        assert.deepStrictEqual(small, ["sent", null])
        assert.deepStrictEqual(large, ["failed", "The template failed: more than 1 MB of text, line:1, col:25"])
      }),
    5 * 60_000
  )
})
