import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { WorkflowEngine } from "effect/workflow"
import { BackgroundProgramsLayer } from "../../src/programs/Programs.ts"
import { ApplicationLayer } from "../../src/Server.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { DatabaseUpkeepLayer } from "../../src/store/upkeep/DatabaseUpkeep.ts"
import { QueueWatch } from "../../src/store/upkeep/QueueWatch.ts"
import { isDistributed, onBoth, settingsLayer } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { answered, Statements } from "../support/flows/engine.ts"

const settings = settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32), PUBLIC_URL: "https://tally.example" })

/** All work that goes on without calls. */
const backgroundLayer = Layer.merge(BackgroundProgramsLayer, DatabaseUpkeepLayer).pipe(
  Layer.provide(ApplicationLayer),
  Layer.provide([Keys.layer, WorkflowEngine.layerMemory]),
  Layer.provideMerge(Statements.layer),
  Layer.provide(settings)
)

// Work that goes on after a statement may send another one.
const settled = Effect.repeat(answered, { times: 20 })

const seconds = (count: number) =>
  Effect.repeat(Effect.andThen(settled, TestClock.adjust("1 second")), { times: count - 1 })

// A look follows each second in which a transaction ended on the server, so no other suite may use it.
const alone = { alone: true }

onBoth(
  "an idle service",
  backgroundLayer,
  (it, database) => {
    // On a cluster each look reads clocks and the time beside the queues, and other suites write to it. Nothing but this process writes to the
    // embedded database.
    const most = isDistributed ? 240 : database === "embedded" ? 12 : 80
    it.effect(`sends at most ${most} statements a minute`, () =>
      Effect.gen(function* () {
        const { begun } = yield* Statements
        yield* seedAccount()
        yield* seconds(75)
        const before = yield* begun
        yield* seconds(60)
        assert.isAtMost((yield* begun) - before, most)
        assert.isAtLeast((yield* begun) - before, database === "embedded" ? 1 : 30)
      })
    )
  },
  alone
)

const report = (account_id: string, dueIn: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const at = new Date((yield* TestClock.testClockWith(({ currentTimeMillis }) => currentTimeMillis)) + dueIn)
    yield* sql`INSERT INTO received_reports (account_id, report_id, place, status, report, due_at)
      VALUES (${account_id}, ${`rep_${dueIn}`}, 0, 'waiting', '{}', ${at})`
  })

onBoth(
  "what is due",
  Layer.provideMerge(QueueWatch.layer, Statements.layer),
  (it) => {
    it.effect("is found within a second after it is written, and within a second after its time has come", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { awaitDue } = yield* QueueWatch
        const { account_id } = yield* seedAccount()
        let found = 0
        yield* Effect.forkChild(
          Effect.forever(
            Effect.andThen(
              awaitDue("report"),
              Effect.sync(() => found++)
            )
          ),
          { startImmediately: true }
        )
        yield* seconds(10)
        yield* settled
        assert.strictEqual(found, 0)
        yield* report(account_id, 30_000)
        yield* seconds(28)
        yield* settled
        assert.strictEqual(found, 0)
        yield* seconds(3)
        yield* settled
        assert.isAbove(found, 0)
        yield* sql`DELETE FROM received_reports`
        yield* seconds(3)
        yield* settled
        found = 0
        yield* report(account_id, 0)
        yield* seconds(2)
        yield* settled
        assert.isAbove(found, 0)
      })
    )

    it.effect("a lease that ends without a write is found within six seconds, also after a long rest", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { awaitDue } = yield* QueueWatch
        const { account_id } = yield* seedAccount()
        yield* seconds(100)
        const now = yield* Clock.currentTimeMillis
        const [at, leaseEnd] = [new Date(now), new Date(now + 20_000)]
        yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, body, status, due_at, created_at,
            updated_at, claimed_until)
          VALUES (${account_id}, 'msg_leased', 'leased', 'con_leased', 'email', 'flow', '', 'queued', ${at}, ${at}, ${at}, ${leaseEnd})`
        let found = 0
        yield* Effect.forkChild(
          Effect.forever(
            Effect.andThen(
              awaitDue("email"),
              Effect.sync(() => found++)
            )
          ),
          { startImmediately: true }
        )
        yield* seconds(18)
        yield* settled
        assert.strictEqual(found, 0)
        yield* seconds(8)
        yield* settled
        assert.isAbove(found, 0)
      })
    )

    // On a cluster nothing tells of writes.
    if (isDistributed) return
    it.effect("work that is done once for each write is done again after one, and not while nothing is written", () =>
      Effect.gen(function* () {
        const { oncePerWrite } = yield* QueueWatch
        let rounds = 0
        yield* Effect.forkChild(Effect.forever(oncePerWrite(Effect.sync(() => rounds++))), { startImmediately: true })
        yield* seconds(5)
        yield* settled
        const before = rounds
        yield* seconds(20)
        yield* settled
        const meanwhile = rounds
        yield* seedAccount()
        yield* seconds(2)
        yield* settled
        assert.deepStrictEqual({ meanwhile, rounds }, { meanwhile: before, rounds: before + 1 })
      })
    )
  },
  alone
)
