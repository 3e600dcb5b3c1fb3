import { ConfigProvider, Effect, Layer } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmod, copyFile, mkdir, mkdtemp, rm, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { closeFilesToOthers } from "../../../src/store/embedded/closeFilesToOthers.ts"
import { DatabaseLayer } from "../../../src/store/database/Database.ts"
import { administer } from "../database/administer.ts"
import { prepareCitus } from "../distribution/citusCluster.ts"
import { startPostgres } from "../database/postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The URLs of the nodes of the run's PostgreSQL, to be followed by a database name: one, or those of a Citus cluster, its coordinator first. */
    postgresNodes: ReadonlyArray<string>
    /** The name of the migrated database that suites copy. */
    postgresTemplate: string
    /** The migrated data directory that suites copy. */
    embeddedTemplate: string
    /** A directory removed after the run. */
    scratch: string
  }
}

// Tried again, because the embedded database keeps this process for longer than a connection may take on a busy machine.
const migrated = (config: Record<string, string>) =>
  Layer.build(DatabaseLayer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(config))))).pipe(
    Effect.scoped,
    Effect.retry({ times: 5 }),
    Effect.runPromise
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

const template = `tally_template_${process.pid}`

/** The migrated PostgreSQL of the run: a new one, or for `npm run test:distributed` the Citus cluster that `CITUS_URL` names. */
const preparePostgres = async (directory: string, isDistributed: boolean) => {
  const citus = process.env["CITUS_URL"]
  if (isDistributed) {
    if (citus !== undefined) return await prepareCitus(citus, template)
    process.stdout.write("CITUS_URL is unset: runs on one PostgreSQL as if it were a cluster\n")
  }
  const { url, stop } = await startPostgres(directory)
  await administer(url("postgres"), `CREATE DATABASE ${template}`)
  await migrated({ DATABASE_URL: url(template) })
  return { nodes: [url("")], drop: stop }
}

/** Starts one PostgreSQL and one embedded database for the run, each migrated once. Data in memory halves the run's time. */
export default async ({ provide, config }: TestProject): Promise<() => Promise<void>> => {
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
    preparePostgres(join(scratch, "server"), config.env?.["DATABASE_DISTRIBUTED"] !== undefined),
    // Closed to others once here, as by the program's mask, and not in each copy.
    migrated({ DATA_DIR: embeddedTemplate }).then(() => Effect.runPromise(closeFilesToOthers(embeddedTemplate)))
  ])
  provide("postgresNodes", postgres.nodes)
  provide("postgresTemplate", template)
  provide("embeddedTemplate", embeddedTemplate)
  provide("scratch", scratch)
  return async () => {
    await postgres.drop()
    sweeper.stdin.end()
    await once(sweeper, "exit")
  }
}
