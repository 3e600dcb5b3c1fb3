import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { TableData } from "../personalData/DataMap.ts"

/** Conditions that match no contact: each has an id by which it was created. */
export const matchingNobody: Conditions = [[{ field: "contact.created_at", op: "not_exists" }]]

/** The table of segments, and what the erasure of a contact does to it. */
export const segmentTables = {
  // Conditions may name a person by an address.
  segments: {
    found: "mention",
    erase: { name: "'erased'", conditions: `'${JSON.stringify(matchingNobody)}'` },
    kept: "as long as the account",
    columns: { none: "account_id segment_id created_at updated_at", "free text": "name conditions" }
  }
} satisfies Readonly<Record<string, TableData>>
