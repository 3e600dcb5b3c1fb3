import { join } from "node:path"
import { mergeConfig } from "vitest/config"
import config from "../../vitest.config.ts"
import { type Edit, edited } from "./build.ts"

const sources = join(import.meta.dirname, "../../src")
const edits: ReadonlyArray<Edit> = JSON.parse(process.env["TALLY_EDITS"] ?? "[]")

/** For tests that use the source in their own process: it comes to them with the edits of `TALLY_EDITS`. */
export default mergeConfig(config, {
  // A broken rule may keep a test from ending. A module kept from another run has that run's edits.
  test: { testTimeout: 120_000, fsModuleCache: false },
  plugins: [
    {
      name: "edits",
      enforce: "pre",
      transform: (text: string, id: string) =>
        edits.filter(({ file }) => join(sources, file) === id).reduce(edited, text)
    }
  ]
})
