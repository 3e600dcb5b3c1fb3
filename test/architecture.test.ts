import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = join(import.meta.dirname, "..")

interface Source {
  /** Path from the repository's root. */
  readonly path: string
  readonly text: string
  /** Its imports: packages by name, own files by path from the repository's root. */
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

/** The files that each folder may import from besides itself. */
const arrows: Record<string, ReadonlyArray<RegExp>> = {
  "src/domain/": [effect, /^libphonenumber-js/, /^papaparse$/],
  "src/api/": [effect, within("domain")],
  "src/telemetry/": [effect, platform],
  "src/store/": [effect, platform, within("domain", "telemetry")],
  "src/messages/": [effect, platform, /^(liquidjs|nodemailer|standardwebhooks)(\/|$)/, within("domain", "store")],
  "src/engine/": [effect, platform, within("store")],
  "src/programs/": [effect, within("domain", "store", "messages")],
  "src/http/": [effect, platform, within("api", "domain", "programs", "store", "messages", "telemetry")],
  "src/client": [effect, within("api", "domain")],
  // Code for the browser imports nothing of Node; the configuration of its build needs paths.
  "src/dashboard/": [/^(?!node:|@effect\/platform|src\/)/, /^node:url$/, within("api", "domain"), /^src\/client\.ts$/],
  "migrations/": [effect]
}

/** Files above 250 lines, each with the reason why it is one concept. */
const longFiles: Readonly<Record<string, string>> = {
  "test/laws/mailReports.test.ts": "one table of the forms that providers send",
  "test/http/mailReports.test.ts": "one table of the forms that providers send"
}

/** Files that serve all subjects of their layer. */
const ofWholeLayer = new Set([
  "src/domain/Errors.ts",
  "src/domain/reasons.ts",
  "src/domain/ValidationIssue.ts",
  "src/http/HttpLayer.ts",
  "src/messages/MessagesLayer.ts",
  "src/programs/Programs.ts",
  "src/programs/Purge.ts",
  "src/store/Stores.ts"
])

/** Transactions outside programs: their definition, and what changes the schema. */
const opensItself = new Set([
  "src/store/database/Transaction.ts",
  "src/store/database/Database.ts",
  "src/store/database/distributeAccountData.ts"
])

const pathsOf = (files: ReadonlyArray<Source>) => files.map(({ path }) => path)

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
  it("points its imports one way: domain ← api ← http, domain ← store ← messages ← programs ← http", () => {
    assert.isAbove(sources.filter(({ imports }) => imports.length > 0).length, 100)
    assert.deepStrictEqual(wrongArrows, [])
  })

  it("wires itself in one file, which only the launch and the tests import", () => {
    const wired = sources.filter(({ path, imports }) => path.startsWith("src/") && imports.includes("src/Server.ts"))
    assert.deepStrictEqual(pathsOf(wired), ["src/Launch.ts"])
  })

  // A generator function created in a call has its own hidden class in V8 and keeps the call's memory until a major collection.
  it("makes the generator of a handler once, not with every call", () => {
    const anew = /\.handle(?:Raw)?\(\s*"\w+",\s*\([^()]*\) =>\s*Effect\.gen\(/
    const wrong = sources.filter(({ path, text }) => path.startsWith("src/http/") && anew.test(text))
    assert.deepStrictEqual(pathsOf(wrong), [])
  })

  it("looks again at files above 250 lines", () => {
    const long = sources.filter(({ text }) => text.trimEnd().split("\n").length > 250)
    assert.deepStrictEqual(
      pathsOf(long).filter((path) => !(path in longFiles)),
      []
    )
  })

  it("has every file of a layer in the folder of its subject", () => {
    const layers = /^src\/(?:domain|store|programs|http|messages)\/[^/]+$/
    const loose = pathsOf(sources).filter((path) => layers.test(path))
    assert.deepStrictEqual(
      loose.filter((path) => !ofWholeLayer.has(path)),
      []
    )
  })

  it("opens transactions in programs", () => {
    const opens = /\b(?:transact|transactFor|transactOnce|readOnly)\(|\bwithTransaction\(/
    const opening = sources.filter(
      ({ path, text }) =>
        path.startsWith("src/") && !path.startsWith("src/programs/") && opens.test(text) && !opensItself.has(path)
    )
    assert.deepStrictEqual(pathsOf(opening), [])
  })

  it("keys its services by folder and name", () => {
    const service =
      /(?:class|const) (\w+) (?:extends|=) (?:Context|HttpApiMiddleware)\.(?:Service|Reference)\b[^"]*?\(\s*"([^"]+)"/g
    const keys = sources
      .filter(({ path }) => path.startsWith("src/"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(service)].map(([, name = "", key = ""]) => ({
          key,
          expected: `tally${dirname(path).slice("src".length)}/${name}`
        }))
      )
    assert.isAbove(keys.length, 80)
    assert.deepStrictEqual(
      keys.filter(({ key, expected }) => key !== expected),
      []
    )
    assert.strictEqual(new Set(keys.map(({ key }) => key)).size, keys.length)
  })
})
