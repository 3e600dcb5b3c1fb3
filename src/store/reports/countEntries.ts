import type { SqlClient, Statement } from "effect/sql"

/** The rows over which concurrent entries of one step and hour are spread. */
const slots = 8

/**
 * Adds to `flow_step_entries` the steps that runs entered: the rows of `entered` (account_id, flow_id, step, at), a CTE. In sorted order, so
 * that two transactions that count the same steps wait and do not deadlock. `account` as of `accountOf`.
 */
export const countEntries = (
  sql: SqlClient.SqlClient,
  account: (column: string) => Statement.Fragment,
  entered: Statement.Fragment = sql`entered`
) => sql`
  INSERT INTO flow_step_entries AS kept (account_id, flow_id, step_id, hour, slot, entered)
  SELECT ${account("account_id")} AS account_id, flow_id, step, date_trunc('hour', at, 'UTC'), pg_backend_pid() % ${sql.literal(String(slots))}, count(*) FROM ${entered}
  WHERE step IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, flow_id, step_id, hour, slot) DO UPDATE SET entered = kept.entered + excluded.entered`
