import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { startCollector } from "../support/http/collector.ts"
import { operator } from "../support/browser/dashboard.ts"
import { postgres } from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { metrics } from "../support/http/metrics.ts"
import { freePort } from "../support/database/postgres.ts"
import { startServer } from "../support/faults/processes.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8")
const documented = (page.split("## Settings")[1]?.split("\n## ")[0] ?? "")
  .split("\n")
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name))

// The port is chosen by each test; `npm run test:distributed` sets the other.
const setByOthers = new Set(["PORT", "DATABASE_DISTRIBUTED"])

describe("the built service", () => {
  it.live("starts and serves with every setting that the documentation names", () =>
    Effect.gen(function* () {
      const database = yield* postgres
      const collector = yield* startCollector()
      const { settings: measured, scrape } = yield* metrics
      const cluster = yield* Effect.promise(freePort)
      const settings: Record<string, string> = {
        DATABASE_CONNECTIONS: "5",
        ...database,
        ...collector.settings,
        ...measured,
        HOST: "127.0.0.1",
        DATA_DIR: "/nowhere",
        PUBLIC_URL: "https://tally.example",
        OWNER_EMAIL: operator.email,
        OWNER_PASSWORD: operator.password,
        SMTP_URL: "smtp://user:word@127.0.0.1:9",
        SMS_URL: "http://user:word@127.0.0.1:9/send",
        RSPAMD_URL: "http://:word@127.0.0.1:9",
        EMAIL_FROM: "shop@tally.example",
        TZDIR: "/dev/null",
        BOUNCE_DOMAIN: "bounces.tally.example",
        BOUNCE_HOST: "127.0.0.1",
        BOUNCE_PORT: String(yield* Effect.promise(freePort)),
        SMTP_ALLOW_PRIVATE: "true",
        SMTP_CONNECTIONS: "8",
        SMTP_MESSAGES_PER_SECOND: "50",
        SMS_MESSAGES_PER_SECOND: "5",
        DNS_SERVERS: "127.0.0.1",
        WEBHOOK_ALLOW_PRIVATE: "true",
        TRUST_PROXY: "127.0.0.1, 10.0.0.0/8",
        LOG_LEVEL: "Info",
        CLUSTER_HOST: "127.0.0.1",
        CLUSTER_PORT: String(cluster),
        METRICS_HOST: "127.0.0.1",
        OTEL_EXPORTER_OTLP_HEADERS: "key=value",
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_TRACES_SAMPLER_ARG: "0.5"
      }
      assert.deepStrictEqual(
        documented.filter((name) => !setByOthers.has(name) && settings[name] === undefined),
        []
      )
      assert.isAbove(documented.length, 25)
      const server = yield* startServer(settings)
      assert.strictEqual((yield* post(`${server.origin}/dashboard/api/session`, null, operator)).status, 200)
      assert.include((yield* scrape).text, "tally_http_requests")
      assert.strictEqual((yield* send(`${server.origin}/openapi.json`)).json.servers[0].url, "https://tally.example")
      assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
    })
  )
})
