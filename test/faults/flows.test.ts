import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/database/databases.ts"
import { seedToken } from "../support/database/seed.ts"
import { awaitMails, deliveredOrder, expectedOutcome, flowOutcome } from "../support/flows/flowOutcome.ts"
import { seedFlow } from "../support/flows/seedFlows.ts"
import { countLost, startLoad } from "../support/faults/load.ts"
import { eventually } from "../support/faults/eventually.ts"
import { send } from "../support/http/http.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { mailServer } from "../support/messages/providers.ts"
import { quickOrFull, repetitions, reportRun, timeLimit } from "../support/runner/runs.ts"

const bar = 30_000

/** Waits until the runs of all triggers have ended, by the rows on PostgreSQL. */
const settled = (account_id: string) =>
  flowOutcome(account_id).pipe(
    Effect.repeat({
      until: (now) => now?.completed === now?.causes,
      schedule: Schedule.spaced("100 millis")
    }),
    Effect.timeoutOption("5 minutes"),
    Effect.andThen(flowOutcome(account_id))
  )

interface StepSums {
  readonly step_id: string
  readonly sums: Readonly<
    Record<"audience" | "waiting" | "held" | "sent" | "captured" | "skipped" | "failed" | "cancelled", number>
  >
}

/**
 * The sums of the flow's mails, of one moment: each run that started has reached the first, so that its audience is their number. An answer
 * without them, as under load, is asked for again.
 */
const addedUp = (origin: string, token: string) =>
  send(`${origin}/v1/flows/flo_1/report`, { headers: { authorization: `Bearer ${token}` } }).pipe(
    Effect.flatMap(({ status, json }) => (status === 200 ? Effect.succeed(json.data) : Effect.fail("unavailable"))),
    Effect.retry({ times: 20, schedule: Schedule.spaced("100 millis") }),
    Effect.map(
      ({ runs, steps }: { readonly runs: { readonly started: number }; readonly steps: ReadonlyArray<StepSums> }) => {
        const [first, second] = ["first", "second"].map((id) => steps.find(({ step_id }) => step_id === id)?.sums)
        assert.strictEqual(first?.audience ?? 0, runs.started)
        for (const sums of [first, second]) {
          if (sums === undefined) continue
          const { waiting, held, sent, captured, skipped, failed, cancelled } = sums
          assert.strictEqual(waiting + held + sent + captured + skipped + failed + cancelled, sums.audience)
        }
        return { first, second }
      }
    )
  )

for (const database of ["embedded", "PostgreSQL"] as const) {
  // On PostgreSQL in `npm run faults` only: the next test and `failpoints.test.ts` kill servers there in every run.
  if (database === "PostgreSQL" && quickOrFull(0, 1) === 0) continue
  describe(`flows of a server that is killed, ${database}`, () => {
    it.live(
      "start once for each cause and run each step once, wherever the kill interrupts",
      () =>
        Effect.gen(function* () {
          const mails = yield* mailServer()
          const settings = { ...(yield* databases[database]), SMTP_URL: mails.url }
          const { account_id, token, reads } = yield* withDatabase(settings)(
            Effect.gen(function* () {
              const account = yield* seedFlow()
              return { ...account, reads: yield* seedToken(account.account_id, { scopes: ["flows_read"] }) }
            })
          )
          let server: RunningServer = yield* startServer(settings)
          const load = yield* startLoad(token, {
            clients: 4,
            pause: 50,
            targets: () => [server],
            orderOf: deliveredOrder
          })
          for (let round = 0; round < repetitions(1, 20); round++) {
            yield* load.served(15)
            yield* addedUp(server.origin, reads)
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
          }
          yield* load.stop
          const from = yield* Clock.currentTimeMillis
          const lost = yield* countLost(server, token, load)
          const causes = load.calls.length
          yield* awaitMails(() => mails.received, causes).pipe(Effect.timeoutOption("5 minutes"))
          const value = (yield* Clock.currentTimeMillis) - from
          // A mail arrives before its outcome is recorded.
          yield* eventually(
            Effect.map(
              addedUp(server.origin, reads),
              ({ first, second }) => first?.sent === causes && second?.sent === causes
            )
          )
          yield* server.end("SIGTERM")
          reportRun(`flows of a killed server, ${database}`, {
            runs: repetitions(1, 20),
            worst: { value, bar, unit: "ms", of: "until all was sent" },
            more: `${causes} causes`
          })
          const outcome = yield* withDatabase(settings)(flowOutcome(account_id))
          assert.deepStrictEqual({ lost, ...outcome }, { lost: 0, ...expectedOutcome(causes) })
          assert.isBelow(value, timeLimit(bar))
        }),
      quickOrFull(10, 15) * 60_000
    )
  })
}

describe("flows of several servers, one of them killed", () => {
  it.live(
    "continue on another server within 30 seconds",
    () =>
      Effect.gen(function* () {
        let value = 0
        for (let round = 0; round < quickOrFull(1, 5); round++) {
          const settings = yield* databases.PostgreSQL
          const { account_id, token } = yield* withDatabase(settings)(seedFlow())
          const servers = yield* Effect.forEach([settings, settings, settings], startServer)
          const load = yield* startLoad(token, {
            clients: 8,
            pause: 0,
            targets: () => servers,
            orderOf: deliveredOrder
          })
          yield* load.served(150)
          const from = yield* Clock.currentTimeMillis
          yield* servers[0]!.end("SIGKILL")
          yield* load.stop
          const outcome = yield* withDatabase(settings)(settled(account_id))
          value = Math.max(value, (yield* Clock.currentTimeMillis) - from)
          assert.deepStrictEqual(outcome, expectedOutcome(outcome?.causes ?? 0))
          yield* Effect.forEach(servers.slice(1), (server) => server.end("SIGTERM"), { concurrency: "unbounded" })
        }
        reportRun("flows of 3 servers, one killed", {
          runs: quickOrFull(1, 5),
          worst: { value, bar, unit: "ms", of: "until all were done" }
        })
        assert.isBelow(value, timeLimit(bar))
      }),
    quickOrFull(10, 15) * 60_000
  )
})

describe("a run that another process claims while it is still running", () => {
  it.live("runs each step once, and continues as one run", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const { account_id, token } = yield* withDatabase(settings)(seedFlow())
      const servers = yield* Effect.forEach([settings, settings, settings], startServer)
      const load = yield* startLoad(token, { clients: 4, pause: 0, targets: () => servers, orderOf: deliveredOrder })
      const outcome = yield* withDatabase(settings)(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const forget = sql`UPDATE flow_runs SET claimed_at = (claimed_at AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'
            WHERE account_id = ${account_id} AND status = 'running'`
          yield* Effect.forkScoped(Effect.forever(Effect.delay(Effect.ignore(forget), "20 millis")))
          yield* load.served(quickOrFull(60, 600))
          yield* load.stop
          return yield* settled(account_id)
        })
      )
      reportRun("runs taken up again while under way", { runs: outcome?.causes ?? 0 })
      assert.deepStrictEqual(outcome, expectedOutcome(load.calls.length))
    })
  )
})
