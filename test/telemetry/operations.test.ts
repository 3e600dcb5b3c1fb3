import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const sources = globSync("src/**/*.ts", { cwd: root }).map(read).join("\n")
const page = read("README.md") + read("docs/operations.md")

const missing = (pattern: RegExp) => {
  const names = [...sources.matchAll(pattern)].map(([, name = ""]) => name)
  assert.isAbove(names.length, 10)
  return names.filter((name) => !page.includes(`\`${name}\``))
}

describe("README.md and docs/operations.md", () => {
  it("names every setting that the source reads", () => {
    assert.deepStrictEqual(missing(/Config\.[A-Za-z]+\((?:\[[^\]]*\], )?"([A-Z_]+)"/g), [])
  })

  it("names every measure that the source takes", () => {
    assert.deepStrictEqual(missing(/"((?:tally|process|nodejs)_[a-z0-9_]+)"/g), [])
  })
})
