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
import { ClusterClientLayer, ClusterServerLayer } from "./ClusterTransport.ts"
import { EngineClient } from "./EngineClient.ts"

const timing = { entityMessagePollInterval: "1 second", entityTerminationTimeout: "5 seconds" } as const

// How soon the runs of a process that ended without a word go on elsewhere.
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

// The embedded database belongs to one process.
const aloneLayer = SingleRunner.layer({ runnerStorage: "memory", shardingConfig: timing })

const shardingConfig = Effect.gen(function* () {
  const host = yield* Config.String("CLUSTER_HOST").pipe(Config.withDefault("127.0.0.1"))
  const port = yield* Config.option(Config.Port("CLUSTER_PORT"))
  const runnerAddress = Option.some(RunnerAddress.make(host, Option.isSome(port) ? port.value : yield* freePort))
  return ShardingConfig.layerFromEnv({ ...timing, ...locks, runnerAddress })
})

// Processes on one PostgreSQL share the runs: each owns some shards, and those of one that ends go to the others. They talk at
// CLUSTER_HOST (127.0.0.1, or an address that only they can reach) and CLUSTER_PORT (any free one).
const togetherLayer = SocketRunner.layer.pipe(
  Layer.provide(ClusterServerLayer),
  Layer.provide(RunnerHealth.layerPing.pipe(Layer.provide(Runners.layerRpc))),
  Layer.provide(ClusterClientLayer),
  Layer.provideMerge(SqlMessageStorage.layer),
  Layer.provide(Layer.orDie(SqlRunnerStorage.layer)),
  Layer.provide(Layer.unwrap(shardingConfig)),
  Layer.provide(RpcSerialization.layerSchemaBinary())
)

/** The workflow engine, with its messages in the same database. */
export const EngineLayer = ClusterWorkflowEngine.layer.pipe(
  Layer.provideMerge(
    Layer.unwrap(
      Effect.map(databaseUrl, (url): typeof togetherLayer => (Option.isNone(url) ? aloneLayer : togetherLayer))
    )
  ),
  Layer.provide(EngineClient),
  Layer.provide(NodeCrypto.layerDigest)
)
