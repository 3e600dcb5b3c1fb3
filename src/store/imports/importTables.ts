import { erasedMessage } from "../../domain/contacts/Suppressions.ts"
import { ndjsonLayout } from "../../domain/imports/FileLayout.ts"
import type { TableData } from "../personalData/DataMap.ts"

/** The tables of imports, and what the erasure of a contact does to each. */
export const importTables = {
  import_records: {
    found: "address",
    erase: "rows",
    kept: "until taken in, 30 days at most",
    columns: {
      none: "account_id import_id position file_row",
      personal: "email_key phone_digits",
      "free text": "body"
    }
  },
  import_failures: {
    found: "address",
    erase: {
      issues: `'${JSON.stringify([{ field: "", message: erasedMessage }])}'`,
      body: "NULL",
      email_key: "NULL",
      phone_digits: "NULL"
    },
    kept: "30 days",
    columns: {
      none: "account_id import_id position file_row",
      personal: "email_key phone_digits",
      "free text": "body issues"
    }
  },
  import_notes: {
    found: "address",
    erase: "rows",
    kept: "30 days",
    columns: {
      none: "account_id import_id position place file_row kind",
      personal: "email_key phone_digits",
      "free text": "field message"
    }
  },
  imports: {
    found: "mention",
    erase: { file_name: "'erased'", layout: `'${JSON.stringify(ndjsonLayout)}'`, lift_reason: "'erased'" },
    kept: "30 days",
    columns: {
      none: `account_id import_id kind status file_size actor uploaded file_row received received_bytes imported failed
        cells_left_out without_email consents_not_taken leased_until created_at updated_at`,
      "free text": "file_name layout lift_reason"
    }
  }
} satisfies Readonly<Record<string, TableData>>
