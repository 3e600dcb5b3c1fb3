import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const pages = ["README.md", "CONTRIBUTING.md", ...globSync("docs/{,contract/}*.md", { cwd: root })].map((name) => ({
  name,
  text: readFileSync(join(root, name), "utf8")
}))

/** The texts of a pattern such as `test/http/{limits,orders}.test.ts`. */
const expanded = (path: string): ReadonlyArray<string> => {
  const [, before = "", choices = "", after = ""] = /^(.*?)\{([^}]+)\}(.*)$/.exec(path) ?? []
  return choices === "" ? [path] : choices.split(",").flatMap((choice) => expanded(`${before}${choice}${after}`))
}

const missing = (pattern: RegExp, toPath: (name: string) => string, of = pages) =>
  of.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)]
      .flatMap(([, found = ""]) => expanded(found))
      .filter((path) => !/[<*…]|NNNN/.test(path) && !existsSync(join(root, toPath(path))))
      .map((path) => `${name}: ${path}`)
  )

describe("the documentation", () => {
  it("names only files that exist", () => {
    assert.isAbove(pages.length, 8)
    assert.deepStrictEqual(
      missing(/(?<![\w/.-])((?:src|test|docs|migrations|\.ci)\/[\w./{},-]*\w)/g, (path) => path),
      []
    )
  })

  it("names only tests that exist as proof of security", () => {
    const suites = "http|laws|store|faults|browser|flows|outbound|programs|telemetry|fieldCases"
    assert.deepStrictEqual(
      missing(
        new RegExp(`\`((?:${suites})/[a-z]\\w*)\``, "g"),
        (path) => `test/${path}.test.ts`,
        pages.filter(({ name }) => name === "docs/security.md")
      ),
      []
    )
  })

  it("names, for each attack of the second review, tests by titles that exist", () => {
    const tests = globSync("test/**/*.ts", { cwd: root })
      .map((path) => readFileSync(join(root, path), "utf8"))
      .join("\n")
    const text = pages.find(({ name }) => name === "docs/security.md")?.text ?? ""
    const rows = (text.split("### Of the second review")[1] ?? "").split(/^- \*\*T/m).slice(1)
    assert.isAbove(rows.length, 10)
    const titles = rows.flatMap((row) =>
      [...(row.split("_Test:_")[1] ?? '"none"').matchAll(/"([^"]+)"/g)].map(([, title = ""]) =>
        title.replace(/\s+/g, " ")
      )
    )
    assert.deepStrictEqual(
      titles.filter((title) => !tests.includes(title)),
      []
    )
  })

  it("links only to pages and pictures that exist", () => {
    const wrong = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, link = ""]) => join(name, "..", link))
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${name}: ${path}`)
    )
    assert.deepStrictEqual(wrong, [])
  })
})
