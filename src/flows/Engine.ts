import { NodeCrypto } from "@effect/platform-node"
import { Layer } from "effect"
import { ClusterWorkflowEngine, SingleRunner } from "effect/cluster"

/** The workflow engine, with its messages in the same database. */
export const EngineLayer = ClusterWorkflowEngine.layer.pipe(
  Layer.provideMerge(
    SingleRunner.layer({
      runnerStorage: "memory",
      shardingConfig: { entityMessagePollInterval: "1 second", entityTerminationTimeout: "5 seconds" }
    })
  ),
  Layer.provide(NodeCrypto.layerDigest)
)
