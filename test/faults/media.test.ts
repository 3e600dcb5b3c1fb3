import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { databases, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { pictures } from "../support/samples/pictures.ts"
import { repetitions, reportRun, seededRandom } from "../support/runner/runs.ts"

interface Kept {
  readonly digest: string
  readonly size: number
  readonly bytes: Uint8Array
}

const keptRows = (account_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<Kept>`SELECT digest, size, bytes FROM media WHERE account_id = ${account_id} ORDER BY digest LIMIT 1000`
  )

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`uploads of pictures to a server that is killed, ${database}`, () => {
    it.live(
      "are there whole or not at all, and none that was answered is lost, wherever the kill interrupts",
      () =>
        Effect.gen(function* () {
          const random = seededRandom()
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seedAccount({ scopes: ["media_write"] }))
          const answered = new Set<string>()
          let colour = 0
          const upload = (origin: string) =>
            Effect.promise(async () => {
              const next = colour++
              const body = await pictures.jpeg(1_200, 900, [next % 256, (next * 37) % 256, 90])
              const headers = { authorization: `Bearer ${token}`, "content-type": "image/jpeg" }
              // A killed server answers nothing.
              const answer = await fetch(`${origin}/v1/media`, { method: "POST", headers, body: new Uint8Array(body) })
                .then(async (response) => (response.status === 201 ? await response.text() : ""))
                .catch(() => "")
              const [, digest] = /\/([0-9a-f]{64})\./.exec(answer) ?? []
              if (digest !== undefined) answered.add(digest)
            })
          let server: RunningServer = yield* startServer(settings)
          for (let round = 0; round < repetitions(2, 15); round++) {
            const { origin } = server
            // The first of a process takes longest, so that each round has one that is answered.
            yield* upload(origin)
            const kill = Effect.delay(server.end("SIGKILL"), 20 + random() * 200)
            yield* Effect.all([kill, ...Array.from({ length: 4 }, () => upload(origin))], { concurrency: "unbounded" })
            server = yield* startServer(settings)
          }
          yield* server.end("SIGTERM")
          const kept = yield* withDatabase(settings)(keptRows(account_id))
          reportRun(`uploads to a killed server, ${database}`, {
            runs: repetitions(2, 15),
            more: `${answered.size} answered, ${kept.length} kept`
          })
          for (const { digest, size, bytes } of kept)
            assert.deepStrictEqual([bytes.length, createHash("sha256").update(bytes).digest("hex")], [size, digest])
          assert.isAtLeast(answered.size, repetitions(2, 15))
          assert.deepStrictEqual(
            [...answered].filter((digest) => !kept.some((row) => row.digest === digest)),
            []
          )
        }),
      10 * 60_000
    )
  })
}
