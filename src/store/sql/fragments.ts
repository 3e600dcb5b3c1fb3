import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { Statement } from "effect/sql"

/** Makes fragments without a database, for the texts of its functions. */
export const fragments = Statement.make(Effect.die(new Error("No connection")), PgClient.makeCompiler(), [], undefined)
