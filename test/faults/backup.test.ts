import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { execFile } from "node:child_process"
import { globSync } from "node:fs"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { Integrations } from "../../src/store/integrations/Integrations.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { administer } from "../support/database/administer.ts"
import { operator } from "../support/browser/dashboard.ts"
import {
  copyDirectory,
  embedded,
  emptyDirectory,
  type Settings,
  settingsLayer,
  withDatabase
} from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { countLost, noInconsistencies, startLoad, findInconsistencies } from "../support/faults/load.ts"
import { startPostgres } from "../support/database/postgres.ts"
import { refusedStart, startServer } from "../support/faults/processes.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

/** Provides the key of the settings, on the provided database. */
const withKeyOf =
  (settings: Settings) =>
  <A, E>(effect: Effect.Effect<A, E, Integrations>) =>
    effect.pipe(
      Effect.provide(Layer.fresh(Integrations.layer.pipe(Layer.provide(Secrets.layer), Layer.provide(Keys.layer)))),
      Effect.provide(settingsLayer(settings))
    )

/** An account under load, with contacts and a secret encrypted with the key. */
const shop = Effect.fnUntraced(function* (settings: Settings) {
  const { account_id, token } = yield* withDatabase(settings)(
    seedAccount({ scopes: ["orders_write", "contacts_read"] })
  )
  const server = yield* startServer({
    ...settings,
    OWNER_EMAIL: operator.email,
    OWNER_PASSWORD: operator.password
  })
  const api = `${server.origin}/dashboard/api`
  const signedIn = yield* post(`${api}/session`, null, operator)
  const store = { store_name: "Tea", store_url: "https://tea.example" }
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const secret = (yield* post(`${api}/accounts/${account_id}/integrations`, null, store, { cookie })).json.data
  const load = yield* startLoad(token, { clients: 4, pause: 0, targets: () => [server] })
  yield* load.served(40)
  const reveal = Effect.flatMap(Integrations, (all) => all.reveal(account_id, secret.id))

  /** Asserts that a database is a consistent copy with these acknowledged orders. Contract: no call is running. */
  const whole = Effect.fnUntraced(function* (restored: Settings, acknowledged: ReadonlyArray<number>) {
    const otherKey = { ...restored, ENCRYPTION_KEY: "another key of more than thirty-two letters" }
    const [opened, closed, wrong] = yield* withDatabase(restored)(
      Effect.all([
        withKeyOf(restored)(reveal),
        Effect.exit(withKeyOf(otherKey)(reveal)),
        findInconsistencies(account_id, load)
      ])
    )
    assert.strictEqual(opened, secret.token)
    assert.isTrue(Exit.isFailure(closed))
    const again = yield* startServer(restored)
    const calls = load.calls.filter(({ order_id }) => acknowledged.includes(order_id))
    assert.isAtLeast(calls.length, 40)
    const lost = yield* countLost(again, token, { ...load, calls })
    assert.deepStrictEqual({ lost, ...wrong }, noInconsistencies)
    const headers = { authorization: `Bearer ${token}` }
    for (const email of ["buyer1@example.com", "buyer2@example.com"]) {
      const contacts = yield* send(`${again.origin}/v1/contacts?email=${email}`, { headers })
      assert.strictEqual(contacts.json.data[0].email, email)
    }
    yield* again.end("SIGTERM")
  })
  return { server, load, whole }
})

// pg_dump is not in the npm packages and refuses newer servers, so dump and server are those of the system.
const installed = globSync("/usr/lib/postgresql/*/bin/pg_dump").map(dirname).at(-1)
if (installed === undefined)
  console.warn(
    "skipped: a backup of PostgreSQL, as none with its pg_dump is installed here: apt-get install postgresql"
  )

const ownDirectory = Effect.acquireRelease(
  Effect.promise(async () => {
    const made = await mkdtemp(join(tmpdir(), "tally-backup-"))
    await chmod(made, 0o755)
    return made
  }),
  (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
)

/** A dump whose snapshot is taken while calls continue: it waits for a locked table. */
const whileCallsGoOn = <A>(load: Effect.Success<ReturnType<typeof startLoad>>, dump: Effect.Effect<A>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const openTransaction = sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
        yield* sql`LOCK TABLE invitations`
        const acknowledged = load.acknowledged()
        const dumping = yield* Effect.forkScoped(dump)
        const waiting = sql`SELECT 1 FROM pg_locks WHERE relation = 'invitations'::regclass
          AND mode = 'AccessShareLock' AND NOT granted`
        yield* eventually(Effect.map(waiting, ({ length }) => length > 0))
        yield* load.served(20)
        return { acknowledged, dumping }
      })
    )
    const { acknowledged, dumping } = yield* openTransaction
    yield* Fiber.join(dumping)
    return acknowledged
  })

describe("a backup", () => {
  it.live("of the embedded database is its directory, copied while the process is stopped", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      const { server, load, whole } = yield* shop(settings)
      yield* load.stop
      yield* server.end("SIGTERM")
      const copy = yield* emptyDirectory
      yield* Effect.promise(() => copyDirectory(settings["DATA_DIR"] ?? "", copy["DATA_DIR"] ?? ""))
      yield* whole(copy, load.acknowledged())
    })
  )

  it.live.skipIf(installed === undefined)("of PostgreSQL is a consistent dump, made under load", () =>
    Effect.gen(function* () {
      const directory = yield* ownDirectory
      const tool = (name: string, ...given: ReadonlyArray<string>) =>
        Effect.promise(() => promisify(execFile)(join(installed ?? "", name), given, { timeout: 120_000 }))
      const postgres = yield* Effect.acquireRelease(
        Effect.promise(() => startPostgres(directory, ["fsync=off"], installed)),
        ({ stop }) => Effect.promise(stop)
      )
      yield* Effect.promise(() => administer(postgres.url("postgres"), "CREATE DATABASE shop"))
      const settingsOf = (name: string) => ({ DATABASE_URL: postgres.url(name), ENCRYPTION_KEY: "ab".repeat(32) })
      const { load, whole } = yield* shop(settingsOf("shop"))
      const dump = join(directory, "tally.dump")
      const acknowledged = yield* whileCallsGoOn(
        load,
        tool("pg_dump", "--format=custom", `--file=${dump}`, postgres.url("shop"))
      ).pipe(withDatabase(settingsOf("shop")))
      yield* load.stop
      yield* tool("createdb", `--maintenance-db=${postgres.url("postgres")}`, "restored")
      yield* tool("pg_restore", "--no-owner", `--dbname=${postgres.url("restored")}`, dump)
      yield* whole(settingsOf("restored"), acknowledged)
      const keyless = yield* refusedStart({ DATABASE_URL: postgres.url("restored") })
      assert.strictEqual(keyless.code, 1)
      assert.include(keyless.output, "ENCRYPTION_KEY must be set")
    })
  )
})
