import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LedgerEntry } from "../../domain/contacts/Consent.ts"
import { jsonRows } from "../sql/parameters.ts"
import { timeText } from "../sql/timestamps.ts"

/** Entries of the consent ledger as a parameter of the functions that append them, in the order given. */
export const ledgerParameter = (sql: SqlClient.SqlClient, ledger: ReadonlyArray<LedgerEntry>): Fragment =>
  jsonRows(
    sql,
    ledger.map((entry) => ({
      ...entry,
      topic: entry.topic ?? null,
      effective_at: timeText(entry.effective_at),
      recorded_at: timeText(entry.recorded_at),
      proof: entry.proof === undefined ? null : JSON.stringify(entry.proof)
    }))
  )
