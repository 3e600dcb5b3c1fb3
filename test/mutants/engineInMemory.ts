import type { Edit } from "./anchors.ts"

/** The flow engine keeps its messages and runners in the process instead of the database. */
export const engineInMemory: ReadonlyArray<Edit> = [
  {
    in: "engine/Engine.ts",
    from: "  SqlMessageStorage,\n",
    to: "  MessageStorage,\n  RunnerStorage,\n"
  },
  { in: "clusterLayer", from: "SqlMessageStorage.layer", to: "MessageStorage.layerNoop" },
  { in: "clusterLayer", from: "Layer.orDie(buildWhileLate(SqlRunnerStorage.layer))", to: "RunnerStorage.layerMemory" }
]
