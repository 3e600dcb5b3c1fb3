import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { execFileSync } from "node:child_process"
import { globSync } from "node:fs"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Integrations } from "../../src/store/Integrations.ts"
import { Keys } from "../../src/store/Keys.ts"
import { Secrets } from "../../src/store/Secrets.ts"
import { administer } from "../support/administer.ts"
import {
  copyDirectory,
  embedded,
  emptyDirectory,
  type Settings,
  settingsLayer,
  withDatabase
} from "../support/databases.ts"
import { post, send } from "../support/http.ts"
import { startPostgres } from "../support/postgres.ts"
import { refusedStart, startServer } from "../support/processes.ts"
import { body } from "../support/races.ts"
import { seedAccount } from "../support/seed.ts"

/** Works with the key of the settings, on whatever database is open. */
const withKeyOf =
  (settings: Settings) =>
  <A, E>(effect: Effect.Effect<A, E, Integrations>) =>
    effect.pipe(
      Effect.provide(Layer.fresh(Integrations.layer.pipe(Layer.provide(Secrets.layer), Layer.provide(Keys.layer)))),
      Effect.provide(settingsLayer(settings))
    )

/** A shop with an order, a contact and a secret that only the key opens; `whole` says that all of it is in a database. */
const shop = Effect.fnUntraced(function* (settings: Settings) {
  const { account_id, token, integration } = yield* withDatabase(settings)(
    Effect.gen(function* () {
      const account = yield* seedAccount({ scopes: ["orders_write", "contacts_read"] })
      const create = Effect.flatMap(Integrations, (all) =>
        all.create(account.account_id, { store_name: "Tea", store_url: "https://tea.example" })
      )
      return { ...account, integration: yield* withKeyOf(settings)(create) }
    })
  )
  const server = yield* startServer(settings)
  assert.strictEqual((yield* post(`${server.origin}/v1/orders/placed`, token, body())).status, 201)
  const reveal = Effect.flatMap(Integrations, (all) => all.reveal(account_id, integration.id))
  const whole = Effect.fnUntraced(function* (restored: Settings) {
    const otherKey = { ...restored, ENCRYPTION_KEY: "another key of more than thirty-two letters" }
    const [opened, closed] = yield* withDatabase(restored)(
      Effect.all([withKeyOf(restored)(reveal), Effect.exit(withKeyOf(otherKey)(reveal))])
    )
    assert.strictEqual(opened, integration.token)
    assert.isTrue(Exit.isFailure(closed))
    const again = yield* startServer(restored)
    assert.strictEqual((yield* post(`${again.origin}/v1/orders/placed`, token, body())).status, 200)
    const headers = { authorization: `Bearer ${token}` }
    const contacts = yield* send(`${again.origin}/v1/contacts?email=ada@example.com`, { headers })
    assert.strictEqual(contacts.json.data[0].email, "ada@example.com")
    yield* again.end("SIGTERM")
  })
  return { server, whole }
})

const installed = globSync("/usr/lib/postgresql/*/bin/initdb").map(dirname).at(-1)

const ownDirectory = Effect.acquireRelease(
  Effect.promise(async () => {
    const made = await mkdtemp(join(tmpdir(), "tally-backup-"))
    await chmod(made, 0o755)
    return made
  }),
  (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
)

describe("a backup", () => {
  it.live("of the embedded database is its directory, copied while the process is stopped", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      const { server, whole } = yield* shop(settings)
      yield* server.end("SIGTERM")
      const copy = yield* emptyDirectory
      yield* Effect.promise(() => copyDirectory(settings["DATA_DIR"] ?? "", copy["DATA_DIR"] ?? ""))
      yield* whole(copy)
    })
  )

  // pg_dump does not come with the packages, and refuses servers that are newer than itself: both come from the system.
  it.live.skipIf(installed === undefined)("of PostgreSQL is a dump made while processes work", () =>
    Effect.gen(function* () {
      const directory = yield* ownDirectory
      const tool = (name: string, ...given: ReadonlyArray<string>) =>
        Effect.sync(() => execFileSync(join(installed ?? "", name), given, { timeout: 120_000 }))
      const postgres = yield* Effect.acquireRelease(
        Effect.promise(() => startPostgres(directory, ["fsync=off"], installed)),
        ({ stop }) => Effect.promise(stop)
      )
      yield* Effect.promise(() => administer(postgres.url("postgres"), "CREATE DATABASE shop"))
      const settingsOf = (name: string) => ({ DATABASE_URL: postgres.url(name), ENCRYPTION_KEY: "ab".repeat(32) })
      const { whole } = yield* shop(settingsOf("shop"))
      const dump = join(directory, "tally.dump")
      yield* tool("pg_dump", "--format=custom", `--file=${dump}`, postgres.url("shop"))
      yield* tool("createdb", `--maintenance-db=${postgres.url("postgres")}`, "restored")
      yield* tool("pg_restore", "--no-owner", `--dbname=${postgres.url("restored")}`, dump)
      yield* whole(settingsOf("restored"))
      const keyless = yield* refusedStart({ DATABASE_URL: postgres.url("restored") })
      assert.strictEqual(keyless.code, 1)
      assert.include(keyless.output, "ENCRYPTION_KEY must be set")
    })
  )
})
