import { join, relative } from "node:path"
import { mergeConfig } from "vitest/config"
import config from "../../vitest.config.ts"

const sources = join(import.meta.dirname, "../../src")
const edited = new Map<string, string>(JSON.parse(process.env["TALLY_EDITS"] ?? "[]"))

/** For tests that use the source in their own process: it comes to them with the edits of `TALLY_EDITS`. */
export default mergeConfig(config, {
  // A broken rule may keep a test from ending. A module kept from another run has that run's edits.
  test: { testTimeout: 120_000, fsModuleCache: false },
  plugins: [
    {
      name: "edits",
      enforce: "pre",
      transform: (_: string, id: string) => edited.get(relative(sources, id))
    }
  ]
})
