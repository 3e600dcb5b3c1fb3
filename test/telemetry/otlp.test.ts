import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { startCollector } from "../support/http/collector.ts"
import { operator } from "../support/browser/dashboard.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { seedMailing } from "../support/flows/seedFlows.ts"
import { startServer } from "../support/faults/processes.ts"
import { countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"

const persons = Array.from({ length: 8 }, (_, at) => ({
  email: `person.${randomBytes(6).toString("hex")}@navy.example`,
  phone: `+1202555018${at}`
}))

// The database error contains the row.
const refuseContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused: %', NEW; END $$`
  yield* sql`CREATE TRIGGER refuse BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION refuse()`
})

describe("an OpenTelemetry collector", () => {
  for (const protocol of ["http/json", "http/protobuf"]) {
    it.live(`receives traces and metrics without personal data or secrets (${protocol})`, () =>
      Effect.gen(function* () {
        const settings = yield* databases.PostgreSQL
        const { token, integrations } = yield* withDatabase(settings)(
          seedMailing({ scopes: Scope.literals, integrations: 1 })
        )
        const { exports, settings: collector } = yield* startCollector()
        const server = yield* startServer({
          ...settings,
          ...collector,
          OWNER_EMAIL: operator.email,
          OWNER_PASSWORD: operator.password,
          OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
          OTEL_EXPORTER_OTLP_HEADERS: "api-key=of-the-collector"
        })
        const v1 = `${server.origin}/v1`
        const stranger = `service_${randomBytes(20).toString("hex")}`
        const integration = integrations[0]?.token ?? ""
        const authorization = { headers: { authorization: `Bearer ${token}`, "user-agent": persons[0]?.email ?? "" } }
        for (const [at, person] of persons.entries()) {
          const order = orderBody({ order_id: at, ...person, shipment_status: "delivered" })
          yield* post(`${v1}/orders/placed`, token, order, { "x-service-integration-token": integration })
          yield* post(`${v1}/orders/placed`, token, { ...order, total: person.email })
          yield* post(`${v1}/orders/placed`, stranger, order)
          yield* post(`${v1}/contacts`, token, person)
          yield* post(`${v1}/events`, token, { event_type: "seen", email: person.email, event_data: person })
          yield* send(`${v1}/contacts?${new URLSearchParams(person)}`, authorization)
          const inQuery = yield* send(`${v1}/account?access_token=${token}&token=${token}`)
          assert.strictEqual(inQuery.status, 401)
          yield* send(`${v1}/contacts/${encodeURIComponent(person.email)}`, authorization)
          yield* post(`${server.origin}/dashboard/api/session`, null, { email: person.email, password: person.phone })
        }
        yield* post(`${server.origin}/dashboard/api/session`, null, operator)
        yield* withDatabase(settings)(refuseContacts)
        yield* post(`${v1}/contacts`, token, { email: `x${persons[0]?.email}` })
        yield* server.end("SIGTERM")
        const [traces, metrics] = ["/v1/traces", "/v1/metrics"].map((path) =>
          exports.filter((one) => one.path === path)
        )
        const exportedText = exports.map(({ text }) => text).join("\n")
        assert.isNotEmpty(traces)
        assert.isNotEmpty(metrics)
        assert.isTrue(exports.every(({ headers }) => headers["api-key"] === "of-the-collector"))
        for (const text of ["/v1/orders/placed", "http.route", "SignIn.signIn", "tally_batch_size", "place_orders"])
          assert.include(exportedText, text)
        const secrets = [
          token,
          stranger,
          integration,
          operator.email,
          operator.password,
          "of-the-collector",
          "127.0.0.1"
        ]
        const personal = persons.flatMap(({ email, phone }) => [email, encodeURIComponent(email), phone.slice(1)])
        const found = [...secrets, ...personal].filter((text) =>
          exportedText.toLowerCase().includes(text.toLowerCase())
        )
        assert.deepStrictEqual(found, [])
      })
    )
  }

  const dead = [
    ["refuses", 503],
    ["says nothing", null]
  ] as const
  for (const [does, answer] of dead) {
    it.live(`that ${does} fails no call and logs one line`, () =>
      Effect.gen(function* () {
        const settings = yield* databases.PostgreSQL
        const { token } = yield* withDatabase(settings)(seedAccount())
        const { exports, settings: collector } = yield* startCollector(answer)
        const server = yield* startServer({ ...settings, ...collector, LOG_LEVEL: "Debug" })
        const place = (order_id: number) => post(`${server.origin}/v1/orders/placed`, token, orderBody({ order_id }))
        const answers = yield* Effect.forEach(
          Array.from({ length: 300 }, (_, at) => at + 1),
          place,
          { concurrency: 16 }
        )
        assert.deepStrictEqual(countByStatus(answers), { 201: 300 })
        yield* eventually(
          Effect.sync(() => exports.length >= 4 && server.output().includes("The collector accepts no"))
        )
        assert.strictEqual((yield* place(301)).status, 201)
        assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
        const lines = server
          .output()
          .split("\n")
          .filter((line) => /collector|exporter/i.test(line))
        assert.strictEqual(lines.length, 1)
      })
    )
  }
})
