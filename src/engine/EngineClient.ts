import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { whileReserved } from "../store/database/poolMetrics.ts"
import { uncancelledConnection } from "./uncancelledConnection.ts"

// Ten or more digits are a timestamp or a message id: such a text is unique, so preparing it is useless.
const isUnique = /\d{10}/

const preparingRepeatedTexts = (connection: Connection): Connection => ({
  execute: (text, parameters, transform) =>
    isUnique.test(text)
      ? connection.executeUnprepared(text, parameters, transform)
      : connection.execute(text, parameters, transform),
  executeRaw: (text, parameters) => connection.executeRaw(text, parameters),
  executeStream: (text, parameters, transform) => connection.executeStream(text, parameters, transform),
  executeValues: (text, parameters) => connection.executeValues(text, parameters),
  executeValuesUnprepared: (text, parameters) => connection.executeValuesUnprepared(text, parameters),
  executeUnprepared: (text, parameters, transform) => connection.executeUnprepared(text, parameters, transform)
})

/**
 * The database client of the workflow engine. The engine writes the time into the text of its polls; preparing each of these
 * would evict the other statements from the caches of its connection and PostgreSQL.
 */
export const EngineClient = Layer.effect(
  SqlClient.SqlClient,
  Effect.gen(function* () {
    const { reserve, driver, transactionService, withTransaction } = yield* SqlClient.SqlClient
    // The engine keeps one connection reserved, which holds its advisory locks.
    const counted = Effect.andThen(whileReserved, reserve)
    const client = yield* SqlClient.make({
      acquirer: Effect.map(counted, preparingRepeatedTexts),
      transactionAcquirer: Effect.map(counted, uncancelledConnection),
      compiler: PgClient.makeCompiler(),
      driver,
      transactionService,
      spanAttributes: []
    })
    return Object.assign(client, { withTransaction })
  })
).pipe(Layer.provide(Reactivity.layer))
