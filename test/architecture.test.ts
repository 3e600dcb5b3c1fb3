import { assert, describe, it } from "@effect/vitest"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { Api } from "../src/api/Api.ts"
import { DashboardApi } from "../src/api/dashboard/DashboardApi.ts"
import { declaredRoles } from "./support/http/declaredRoles.ts"

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
  "src/domain/": [effect, /^iso-3166$/, /^libphonenumber-js/, /^papaparse$/],
  "src/api/": [effect, within("domain")],
  "src/telemetry/": [effect, platform],
  "src/store/": [effect, platform, within("domain", "telemetry")],
  "src/outbound/": [
    effect,
    platform,
    /^(entities|htmlparser2|liquidjs|nodemailer|postal-mime|sharp|smtp-server|standardwebhooks)(\/|$)/,
    within("domain", "store")
  ],
  "src/engine/": [effect, platform, within("store")],
  "src/programs/": [effect, within("domain", "store", "outbound")],
  "src/http/": [effect, platform, within("api", "domain", "programs", "store", "outbound", "telemetry")],
  "src/client": [effect, within("api", "domain")],
  // Code for the browser imports nothing of Node; the configuration of its build needs paths.
  "src/dashboard/": [/^(?!node:|@effect\/platform|src\/)/, /^node:url$/, within("api", "domain"), /^src\/client\.ts$/],
  "migrations/": [effect]
}

/** Files above 250 lines, each with the reason why it is one concept. */
const longFiles: Readonly<Record<string, string>> = {
  "test/campaigns/coupons.test.ts": "every way of a code to its contact and back, by one set of helpers",
  "test/laws/mailReports.test.ts": "one table of the forms that providers send",
  "test/http/mailReports.test.ts": "one table of the forms that providers send"
}

const valueImport = /^(?:import|export) (?!type )[^"\n;=]*(?:\{[^}"]*\}[^"\n;=]*)?from "(\.[^"\n]+)"$/gm

/** The files that import values of each other in a circle, by the values that each imports. */
const circular = (imports: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const within = [...imports].map(([path, names]) => [path, names.filter((name) => imports.has(name))] as const)
  const imported = new Set(within.flatMap(([, names]) => names))
  const left = new Map(within.filter(([path, names]) => names.length > 0 && imported.has(path)))
  return left.size === imports.size ? [...left.keys()] : circular(left)
}

/** Files that serve all subjects of their layer. */
const ofWholeLayer = new Set([
  "src/domain/Errors.ts",
  "src/domain/reasons.ts",
  "src/domain/ValidationIssue.ts",
  "src/http/HttpLayer.ts",
  "src/outbound/OutboundLayer.ts",
  "src/programs/Programs.ts",
  "src/programs/Purge.ts",
  "src/store/Stores.ts"
])

/** Transactions outside programs: their definition, and what changes the schema. */
const opensItself = new Set([
  "src/store/database/Transaction.ts",
  "src/store/database/Database.ts",
  "src/store/distributed/distributeAccountData.ts",
  "src/store/messages/Outbox.ts"
])

/** Groups below an account that tokens cannot call: people, credentials and secrets, the request log, and the operator's clock. */
const forUsersAlone = ["subaccounts", "members", "tokens", "apps", "integrations", "hooks", "requests", "testClock"]

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
  it("points its imports one way: domain ← api ← http, domain ← store ← outbound ← programs ← http", () => {
    assert.isAbove(sources.filter(({ imports }) => imports.length > 0).length, 100)
    assert.deepStrictEqual(wrongArrows, [])
  })

  it("has no circle of files that import values of each other", () => {
    const importsOf = ({ path, text }: Source) =>
      [...text.matchAll(valueImport)].map(([, name = ""]) => relative(root, join(root, dirname(path), name)))
    const values = new Map(sources.map((source) => [source.path, importsOf(source)]))
    assert.isAbove([...values.values()].flat().length, 4_000)
    assert.deepStrictEqual(circular(values), [])
    const circle = { a: ["b"], b: ["c"], c: ["b", "d"], d: [], e: ["e"] }
    assert.deepStrictEqual(circular(new Map(Object.entries(circle))), ["b", "c", "e"])
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
    const layers = /^src\/(?:domain|store|programs|http|outbound)\/[^/]+$/
    const loose = pathsOf(sources).filter((path) => layers.test(path))
    assert.deepStrictEqual(
      loose.filter((path) => !ofWholeLayer.has(path)),
      []
    )
  })

  // Only there are the newest zones in use: Intl and Effect's DateTime know those that Node was built with.
  it("reckons with time zones in one place", () => {
    const reckons = /\btimeZone:(?! "UTC")|\bDateTime\.(?:makeZoned|zone|setZone)|\bsupportedValuesOf\("timeZone"\)/
    const wrong = sources.filter(
      ({ path, text }) => /^src\/(?!dashboard\/|domain\/zones\/)/.test(path) && reckons.test(text)
    )
    assert.deepStrictEqual(pathsOf(wrong), [])
  })

  it("asks in one place whether account data is distributed", () => {
    const asks = /\bimport \{[^}]*\bDistribution\b[^}]*\} from/
    const wrong = sources.filter(({ path, text }) => /^src\/(?!store\/distributed\/)/.test(path) && asks.test(text))
    assert.deepStrictEqual(pathsOf(wrong), [])
  })

  it("has the number of every semaphore in bounds.ts", () => {
    const made = sources.filter(({ path, text }) => path.startsWith("src/") && text.includes("Semaphore.make"))
    assert.isAbove(made.length, 3)
    const elsewhere = /Semaphore\.make(?:Unsafe)?\((?!permits\.\w+\))/
    assert.deepStrictEqual(pathsOf(made.filter(({ text }) => elsewhere.test(text))), [])
    const withoutBounds = made.filter(({ imports }) => !imports.includes("src/domain/capacity/bounds.ts"))
    assert.deepStrictEqual(pathsOf(withoutBounds), [])
  })

  // A clock judges the machine. `test/support/runner/steps.ts` counts steps; measurements are the bench's and those of `npm run test:full`.
  it("has no test in `npm test` that judges by a clock", () => {
    const reads =
      /\bperformance\.now\b|\bhrtime\b|\b(?:thread)?[cC]puUsage\b|\btimeLimit\(|\bDate\.now\(\) - (?:began|start|from|before)/
    const ofFull = /^test\/(?:bench|browser|faults|fuzz|mutants|support)\//
    const wrong = sources.filter(
      ({ path, text }) => /^test\/.*\.test\.ts$/.test(path) && !ofFull.test(path) && reads.test(text)
    )
    assert.deepStrictEqual(
      pathsOf(wrong).filter((path) => path !== "test/architecture.test.ts"),
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

  it("names the role that each endpoint of the dashboard requires (RequiredRole)", () => {
    assert.deepStrictEqual(
      declaredRoles.filter(({ role }) => role === null).map(({ name }) => name),
      []
    )
  })

  it("declares each endpoint on the data of an account once, for tokens and for users (src/api/mounts.ts)", () => {
    const below = <Id extends string, Groups extends HttpApiGroup.Constraint>(
      api: HttpApi.HttpApi<Id, Groups>,
      mount: string
    ) => {
      const found = new Map<string, { readonly group: string; readonly success: unknown }>()
      HttpApi.reflect(api, {
        onGroup: () => {},
        onEndpoint: ({ group, endpoint: { method, path, success } }) =>
          path.startsWith(`${mount}/`) &&
          found.set(`${method} ${path.slice(mount.length)}`, { group: group.identifier, success })
      })
      return found
    }
    const [tokens, users] = [below(Api, "/v1"), below(DashboardApi, "/dashboard/api/accounts/:account")]
    // Both mounts of a declaration hold its own schemas.
    const twice = [...tokens].filter(([name, { success }]) => users.has(name) && users.get(name)?.success !== success)
    assert.deepStrictEqual(
      twice.map(([name]) => name),
      []
    )
    const groupsOf = (found: typeof users) => new Set([...found.values()].map(({ group }) => group))
    assert.deepStrictEqual([...groupsOf(users).difference(groupsOf(tokens))].toSorted(), forUsersAlone.toSorted())
    assert.deepStrictEqual([...tokens.keys()].filter((name) => !users.has(name)).toSorted(), ["GET /account"])
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
