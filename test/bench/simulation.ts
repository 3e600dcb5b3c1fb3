import { Clock, ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { AdvanceRuns } from "../../src/programs/flows/AdvanceRuns.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { purgeRound } from "../../src/programs/Purge.ts"
import { Admissions } from "../../src/store/admission/Admissions.ts"
import { DatabaseLayer } from "../../src/store/database/Database.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { texts } from "../../src/store/sql/parameters.ts"
import { Purges } from "../../src/store/upkeep/Purges.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { startPostgres } from "../support/database/postgres.ts"
import { OnTestTime } from "../support/flows/testTime.ts"

/** A simulated day of many accounts on a new PostgreSQL: real admission, decisions and flow dispatch, on a test clock. */
const { values } = parseArgs({ options: { accounts: { type: "string", default: "100" } } })
const count = Math.max(40, Number(values.accounts))
const greedy = 5
const perDay = 500
const perMinute = 60
const ticks = 48
const most = 64

const nameOf = (at: number) => `acc_${String(at).padStart(7, "0")}`
const accounts = Array.from({ length: count }, (_, at) => ({
  account_id: nameOf(at),
  digest: digestOf(nameOf(at)),
  at
}))

const seedAccounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ids = texts(accounts.map(({ account_id }) => account_id))
  yield* sql`SET LOCAL statement_timeout = 0`
  yield* sql`INSERT INTO accounts (account_id, name, limit_per_minute, limit_per_day, created_at)
    SELECT id, 'Simulated', ${perMinute}::int, ${perDay}::int, now() FROM unnest(${ids}) AS id`
  yield* sql`INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, created_at)
    SELECT id, id, 'api', 'a', digest, '{orders_write}', now()
    FROM unnest(${ids}, ${texts(accounts.map(({ digest }) => digest))}) AS r (id, digest)`
  // Orders are tied to the account's one integration.
  yield* sql`INSERT INTO integrations (account_id, integration_id, store_name, store_url, digest, encrypted_token, active,
      created_at, updated_at)
    SELECT id, id, 'Shop', 'https://shop.example', id, '', true, now(), now() FROM unnest(${ids}) AS id`
})

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(seedAccounts)
  yield* sql`ANALYZE accounts, bearer_tokens, integrations`
  // One greedy account and twenty others run flows.
  for (const at of [0, ...Array.from({ length: 20 }, (_, n) => greedy + n)]) {
    yield* activateFlow(nameOf(at), { trigger: { type: "order_placed" } })
  }
})

/** The calls of an account in a tick: a few beyond the minute limit, one account in a hundred at intervals, the others once a day. */
const asks = (at: number, tick: number): number => {
  if (at < greedy) return 100
  const every = at < Math.max(25, count / 100) ? 4 : ticks
  return (at + tick) % every === 0 ? 1 : 0
}

const simulation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const admissions = yield* Admissions
  const orders = yield* PlaceOrders
  const dueRuns = yield* FlowRuns
  const flows = yield* AdvanceRuns
  yield* seed
  const used = accounts.map(() => 0)
  const figures = { requests: 0, accepted: 0, wronglyLimited: 0, runs: 0, delayed: 0 }

  const call = Effect.fnUntraced(function* (at: number, tick: number, nth: number) {
    const admitted = yield* admissions.admit({
      digest: digestOf(nameOf(at)),
      serviceAccountId: null,
      address: "192.0.2.1"
    })
    if (!admitted.granted) return 0
    const order_id = tick * 1_000 + nth
    yield* orders.place({
      account_id: nameOf(at),
      order_id: BigInt(order_id),
      fields: {
        email: `c${order_id % 500}@example.com`,
        total: "60",
        currency: "USD",
        placed_at: yield* Clock.currentTimeMillis
      },
      initial_sync: false,
      integration_digest: null,
      new_contact_id: `con_${at}_${order_id}`,
      actor: "simulation"
    })
    return 1
  })

  for (let tick = 0; tick < ticks; tick++) {
    const accepted = yield* Effect.forEach(
      accounts.filter(({ at }) => asks(at, tick) > 0),
      ({ at }) =>
        Effect.forEach(Array.from({ length: asks(at, tick) }), (_, nth) => call(at, tick, nth), {
          concurrency: "unbounded"
        }).pipe(Effect.map((ones) => ({ at, got: ones.reduce((sum: number, one) => sum + one, 0) }))),
      { concurrency: "unbounded" }
    )
    for (const { at, got } of accepted) {
      const before = used[at] ?? 0
      if (got !== Math.min(asks(at, tick), perMinute, perDay - before)) figures.wronglyLimited++
      used[at] = before + got
      figures.requests += asks(at, tick)
      figures.accepted += got
    }
    // Fairness: all other accounts proceed in the first turn, however much the greedy account has waiting.
    for (let turn = 0, taken = most; taken > 0; turn++) {
      const now = yield* Clock.currentTimeMillis
      const due = yield* dueRuns.claim({ now, limit: most })
      yield* flows.advance(due)
      taken = due.length
      figures.runs += taken
      if (turn > 0) figures.delayed += due.filter(({ account_id }) => account_id !== nameOf(0)).length
    }
    yield* TestClock.adjust("30 minutes")
  }

  const sizes = Effect.map(
    sql`SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM rate_windows) AS rate_windows,
      (SELECT count(*)::int FROM flow_triggers) AS flow_triggers, (SELECT count(*)::int FROM flow_runs) AS flow_runs`,
    ([row]) => row
  )
  const afterDay = yield* sizes
  yield* TestClock.adjust("31 days")
  yield* Effect.repeat(purgeRound, { while: (more) => more })
  return { accounts: count, ...figures, afterDay, afterMonth: yield* sizes }
})

const PartsLayer = Layer.mergeAll(PlaceOrders.layer, AdvanceRuns.layer, Admissions.layer, Purges.layer).pipe(
  Layer.provide([
    Orders.layer,
    StepActions.layer.pipe(Layer.provide([ContactFields.layer, Messages.layer, Deliveries.layer, FlowsLayer])),
    FlowFacts.layer,
    FlowRuns.layer,
    EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]))
  ]),
  Layer.provide([FlowVersions.layer, SuppressionList.layerMemory]),
  Layer.provideMerge(Layer.merge(Flows.layer, FlowRuns.layer)),
  Layer.provide(OnTestTime)
)

const directory = await mkdtemp(join(tmpdir(), "tally-simulation-"))
await chmod(directory, 0o711)
const began = performance.now()
const postgres = await startPostgres(directory)
const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: postgres.url("postgres") }))
const result = await Effect.runPromise(
  simulation.pipe(
    Effect.provide(PartsLayer.pipe(Layer.provideMerge(DatabaseLayer), Layer.provide(settings))),
    Effect.provide(TestClock.layer())
  )
).finally(async () => {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
})
console.log(JSON.stringify({ ...result, seconds: Math.round((performance.now() - began) / 1_000) }, undefined, 2))
if (result.wronglyLimited + result.delayed > 0) process.exitCode = 1
