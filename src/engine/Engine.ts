import { NodeCrypto } from "@effect/platform-node"
import { Config, Effect, Layer, Option } from "effect"
import {
  ClusterWorkflowEngine,
  RunnerAddress,
  RunnerHealth,
  Runners,
  ShardingConfig,
  SingleRunner,
  SocketRunner,
  SqlMessageStorage,
  SqlRunnerStorage
} from "effect/cluster"
import { RpcSerialization } from "effect/rpc"
import { createServer } from "node:net"
import { databaseUrl } from "../store/database/Database.ts"
import { buildWhileLate } from "../store/database/serverClient.ts"
import { ClusterClientLayer, ClusterServerLayer } from "./ClusterTransport.ts"
import { EngineClient } from "./EngineClient.ts"

const timing = { entityTerminationTimeout: "5 seconds" } as const

// A message wakes the runner that gets it, which then reads it, and so does an acquired shard. Polls find what such a call missed, in a statement of
// a text of its own each time.
const polls = {
  // Runners are held in memory there, and there is only this one.
  embedded: { entityMessagePollInterval: "1 minute", refreshAssignmentsInterval: "1 minute" },
  server: { entityMessagePollInterval: "5 seconds" }
} as const

// A crashed process loses its shards after 12 s; its runs continue elsewhere then.
const locks = {
  shardLockRefreshInterval: "3 seconds",
  shardLockExpiration: "12 seconds",
  runnerHealthCheckInterval: "5 seconds"
} as const

const freePort = Effect.callback<number>((resume) => {
  const probe = createServer()
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address()
    probe.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})

// Only one process can open the embedded database, so there are no other runners.
const singleRunnerLayer = SingleRunner.layer({
  runnerStorage: "memory",
  shardingConfig: { ...timing, ...polls.embedded }
})

const shardingConfig = Effect.gen(function* () {
  const host = yield* Config.String("CLUSTER_HOST").pipe(Config.withDefault("127.0.0.1"))
  const port = yield* Config.option(Config.Port("CLUSTER_PORT"))
  const runnerAddress = Option.some(RunnerAddress.make(host, Option.isSome(port) ? port.value : yield* freePort))
  return ShardingConfig.layerFromEnv({ ...timing, ...polls.server, ...locks, runnerAddress })
})

// Processes on one PostgreSQL share the shards; those of a process that ends move to the others. They connect to each other at
// CLUSTER_HOST (127.0.0.1 by default) and CLUSTER_PORT (a free port by default).
const clusterLayer = SocketRunner.layer.pipe(
  Layer.provide(ClusterServerLayer),
  Layer.provide(RunnerHealth.layerPing.pipe(Layer.provide(Runners.layerRpc))),
  Layer.provide(ClusterClientLayer),
  Layer.provideMerge(buildWhileLate(SqlMessageStorage.layer)),
  Layer.provide(Layer.orDie(buildWhileLate(SqlRunnerStorage.layer))),
  Layer.provide(Layer.unwrap(shardingConfig)),
  Layer.provide(RpcSerialization.layerSchemaBinary())
)

/** The workflow engine, on the service's database: clustered on PostgreSQL, a single runner on the embedded one. Needs `Keys`. */
export const EngineLayer = ClusterWorkflowEngine.layer.pipe(
  Layer.provideMerge(
    Layer.unwrap(
      Effect.map(databaseUrl, (url): typeof clusterLayer => (Option.isNone(url) ? singleRunnerLayer : clusterLayer))
    )
  ),
  Layer.provide(EngineClient),
  Layer.provide(NodeCrypto.layerDigest)
)
