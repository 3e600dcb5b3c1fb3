import { Context, Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../database/databases.ts"
import { type RunningServer, startServer } from "../faults/processes.ts"
import { accountState } from "../faults/concurrently.ts"
import { seedAccount, type Seeded } from "../database/seed.ts"
import { awaitRunsCompleted } from "../flows/flowOutcome.ts"
import { seedStarting } from "../flows/seedFlows.ts"

/** An account, the processes that serve it, and its state in the database. */
export interface ServedAccount extends Pick<Seeded, "account_id" | "token"> {
  readonly servers: ReadonlyArray<RunningServer>
  /** Contract: read once, after all calls. On PostgreSQL it waits for all flow runs. */
  readonly state: Effect.Effect<Effect.Success<ReturnType<typeof accountState>>>
}

export class Serving extends Context.Service<
  Serving,
  {
    /** A new account. */
    readonly account: Effect.Effect<ServedAccount, never, Scope.Scope>
    /** A new account with active flows; without flows, orders skip the dispatch. */
    readonly starting: Effect.Effect<ServedAccount, never, Scope.Scope>
    /** The number of deadlocks. Contract: read last, since it stops the processes so that all are reported. */
    readonly deadlocks: Effect.Effect<number>
  }
>()("tally/test/Serving") {}

const seeded = seedAccount({ integrations: 1 })

/** Three processes for all accounts. */
const together = Effect.gen(function* () {
  const settings = yield* databases.PostgreSQL
  const servers = yield* Effect.forEach([settings, settings, settings], startServer, { concurrency: "unbounded" })
  const accountOf = (seed: typeof seeded) =>
    Effect.map(withDatabase(settings)(seed), ({ account_id, token }) => ({
      account_id,
      token,
      servers,
      state: Effect.andThen(awaitRunsCompleted(account_id), accountState(account_id)).pipe(
        withDatabase(settings),
        Effect.orDie
      )
    })).pipe(Effect.orDie)
  const counted = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ deadlocks: number }>`
      SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`
    return rows[0]?.deadlocks ?? Number.NaN
  })
  const ended = Effect.forEach(servers, (server) => server.end("SIGTERM"), { concurrency: "unbounded" })
  const deadlocks = Effect.andThen(ended, withDatabase(settings)(counted))
  return Serving.of({
    account: accountOf(seeded),
    starting: accountOf(seedStarting),
    deadlocks: Effect.orDie(deadlocks)
  })
})

/** One process for each account on its own embedded database; it is stopped before the state is read. */
const alone = Effect.fnUntraced(function* (seed: typeof seeded) {
  const settings = yield* databases.embedded
  const { account_id, token } = yield* withDatabase(settings)(seed)
  const server = yield* startServer(settings)
  const state = Effect.andThen(server.end("SIGTERM"), withDatabase(settings)(accountState(account_id)))
  return { account_id, token, servers: [server], state: Effect.orDie(state) }
}, Effect.orDie)

export const serving = {
  embedded: Layer.succeed(Serving, {
    account: alone(seeded),
    starting: alone(seedStarting),
    deadlocks: Effect.succeed(0)
  }),
  PostgreSQL: Layer.effect(Serving, together)
} as const
