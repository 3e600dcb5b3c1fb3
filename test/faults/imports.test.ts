import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { importLimits } from "../../src/domain/imports/Import.ts"
import { operator } from "../support/browser/dashboard.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { eventually } from "../support/faults/eventually.ts"
import { startServer } from "../support/faults/processes.ts"
import { contentType, post, send } from "../support/http/http.ts"
import { quickOrFull, repetitions, reportRun } from "../support/runner/runs.ts"
import { layoutOfCsv } from "../support/samples/imports.ts"

const rows = 12_000
const people = rows / 2
// A claim of a killed process ends after 30 seconds.
const rounds = repetitions(1, 8)

// A busy machine refuses a request with 503, which is sent again then.
const untilTaken = { until: ({ status }: { readonly status: number }) => status !== 503, times: 10 }

// Each person has two rows, far from each other; the padding makes a file of several parts.
const line = (n: number) => `p${n % people}@example.com,Ada ${n},yes,${"x".repeat(60)}\n`
const file = new TextEncoder().encode(
  `email,first_name,email_consent,Remark\n${Array.from({ length: rows }, (_, n) => line(n)).join("")}`
)

const signIn = Effect.fnUntraced(function* (origin: string) {
  const session = yield* post(`${origin}/dashboard/api/session`, null, operator)
  const cookie = `${session.headers.get("set-cookie")?.split(";")[0]}`
  return { cookie, account: String(session.json.data.accounts[0].id) }
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`a server killed while it reads and imports a file, ${database}`, () => {
    it.live(
      "goes on where it was, and imports each row once",
      () =>
        Effect.gen(function* () {
          const settings = {
            ...(yield* databases[database]),
            OWNER_EMAIL: operator.email,
            OWNER_PASSWORD: operator.password
          }
          let server = yield* startServer(settings)
          const { cookie, account } = yield* signIn(server.origin)
          const restart = Effect.gen(function* () {
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
          })
          const at = (path: string) => `${server.origin}/dashboard/api/accounts/${account}/imports${path}`
          const layout = layoutOfCsv("contacts", file.subarray(0, importLimits.part))
          const input = { kind: "contacts", file_name: "people.csv", file_size: file.length, layout }
          const { id } = (yield* post(at(""), null, input, { cookie })).json.data
          const read = Effect.suspend(() => send(at(`/${id}`), { headers: { cookie } })).pipe(
            Effect.repeat(untilTaken),
            Effect.map(({ json }) => json.data)
          )
          const upload = (from: number) =>
            Effect.suspend(() => {
              const body = file.subarray(from, from + importLimits.part)
              return send(at(`/${id}/file?from=${from}`), {
                method: "PUT",
                headers: { ...contentType(body), cookie },
                body
              })
            }).pipe(Effect.repeat(untilTaken))
          let parts = 0
          for (let from = 0; from < file.length; parts++) {
            // The answer of this part is lost; what of it was kept is counted.
            if (parts === 1) {
              yield* Effect.forkChild(Effect.exit(upload(from)))
              yield* restart
              from = (yield* read).uploaded
            } else from = (yield* upload(from)).json.data.uploaded
          }
          assert.isAbove(parts, 2)
          yield* post(at(`/${id}/start`), null, {}, { cookie })
          for (let round = 1; round <= rounds; round++) {
            const done = (yield* read).imported
            yield* eventually(Effect.map(read, ({ imported }) => imported > done))
            yield* restart
          }
          assert.isBelow((yield* read).imported, rows)
          yield* eventually(Effect.map(read, ({ status }) => status === "finished"))
          assert.deepInclude(yield* read, { received: rows, imported: rows, failed: 0 })
          yield* server.end("SIGTERM")
          const [counted] = yield* withDatabase(settings)(
            Effect.flatMap(
              SqlClient.SqlClient,
              (sql) => sql`SELECT count(*)::int AS contacts,
                count(*) FILTER (WHERE first_name = 'Ada ' || (${people}::int + substring(email FROM '^p([0-9]+)')::int))::int AS last_rows,
                (SELECT count(*)::int FROM consent_log) AS ledger, (SELECT count(*)::int FROM import_records) AS waiting
                FROM contacts`
            )
          )
          assert.deepStrictEqual(counted, { contacts: people, last_rows: people, ledger: people, waiting: 0 })
          reportRun(`kill -9 while a file is imported, ${database}`, { runs: rounds + 1 })
        }),
      quickOrFull(5, 20) * 60_000
    )
  })
}
