import { ConfigProvider, Effect, Layer } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmod, copyFile, mkdir, mkdtemp, rm, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { DatabaseLayer } from "../../../src/store/database/Database.ts"
import { administer } from "../database/administer.ts"
import { startPostgres } from "../database/postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the run's PostgreSQL, to be followed by a database name. */
    postgresUrl: string
    /** The name of the migrated database that suites copy. */
    postgresTemplate: string
    /** The migrated data directory that suites copy. */
    embeddedTemplate: string
    /** A directory removed after the run. */
    scratch: string
  }
}

const migrated = (config: Record<string, string>) =>
  Effect.runPromise(
    Effect.scoped(
      Layer.build(DatabaseLayer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(config)))))
    )
  )

const inMemory = "/dev/shm"
const gibibyte = 2 ** 30

/** Whether databases fit into memory, and PostgreSQL may be executed there: many systems mount that folder small or `noexec`. */
const fitsInMemory = async (): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(inMemory)
    if (bavail * bsize < 4 * gibibyte || process.availableMemory() < 6 * gibibyte) return false
    const probe = await mkdtemp(join(inMemory, "tally-probe-"))
    await copyFile("/bin/true", join(probe, "true"))
    const { status } = spawnSync(join(probe, "true"))
    await rm(probe, { recursive: true })
    return status === 0
  } catch {
    return false
  }
}

/** Starts one PostgreSQL and one embedded database for the run, each migrated once. Data in memory halves the run's time. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const folder = (await fitsInMemory()) ? inMemory : tmpdir()
  const scratch = await mkdtemp(join(folder, "tally-test-"))
  // Removes the directory when this process ends, killed or not.
  const sweeper = spawn("sh", ["-c", `read -r _; sleep 1; rm -rf "$1"`, "sh", scratch], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  // The PostgreSQL inside may run as another user.
  await chmod(scratch, 0o711)
  await mkdir(join(scratch, "server"), { mode: 0o755 })
  const embeddedTemplate = join(scratch, "template")
  const [postgres] = await Promise.all([
    startPostgres(join(scratch, "server")),
    migrated({ DATA_DIR: embeddedTemplate })
  ])
  const postgresTemplate = "tally_template"
  await administer(postgres.url("postgres"), `CREATE DATABASE ${postgresTemplate}`)
  await migrated({ DATABASE_URL: postgres.url(postgresTemplate) })
  provide("postgresUrl", postgres.url(""))
  provide("postgresTemplate", postgresTemplate)
  provide("embeddedTemplate", embeddedTemplate)
  provide("scratch", scratch)
  return async () => {
    await postgres.stop()
    sweeper.stdin.end()
    await once(sweeper, "exit")
  }
}
