import type { Edit } from "./build.ts"

/** The flow engine keeps its messages and runners in the process instead of the database. */
export const engineInMemory: ReadonlyArray<Edit> = [
  {
    file: "flows/Engine.ts",
    from: "  SqlMessageStorage,\n",
    to: "  MessageStorage,\n  RunnerStorage,\n"
  },
  { file: "flows/Engine.ts", from: "  SqlRunnerStorage\n", to: "" },
  { file: "flows/Engine.ts", from: "SqlMessageStorage.layer", to: "MessageStorage.layerNoop" },
  { file: "flows/Engine.ts", from: "Layer.orDie(SqlRunnerStorage.layer)", to: "RunnerStorage.layerMemory" }
]
