import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = join(import.meta.dirname, "..")

interface Source {
  /** Path from the repository's root. */
  readonly path: string
  readonly text: string
  /** What it imports: packages by name, own files by path from the repository's root. */
  readonly imports: ReadonlyArray<string>
}

const importing = /^(?:import|export|\})(?:[^"\n]*\bfrom)? "([^"\n]+)"$|\bimport\("([^"]+)"\)/gm

const sources: ReadonlyArray<Source> = globSync("{src,migrations,test}/**/*.{ts,tsx}", { cwd: root }).map((path) => {
  const text = readFileSync(join(root, path), "utf8")
  const imports = [...text.matchAll(importing)]
    .map(([, at = "", later = at]) => later)
    .map((name) => (name.startsWith(".") ? relative(root, join(root, dirname(path), name)) : name))
  return { path, text, imports }
})

const effect = /^effect(\/|$)/
const platform = /^(@effect\/|node:|@electric-sql\/pglite(?:\/nodefs)?$)/
const within = (...folders: ReadonlyArray<string>) => new RegExp(`^src/(${folders.join("|")})/`)

/** What the files of each folder may import besides their own folder. */
const arrows: Record<string, ReadonlyArray<RegExp>> = {
  "src/domain/": [effect, /^libphonenumber-js/],
  "src/api/": [effect, within("domain")],
  "src/telemetry/": [effect, platform],
  "src/store/": [effect, platform, within("domain", "telemetry")],
  "src/messages/": [effect, platform, /^(liquidjs|nodemailer|standardwebhooks)(\/|$)/, within("domain", "store")],
  "src/flows/": [effect, platform, within("domain", "store"), /^src\/messages\/sending\/Messages\.ts$/],
  "src/programs/": [effect, within("domain", "store", "flows", "messages")],
  "src/http/": [effect, platform, within("api", "domain", "programs", "store", "flows", "messages", "telemetry")],
  "src/client": [effect, within("api", "domain")],
  // What runs in the browser takes nothing of Node; the configuration of its build needs paths.
  "src/dashboard/": [/^(?!node:|@effect\/platform|src\/)/, /^node:url$/, within("api", "domain"), /^src\/client\.ts$/],
  "migrations/": [effect]
}

const wrongArrows = Object.entries(arrows).flatMap(([folder, allowed]) =>
  sources
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, imports }) =>
      imports
        .filter((name) => !name.startsWith(folder) && !allowed.some((rule) => rule.test(name)))
        .map((name) => `${path} imports ${name}`)
    )
)

describe("the source", () => {
  it("points its imports one way: domain ← api ← http, domain ← store ← flows, messages ← programs ← http", () => {
    assert.isAbove(sources.filter(({ imports }) => imports.length > 0).length, 100)
    assert.deepStrictEqual(wrongArrows, [])
  })

  it("wires its layers in one file, which only main and the tests import", () => {
    const wired = sources.filter(({ path, imports }) => path.startsWith("src/") && imports.includes("src/Server.ts"))
    assert.deepStrictEqual(
      wired.map(({ path }) => path),
      ["src/Launch.ts"]
    )
  })

  // A generator function made in a call is a class of its own to V8, and keeps all the call holds until the old are collected.
  it("creates handler generators once, not per call", () => {
    const anew = /\.handle(?:Raw)?\(\s*"\w+",\s*\([^()]*\) =>\s*Effect\.gen\(/
    const wrong = sources.filter(({ path, text }) => path.startsWith("src/http/") && anew.test(text))
    assert.deepStrictEqual(
      wrong.map(({ path }) => path),
      []
    )
  })

  it("has no file above 250 lines", () => {
    const long = sources
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > 250)
    assert.deepStrictEqual(long, [])
  })
})
