import type { TableData } from "../personalData/DataMap.ts"
import { matchingNobody } from "../segments/segmentTables.ts"

/** The tables of campaigns, and what the erasure of a contact does to each. */
export const campaignTables = {
  campaign_enrolments: {
    found: "contact",
    erase: "rows",
    kept: "400 days after its message was due",
    columns: { none: "account_id campaign_id variant status rule due_at", identifier: "contact_id" }
  },
  // The conditions are those of its segments when it was scheduled.
  campaigns: {
    found: "mention",
    erase: { name: "'erased'", conditions: `'${JSON.stringify({ include: matchingNobody, exclude: null })}'` },
    kept: "as long as the account",
    columns: {
      none: `account_id campaign_id channel status holdout_percent audience send_at send_at_zone messages_per_hour topic sender_id link_parameters variant_test variant_choice variants_drawn resend_of due_at paced_at
        scheduled_at begun_at enrolled_at ended_at deleted_at created_at updated_at notice_at`,
      identifier: "cursor notice_message_id",
      "free text": "name conditions",
      "own text": "variants notice resend"
    }
  }
} satisfies Readonly<Record<string, TableData>>
