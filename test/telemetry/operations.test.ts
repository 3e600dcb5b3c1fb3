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
  it("name every setting that the source reads", () => {
    assert.deepStrictEqual(missing(/Config\.[A-Za-z]+\((?:\[[^\]]*\], )?"([A-Z_]+)"/g), [])
  })

  it("name every metric in the source", () => {
    assert.deepStrictEqual(missing(/"((?:tally|process|nodejs)_[a-z0-9_]+)"/g), [])
  })

  it("name no metric that is not in the source", () => {
    const taken = new Set(
      [...sources.matchAll(/"((?:tally|process|nodejs)_[a-z0-9_]+)"/g)].map(([, name = ""]) => name)
    )
    const mentioned = page.match(/\b(?:tally|process|nodejs)_[a-z0-9_]+/g) ?? []
    assert.isAbove(mentioned.length, 30)
    // A histogram is exposed as several series.
    const unknown = mentioned.filter((name) => !taken.has(name.replace(/_(?:bucket|sum|count)$/, "")))
    assert.deepStrictEqual(unknown, [])
  })
})

describe("the alerts of docs/operations.md", () => {
  const alerts = [...page.matchAll(/- alert: (\w+)(.*)\n\s+expr:([^]*?)\n\s+for: /g)].map(
    ([, name = "", meaning = "", expression = ""]) => ({ name, meaning, expression })
  )

  it("each state their meaning and what to do", () => {
    assert.isAbove(alerts.length, 5)
    assert.deepStrictEqual(
      alerts.filter(({ meaning }) => !/^ # .{20}/.test(meaning)).map(({ name }) => name),
      []
    )
  })

  it("use labels and values that exist in the source", () => {
    // Route labels come from the contract.
    const mentioned = sources + read("test/openapi.json")
    const usedLabels = alerts.flatMap(({ expression }) => [...expression.matchAll(/(\w+)(!?=~?)"([^"]+)"/g)])
    assert.isAbove(usedLabels.length, 5)
    const unknown = usedLabels.filter(([, label = "", how = "", value = ""]) => {
      // `job` comes from Prometheus, and `le` from histograms.
      if (label === "job" || label === "le") return false
      const given = new RegExp(`(?:attributes: |withAttributes\\(\\w+, |labels = |, )\\{[^}]*\\b${label}\\b`)
      return !given.test(sources) || (!how.endsWith("~") && !mentioned.includes(`"${value}"`))
    })
    assert.deepStrictEqual(
      unknown.map(([text]) => text),
      []
    )
  })
})
