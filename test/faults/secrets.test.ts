import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { globSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { operator } from "../support/browser/dashboard.ts"
import { databases, type Settings, withDatabase } from "../support/database/databases.ts"
import { post, send, sendRaw } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { mailServer } from "../support/messages/providers.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"

/** Every row of every table, as text. */
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ table_name: string }>`SELECT table_name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`
  const rows = yield* Effect.forEach(
    tables,
    ({ table_name }) => sql<{ row: string }>`SELECT to_jsonb(t)::text AS row FROM ${sql(table_name)} t LIMIT 100000`
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n")
})

/** The bytes of all files of a data directory except the key file. */
const filesOf = (directory: string) =>
  globSync("**", { cwd: directory })
    .map((path) => join(directory, path))
    .filter((path) => basename(path) !== "encryption.key" && statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))

describe("a secret that the service issued or received", () => {
  for (const database of ["embedded", "PostgreSQL"] as const) {
    it.live(
      `is in no table, database file or log in plain text, and callers cannot forge log lines (${database})`,
      () =>
        Effect.gen(function* () {
          const mails = yield* mailServer()
          const settings: Settings = { ...(yield* databases[database]), SMTP_URL: mails.url }
          const server = yield* startServer({
            ...settings,
            LOG_LEVEL: "Debug",
            OWNER_EMAIL: operator.email,
            OWNER_PASSWORD: operator.password
          })
          const { origin } = server
          const api = `${origin}/dashboard/api`
          const signedIn = yield* post(`${api}/session`, null, operator)
          const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? ""
          const account = `${api}/accounts/${signedIn.json.data.accounts[0].id}`
          const made = (path: string, members: unknown) =>
            Effect.map(post(path, null, members, { cookie }), ({ json }) => json.data)
          const token = (yield* made(`${account}/tokens`, { name: "a", scopes: Scope.literals })).token
          const app = yield* made(`${account}/apps`, { name: "a", scopes: Scope.literals })
          const integration = yield* made(`${account}/integrations`, {
            store_name: "a",
            store_url: "https://a.example"
          })
          yield* made(`${account}/users`, { email: "guest@example.com", role: "member" })
          yield* made(`${api}/accounts`, { name: "b", owner: { email: "owner@example.com" } })
          const granted = yield* send(`${origin}/oauth/token`, {
            method: "POST",
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: `grant_type=client_credentials&client_id=${app.client_id}&client_secret=${app.client_secret}`
          })
          const hooks = (yield* send(`${account}/hooks`, { headers: { cookie } })).json.data
          yield* post(`${api}/forgotten-password`, null, { email: operator.email })
          yield* mails.arrived(3)
          const mailed = (to: string) =>
            /dashboard\/\w+#([\w-]+)/.exec(
              (mails.received.find((mail) => mail.to === to)?.raw ?? "").replace(/=\r\n/g, "").replaceAll("=3D", "=")
            )?.[1] ?? ""
          const secrets = {
            password: operator.password,
            session: cookie.split("=")[1] ?? "",
            token,
            client: app.client_secret,
            integration: integration.token,
            invitation: mailed("guest@example.com"),
            setup: mailed("owner@example.com"),
            reset: mailed(operator.email),
            access: granted.json.access_token,
            hook: String(hooks.sms_url).split("/").at(-1) ?? "",
            webhook: String(hooks.webhook_secret).replace("whsec_", ""),
            key: settings["ENCRYPTION_KEY"] ?? readFileSync(join(settings["DATA_DIR"] ?? "", "encryption.key"), "utf8")
          }
          for (const secret of Object.values(secrets)) assert.isAtLeast(secret.length, 10)
          for (const used of [token, secrets.access]) {
            yield* send(`${origin}/v1/account`, { headers: { authorization: `Bearer ${used}` } })
            for (const path of ["/v1/account", "/v1/nothing", "/dashboard/api/session", "/health/ready"])
              yield* send(`${origin}${path}?access_token=${used}&token=${used}`)
          }
          const forged = '{"level":"FATAL","message":"forged"}'
          for (const bytes of [
            `GET /v1/account?a=%0a${encodeURIComponent(forged)} HTTP/1.1\r\nhost: a\r\nx-request-id: a%0a${forged}\r\n\r\n`,
            `GET /%0d%0a${encodeURIComponent(forged)} HTTP/1.1\r\nhost: a\r\nuser-agent: \x1b[31m${forged}\r\n\r\n`,
            `GET /v1/account HTTP/1.1\r\nhost: a\r\nx-request-id: a\n${forged}\r\nauthorization: Bearer ${forged}\r\n\r\n`
          ]) {
            yield* sendRaw(origin, bytes.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"))
          }
          yield* server.end("SIGTERM")
          const files = database === "embedded" ? filesOf(settings["DATA_DIR"] ?? "") : []
          const rows = yield* withDatabase(settings)(dump)
          // The search does find values that are present.
          assert.include(rows, "guest@example.com")
          if (database === "embedded") assert.isTrue(files.some((text) => text.includes("guest@example.com")))
          const log = server.output()
          const written = (secret: string) => [
            secret,
            Buffer.from(secret).toString("base64"),
            Buffer.from(secret).toString("hex")
          ]
          const found = Object.entries(secrets).flatMap(([name, secret]) =>
            written(secret).some((text) => [rows, log, ...files].some((place) => place.includes(text))) ? [name] : []
          )
          assert.deepStrictEqual(found, [])
          for (const { email } of [operator, { email: "guest@example.com" }, { email: "owner@example.com" }])
            assert.notInclude(log, email)
          const lines = log.split("\n").filter((line) => line !== "")
          assert.isNotEmpty(lines)
          for (const line of lines) {
            assert.notMatch(line, /[\u0000-\u0008\u001b]/)
            assert.notStrictEqual(JSON.parse(line).message, "forged")
          }
        })
    )
  }
})
