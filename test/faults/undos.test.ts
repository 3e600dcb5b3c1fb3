import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { operator } from "../support/browser/dashboard.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { eventually } from "../support/faults/eventually.ts"
import { startServer } from "../support/faults/processes.ts"
import { contentType, post, send } from "../support/http/http.ts"
import { quickOrFull, repetitions, reportRun } from "../support/runner/runs.ts"
import { layoutOfCsv } from "../support/samples/imports.ts"

const people = quickOrFull(2_000, 6_000)
// A claim of a killed process ends after 30 seconds.
const rounds = repetitions(1, 6)

const file = new TextEncoder().encode(
  `email,first_name,email_consent\n${Array.from({ length: people }, (_, n) => `p${n}@example.com,Ada,yes\n`).join("")}`
)

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`a server killed while it undoes an import, ${database}`, () => {
    it.live(
      "goes on where it was, and takes back each contact once",
      () =>
        Effect.gen(function* () {
          const settings = {
            ...(yield* databases[database]),
            OWNER_EMAIL: operator.email,
            OWNER_PASSWORD: operator.password
          }
          let server = yield* startServer(settings)
          const session = yield* post(`${server.origin}/dashboard/api/session`, null, operator)
          const cookie = `${session.headers.get("set-cookie")?.split(";")[0]}`
          const account = String(session.json.data.accounts[0].id)
          const at = (path: string) => `${server.origin}/dashboard/api/accounts/${account}${path}`
          const read = (path: string) =>
            Effect.map(
              // A busy machine may have the server answer 503.
              Effect.suspend(() => send(at(path), { headers: { cookie } })).pipe(
                Effect.repeat({ until: ({ status }) => status !== 503, schedule: Schedule.spaced("50 millis") })
              ),
              ({ json }) => json.data
            )
          const layout = layoutOfCsv("contacts", file)
          const input = { kind: "contacts", file_name: "people.csv", file_size: file.length, layout }
          const { id } = (yield* post(at("/imports"), null, input, { cookie })).json.data
          yield* send(at(`/imports/${id}/file?from=0`), {
            method: "PUT",
            headers: { ...contentType(file), cookie },
            body: file
          })
          yield* post(at(`/imports/${id}/start`), null, {}, { cookie })
          yield* eventually(Effect.map(read(`/imports/${id}`), ({ status }) => status === "finished"))
          const change = read(`/bulk-changes/${id}`)
          assert.deepInclude(yield* change, { contacts: people, undone: 0 })

          const started = yield* post(at(`/bulk-changes/${id}/undo`), null, undefined, { cookie })
          assert.strictEqual(started.status, 200, started.text)
          for (let round = 1; round <= rounds; round++) {
            const done = (yield* change).undone
            yield* eventually(Effect.map(change, ({ undone }) => undone > done || undone === people))
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
          }
          yield* eventually(Effect.map(change, ({ undo }) => undo === "finished"))
          assert.deepInclude(yield* change, { contacts: people, undone: people, kept: 0 })
          yield* server.end("SIGTERM")
          const [counted] = yield* withDatabase(settings)(
            Effect.flatMap(
              SqlClient.SqlClient,
              (sql) => sql`SELECT (SELECT count(*)::int FROM contacts) AS contacts,
                (SELECT sum(total)::int FROM contact_counts) AS counted,
                (SELECT count(*)::int FROM consent_log WHERE rule = 'change_undone') AS opposite,
                (SELECT count(*)::int FROM bulk_change_contacts WHERE outcome = 'undone') AS undone`
            )
          )
          assert.deepStrictEqual(counted, { contacts: 0, counted: 0, opposite: people, undone: people })
          reportRun(`kill -9 while an import is undone, ${database}`, { runs: rounds })
        }),
      quickOrFull(5, 20) * 60_000
    )
  })
}
