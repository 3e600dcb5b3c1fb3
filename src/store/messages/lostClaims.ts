import type { SqlClient } from "effect/sql"
import { claimLoss } from "../../domain/messages/ClaimLoss.ts"

/** The new `lost_claims` of a row that is claimed: an expired claim was lost. Requires columns `claimed_until` and `lost_claims`. */
export const lostClaims = (sql: SqlClient.SqlClient, row: string) =>
  sql.literal(`CASE WHEN ${row}.claimed_until IS NULL THEN ${row}.lost_claims
    WHEN ${row}.lost_claims >= ${claimLoss.alone} THEN ${claimLoss.again} ELSE ${claimLoss.once} END`)
