import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { whileReserved } from "../store/database/poolMetrics.ts"
import { uncancelledConnection } from "./uncancelledConnection.ts"

// No count has as many digits as a time or the id of a message.
const holdsTime = /\d{10}/

const keepingTextsThatStay = (connection: Connection): Connection => ({
  execute: (text, parameters, transform) =>
    holdsTime.test(text)
      ? connection.executeUnprepared(text, parameters, transform)
      : connection.execute(text, parameters, transform),
  executeRaw: (text, parameters) => connection.executeRaw(text, parameters),
  executeStream: (text, parameters, transform) => connection.executeStream(text, parameters, transform),
  executeValues: (text, parameters) => connection.executeValues(text, parameters),
  executeValuesUnprepared: (text, parameters) => connection.executeValuesUnprepared(text, parameters),
  executeUnprepared: (text, parameters, transform) => connection.executeUnprepared(text, parameters, transform)
})

/**
 * The same database for the workflow engine, which writes the time into the text of the question it asks each second. Prepared,
 * each of these texts would stay with its connection, here and in PostgreSQL, until a hundred later ones pushed it out, and
 * with it what we ask seldom.
 */
export const EngineClient = Layer.effect(
  SqlClient.SqlClient,
  Effect.gen(function* () {
    const { reserve, driver, transactionService, withTransaction } = yield* SqlClient.SqlClient
    // One it keeps for good, by which it holds its locks.
    const counted = Effect.andThen(whileReserved, reserve)
    const client = yield* SqlClient.make({
      acquirer: Effect.map(counted, keepingTextsThatStay),
      transactionAcquirer: Effect.map(counted, uncancelledConnection),
      compiler: PgClient.makeCompiler(),
      driver,
      transactionService,
      spanAttributes: []
    })
    return Object.assign(client, { withTransaction })
  })
).pipe(Layer.provide(Reactivity.layer))
