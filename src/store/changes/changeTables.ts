import type { TableData } from "../personalData/DataMap.ts"

/** The tables of bulk changes, and what the erasure of a contact does to each. */
export const changeTables = {
  bulk_change_contacts: {
    found: "contact",
    erase: { changed: "NULL", kept: "NULL" },
    kept: "30 days",
    columns: {
      none: "account_id change_id has_consent merged entry_id changed_at outcome",
      identifier: "contact_id",
      "free text": "changed kept"
    }
  },
  bulk_changes: {
    found: "none",
    erase: "stays",
    kept: "30 days",
    columns: {
      none: `account_id change_id kind action flow_id step_id actor contacts undo undo_actor undo_cause undo_at undone kept undone_after leased_until created_at
        updated_at`,
      "own text": "subject"
    }
  }
} satisfies Readonly<Record<string, TableData>>
