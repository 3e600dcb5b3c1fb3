import { PgClient } from "@effect/sql-pg"
import { ConfigProvider, Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { distributeAccountData } from "../../../src/store/distributed/distributeAccountData.ts"
import { MigratedLayer } from "../../../src/store/database/Database.ts"
import { administer } from "../database/administer.ts"

/** Where the databases of a run are made: the coordinator first. Each URL is to be followed by a database name. */
export interface CitusCluster {
  readonly nodes: ReadonlyArray<string>
  /** The migrated and distributed database that suites copy, on every node. */
  readonly template: string
  readonly drop: () => Promise<void>
}

const readNodes = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql<{ readonly host: string; readonly port: number }>`
      SELECT nodename AS host, nodeport AS port FROM pg_dist_node ORDER BY groupid LIMIT 100`
  }).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1, connectTimeout: "30 seconds" })),
    Effect.scoped,
    Effect.runPromise
  )

const distributed = (url: string) =>
  distributeAccountData.pipe(
    Effect.provide(
      MigratedLayer.pipe(
        Layer.provideMerge(Logger.layer([])),
        Layer.provide(
          ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url, DATABASE_CONNECTIONS: "1" }))
        )
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )

/** Runs a statement outside the run's databases on every node, the coordinator last, since the others have no copy of its metadata. */
export const onEachNode = async (nodes: ReadonlyArray<string>, statement: string): Promise<void> => {
  for (const node of nodes.toReversed()) await administer(`${node}postgres`, statement)
}

/** Makes the template of a run on the cluster whose coordinator has the database `url` with its nodes. Requires a superuser. */
export const prepareCitus = async (url: string, template: string): Promise<CitusCluster> => {
  const found = await readNodes(url)
  const nodes = found.map(({ host, port }) => {
    const node = new URL(url)
    node.host = `${host}:${port}`
    node.pathname = "/"
    return node.href
  })
  await onEachNode(nodes, `CREATE DATABASE ${template}`)
  for (const node of nodes) await administer(`${node}${template}`, "CREATE EXTENSION citus")
  const coordinator = `${nodes[0]}${template}`
  for (const [index, { host, port }] of found.entries()) {
    const name = index === 0 ? "citus_set_coordinator_host" : "citus_add_node"
    await administer(coordinator, `SELECT ${name}('${host}', ${port})::text`)
  }
  await distributed(coordinator)
  // A database that is connected to cannot be copied, and Citus keeps a daemon connected.
  await onEachNode(nodes, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`)
  await onEachNode(nodes, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${template}'`)
  return { nodes, template, drop: () => onEachNode(nodes, `DROP DATABASE ${template} WITH (FORCE)`) }
}
