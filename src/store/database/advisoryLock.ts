import type { SqlClient } from "effect/sql"
import { texts } from "./parameters.ts"

/** Locks names until the transaction ends, in one order everywhere, so that no two transactions deadlock. */
export const advisoryLock = (sql: SqlClient.SqlClient, names: ReadonlyArray<string>) => sql`
  SELECT pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(${texts(names)}) AS name ORDER BY 1
  ) keys`
