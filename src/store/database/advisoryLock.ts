import type { SqlClient } from "effect/sql"
import { texts } from "../sql/parameters.ts"

/**
 * Locks names of an account until the transaction ends, in one order everywhere, so that no two transactions deadlock. A distributed
 * database takes the locks on the account's node, where all writers of the account meet.
 */
export const advisoryLock = (sql: SqlClient.SqlClient, account_id: string, names: ReadonlyArray<string>) =>
  sql`SELECT lock_names(${account_id}, ${texts(names)})`
