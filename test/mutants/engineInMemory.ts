import type { Edit } from "./build.ts"

/** The flow engine keeps its messages and runners in the process instead of the database. */
export const engineInMemory: ReadonlyArray<Edit> = [
  {
    file: "engine/Engine.ts",
    from: "  SqlMessageStorage,\n",
    to: "  MessageStorage,\n  RunnerStorage,\n"
  },
  { file: "engine/Engine.ts", from: "  SqlRunnerStorage\n", to: "" },
  { file: "engine/Engine.ts", from: "SqlMessageStorage.layer", to: "MessageStorage.layerNoop" },
  { file: "engine/Engine.ts", from: "Layer.orDie(SqlRunnerStorage.layer)", to: "RunnerStorage.layerMemory" }
]
