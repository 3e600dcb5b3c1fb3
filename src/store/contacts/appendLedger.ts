import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LedgerEntry } from "../../domain/contacts/Consent.ts"
import { rowsJson } from "../database/parameters.ts"
import { timeText } from "../database/timestamps.ts"

/** Appends to the consent ledger, in the order given, if `condition` holds. */
export const appendLedger = (
  sql: SqlClient.SqlClient,
  ledger: ReadonlyArray<LedgerEntry>,
  condition: Fragment = sql`true`
) => sql`
  INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
    effective_at, recorded_at)
  SELECT * FROM json_to_recordset(${rowsJson(
    ledger.map((entry) => ({
      ...entry,
      effective_at: timeText(entry.effective_at),
      recorded_at: timeText(entry.recorded_at)
    }))
  )}::json) AS r (account_id text, contact_id text, channel text, from_state text, to_state text, refused boolean, cause text,
    rule text, source_id text, actor text, effective_at timestamptz, recorded_at timestamptz)
  WHERE ${condition}`
