import { PGlite } from "@electric-sql/pglite"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client, type QueryResult } from "pg"
import { startOurs } from "./subjects.ts"

const query = async (url: string, ...statements: ReadonlyArray<string>): Promise<QueryResult> => {
  const client = new Client(url)
  await client.connect()
  try {
    let result = await client.query("SELECT 1")
    for (const statement of statements) result = await client.query(statement)
    return result
  } finally {
    await client.end()
  }
}

/**
 * A new server makes each 16 MB of its log while callers wait, some 60 ms of them; one that has run for a while writes over old
 * parts. This is what it has after a day.
 */
export const withRecycledLog = {
  settings: ["min_wal_size=1GB"],
  prepare: async (url: string): Promise<void> => {
    const part = "SELECT pg_logical_emit_message(false, 'bench', 'x'), pg_switch_wal()"
    await query(url, ...Array.from({ length: 60 }, () => part), "CHECKPOINT", "CHECKPOINT")
  }
}

// Older builds know no scope of carts, and answer 500 to a token that has it.
const scopesOf = (build: string | undefined): string =>
  ["orders_write", "contacts_read", "events_write", ...(build === undefined ? ["carts_write"] : [])].join()

/** Accounts practically without rate limits, each with the token of `tokenOf` and one active Custom Integration. */
const seed = (accounts: number, build: string | undefined): string => `
  INSERT INTO accounts (account_id, name, limit_per_minute, limit_per_day, created_at)
  SELECT 'acc_' || lpad(n::text, 26, '0'), 'Bench', 1000000000, 1000000000, now() FROM generate_series(1, ${accounts}) n;
  INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, created_at)
  SELECT 'acc_' || lpad(n::text, 26, '0'), 'tok_1', 'api', 'bench',
    encode(sha256(convert_to('service_' || lpad(to_hex(n), 40, '0'), 'UTF8')), 'hex'), '{${scopesOf(build)}}', now()
  FROM generate_series(1, ${accounts}) n;
  INSERT INTO integrations (account_id, integration_id, store_name, store_url, digest, encrypted_token, active, created_at, updated_at)
  SELECT 'acc_' || lpad(n::text, 26, '0'), 'int_1', 'Bench', 'https://bench.example', 'none', 'none', true, now(), now()
  FROM generate_series(1, ${accounts}) n`

const withName = (url: string, database: string): string => {
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${database}`
  return databaseUrl.href
}

export interface Databases {
  /** A database for each server: migrated by its build, seeded, and dropped at the end. */
  readonly create: (name: string) => Promise<{ readonly url: string; readonly name: string }>
  /** The database `kept`, which the server has or which is made, filled and not dropped; undefined: as `create`. */
  readonly createFilled: (
    kept: string | undefined,
    fill: (url: string) => Promise<void>
  ) => Promise<{ readonly url: string; readonly name: string }>
  readonly query: (url: string, ...statements: ReadonlyArray<string>) => Promise<ReadonlyArray<Record<string, unknown>>>
  readonly version: string
  readonly drop: () => Promise<void>
}

/** Databases on the server at `url`, copied from one template for each build. */
export const databasesAt = async (
  url: string,
  options: { readonly accounts: number; readonly port: number; readonly former?: string | undefined }
): Promise<Databases> => {
  const prefix = `bench_${process.pid}`
  const made: Array<string> = []
  // Each build migrates a template of its own: steps of a version before the first release cannot be upgraded.
  const makeTemplate = async (build: string | undefined) => {
    const name = `${prefix}_template_${made.length}`
    const template = withName(url, name)
    await query(url, `CREATE DATABASE ${name}`)
    made.push(name)
    const service = await startOurs({ port: options.port, env: { DATABASE_URL: template } }, build)
    await service.stop()
    await query(template, seed(options.accounts, build), "VACUUM ANALYZE")
    return name
  }
  const own = await makeTemplate(undefined)
  const former = options.former === undefined ? own : await makeTemplate(options.former)
  const { rows } = await query(url, "SHOW server_version")
  const create = async (subject: string) => {
    const name = `${prefix}_${subject}_${made.length}`
    await query(url, `CREATE DATABASE ${name} TEMPLATE ${subject === "former" ? former : own}`)
    made.push(name)
    return { url: withName(url, name), name }
  }
  return {
    version: `PostgreSQL ${rows[0]?.server_version}`,
    create,
    createFilled: async (kept, fill) => {
      const found = await query(url, `SELECT FROM pg_database WHERE datname = '${kept ?? ""}'`)
      if (kept !== undefined && found.rows.length > 0) return { url: withName(url, kept), name: kept }
      const database = await create("filled")
      await fill(database.url)
      if (kept === undefined) return database
      await query(url, `ALTER DATABASE ${database.name} RENAME TO ${kept}`)
      return { url: withName(url, kept), name: kept }
    },
    query: async (of, ...statements) => (await query(of, ...statements)).rows,
    drop: async () => {
      for (const name of made) await query(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  }
}

/** A data directory with the embedded database, migrated and seeded in the same way. */
export const embeddedDirectory = async (options: {
  readonly accounts: number
  readonly port: number
  /** The build that makes the database; undefined: this one. */
  readonly build: string | undefined
}): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "bench-"))
  const service = await startOurs({ port: options.port, env: { DATA_DIR: directory } }, options.build)
  await service.stop()
  const database = await PGlite.create(join(directory, "database"))
  await database.exec(seed(options.accounts, options.build))
  await database.close()
  return directory
}

export const removeDirectory = (directory: string): Promise<void> => rm(directory, { recursive: true, force: true })
