import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

/** Runs one statement outside a transaction, on its own connection. */
export const administer = (url: string, statement: string): Promise<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(statement).unprepared
  }).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1, connectTimeout: "2 minutes" })),
    Effect.scoped,
    Effect.runPromise
  )
