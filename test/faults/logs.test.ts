import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { operator } from "../support/browser/dashboard.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { contentType, post, send } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { ndjsonFile } from "../support/samples/imports.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"

const person = { email: "Grace.Hopper@navy.example", phone: "+12025550186" }
const street = "1701 Arlington Ridge"
const stranger = `service_${"5ec2e7".repeat(6)}beef`
const wrong = "not the password either"

describe("the log of a run at LOG_LEVEL=Debug", () => {
  for (const database of ["embedded", "PostgreSQL"] as const) {
    it.live(`contains no secret, e-mail or phone for any request (${database})`, () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const { token, integrations } = yield* withDatabase(settings)(
          seedAccount({ scopes: Scope.literals, integrations: 1 })
        )
        // Database errors contain the refused row.
        const picky = Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`ALTER TABLE events ADD CONSTRAINT picky CHECK (event_type <> 'odd')`
        )
        const choosy = Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`ALTER TABLE orders ADD CONSTRAINT choosy CHECK (total <> 7531)`
        )
        yield* withDatabase(settings)(Effect.andThen(picky, choosy))
        const server = yield* startServer({
          ...settings,
          LOG_LEVEL: "Debug",
          OWNER_EMAIL: operator.email,
          OWNER_PASSWORD: operator.password
        })
        const v1 = `${server.origin}/v1`
        const order = orderBody({ ...person, shipping_address: { address1: street, name: "Grace Hopper" } })
        const integration = { "x-service-integration-token": integrations[0]?.token ?? "" }
        const placed = yield* post(`${v1}/orders/placed`, token, order, integration)
        assert.strictEqual(placed.status, 201)
        yield* post(`${v1}/orders/placed`, token, { ...order, total: -1, phone: `${person.phone} ext. 4` })
        yield* post(`${v1}/orders/placed`, token, JSON.stringify(order).slice(0, -5))
        yield* post(`${v1}/orders/placed`, stranger, order)
        yield* post(`${v1}/orders/placed`, token, order, { "x-service-integration-token": stranger })
        yield* post(`${v1}/contacts`, token, { ...person, tags: [street] })
        yield* post(`${v1}/events`, token, { event_type: "seen", email: person.email, event_data: person })
        const odd = yield* post(`${v1}/events`, token, { event_type: "odd", email: person.email, event_data: person })
        assert.strictEqual(odd.status, 500)
        const query = new URLSearchParams({ email: person.email, nothing: person.phone })
        yield* send(`${v1}/contacts?${query}`, { headers: { authorization: `Bearer ${token}` } })
        const session = yield* post(`${server.origin}/dashboard/api/session`, null, { ...operator, password: wrong })
        assert.strictEqual(session.status, 401)
        const signedIn = yield* post(`${server.origin}/dashboard/api/session`, null, operator)
        const cookie = signedIn.headers.get("set-cookie")?.split(/[=;]/)[1] ?? ""
        assert.isNotEmpty(cookie)
        const imports = `${server.origin}/dashboard/api/accounts/${signedIn.json.data.accounts[0].id}/imports`
        const own = { cookie: `${signedIn.headers.get("set-cookie")?.split(";")[0]}` }
        const lines = new TextEncoder().encode(JSON.stringify({ ...order, total: 7531 }))
        const file = ndjsonFile("orders", lines.length)
        const made = `${imports}/${(yield* post(imports, null, file, own)).json.data.id}`
        const headers = { ...contentType(lines), ...own }
        yield* send(`${made}/file?from=0`, { method: "PUT", headers, body: lines })
        yield* post(`${made}/start`, null, {}, own)
        yield* eventually(Effect.map(send(made, { headers: own }), ({ json }) => json.data.failed === 1))
        yield* server.end("SIGTERM")
        const log = server.output().toLowerCase()
        for (const constraint of ["picky", "choosy"]) assert.include(log, constraint)
        const secrets = [token, stranger, integrations[0]?.token ?? "", operator.password, wrong, cookie]
        const personal = [person.email, encodeURIComponent(person.email), person.phone.slice(1), "hopper", street]
        const found = [...secrets, ...personal, operator.email].filter((text) => log.includes(text.toLowerCase()))
        assert.deepStrictEqual(found, [])
      })
    )
  }

  it.live("has one line of JSON for each entry, with control characters escaped", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const { token } = yield* withDatabase(settings)(seedAccount({ scopes: ["events_write"] }))
      // The log names the violated constraint, whose name the caller controls here.
      const quoting = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.andThen(
          sql.unsafe(`CREATE FUNCTION quote() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION 'no' USING ERRCODE = 'check_violation', CONSTRAINT = NEW.event_data->>'text'; END $$`)
            .unprepared,
          sql`CREATE TRIGGER quoting BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION quote()`
        )
      )
      yield* withDatabase(settings)(quoting)
      // Without an owner a first start prints a setup link.
      const owner = { OWNER_EMAIL: operator.email, OWNER_PASSWORD: operator.password }
      const server = yield* startServer({ ...settings, ...owner, LOG_LEVEL: "Debug" })
      const forged = '{"level":"FATAL","message":"forged"}'
      const forgedText = `odd\n${forged}\r\n${forged}\u001b[2K\u0007\u0085\u009b31m\u2028${forged}"\\`
      const event = { event_type: "seen", email: person.email, event_data: { text: forgedText } }
      assert.strictEqual((yield* post(`${server.origin}/v1/events`, token, event)).status, 500)
      yield* server.end("SIGTERM")
      const log = server.output()
      const entries = log
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
      const defect = entries.find(({ message }) => message === "Defect")
      assert.deepStrictEqual(defect?.cause, [`SqlError ConstraintError 23514 ${forgedText}`])
      for (const { message } of entries) assert.notStrictEqual(message, "forged")
      assert.notMatch(log, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/)
    })
  )
})
