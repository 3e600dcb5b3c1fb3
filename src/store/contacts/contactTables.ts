import { contactDeleted } from "../../domain/messages/decideSend.ts"
import { campaignTables } from "../campaigns/campaignTables.ts"
import { changeTables } from "../changes/changeTables.ts"
import { cartTables } from "../carts/cartTables.ts"
import { segmentTables } from "../segments/segmentTables.ts"
import { documentedMembers } from "../personalData/documentedMembers.ts"
import type { TableData } from "../personalData/DataMap.ts"
import { importTables } from "../imports/importTables.ts"
import { computedOrderColumns, orderColumns } from "../orders/orderColumns.ts"
import { columnsByKind } from "../sql/column.ts"
import { productWaitTables } from "../products/productWaitTables.ts"
import { visitTables } from "../visits/visitTables.ts"
import { contactColumns, furtherContactColumns, largeContactColumns } from "./contactColumns.ts"

const deleted = `'${contactDeleted}'`
const account = "as long as the account"

/** The tables with data of contacts, and what erasure does to each. */
export const contactTables = {
  contacts: {
    found: "contact",
    erase: "rows",
    kept: "until erased",
    columns: columnsByKind({ ...contactColumns, ...largeContactColumns, ...furtherContactColumns })
  },
  contact_search: {
    found: "contact",
    erase: "rows",
    kept: "until erased",
    columns: { none: "account_id", identifier: "contact_id", personal: "words" }
  },
  contact_notes: {
    found: "contact",
    erase: "rows",
    kept: "until erased",
    columns: { none: "account_id author_id created_at", identifier: "note_id contact_id", "free text": "note" }
  },
  orders: {
    found: "contact",
    erase: {
      contact_id: "NULL",
      email: "NULL",
      phone: "NULL",
      customer_id: "NULL",
      discounts: documentedMembers("discounts"),
      tax_lines: documentedMembers("tax_lines"),
      line_items: documentedMembers("line_items"),
      billing_address: "NULL",
      shipping_address: "NULL",
      country: "NULL"
    },
    kept: account,
    columns: columnsByKind({ ...orderColumns, ...computedOrderColumns })
  },
  // Before the events, which have its keys.
  idempotency_keys: {
    found: "event key",
    erase: "rows",
    kept: "30 days",
    columns: {
      none: "account_id created_at",
      identifier: "operation contact_id",
      personal: "digest answer",
      "free text": "key"
    }
  },
  events: {
    found: "contact",
    erase: { contact_id: "NULL", event_data: "NULL", idempotency_key: "NULL" },
    kept: account,
    columns: {
      none: "account_id event_type event_time received_at",
      identifier: "event_id contact_id",
      "free text": "event_data idempotency_key"
    }
  },
  ...cartTables,
  ...visitTables,
  ...productWaitTables,
  consent_log: {
    found: "contact",
    erase: { source_id: "''", proof: "NULL" },
    kept: account,
    columns: {
      none: "account_id entry_id channel topic from_state to_state refused cause rule actor effective_at recorded_at",
      identifier: "contact_id merged_from",
      "free text": "source_id proof"
    }
  },
  flow_runs: {
    found: "contact",
    erase: "stays",
    kept: account,
    columns: {
      none: `account_id flow_id version cause exit_on_purchase status reason step awaits arrived attempts moves due_at claimed_at created_at
        updated_at ended_at claims cart_changed_at old_price`,
      identifier: "run_id contact_id cause_key order_id event_id cart_id product_id variant_id"
    }
  },
  flow_segment_members: {
    found: "contact",
    erase: "rows",
    kept: "while the contact is in the segment of the flow",
    columns: { none: "account_id flow_id", identifier: "contact_id" }
  },
  flow_triggers: {
    found: "contact",
    erase: "stays",
    kept: "30 days",
    columns: { none: "account_id type occurrence occurred_at", identifier: "order_id contact_id" }
  },
  flow_rejections: {
    found: "none",
    erase: "stays",
    kept: "30 days",
    columns: { none: "account_id flow_id reason occurred_at", identifier: "cause_key" }
  },
  // A send in progress finds its message neither queued nor held, and writes no personal data.
  messages: {
    found: "contact",
    erase: {
      key: "CASE WHEN run_id IS NULL AND campaign_id IS NULL THEN message_id ELSE key END",
      subject: "NULL",
      body: "''",
      contents: "NULL",
      links: "NULL",
      products: "NULL",
      recipient: "NULL",
      status: "CASE WHEN status IN ('queued', 'held') THEN 'skipped' ELSE status END",
      reason: `CASE WHEN status IN ('queued', 'held') OR reason IS NOT NULL THEN ${deleted} END`,
      claimed_until: "NULL"
    },
    kept: account,
    columns: {
      none: `account_id channel purpose class topic sender_id layout flow_id step_id status attempts due_at sent_at clicked_at created_at updated_at
        claimed_until lost_claims counted_on campaign_id variant cart_changed_at coupons old_price`,
      identifier: "message_id key contact_id run_id order_id event_id cart_id products product_id variant_id",
      personal: "recipient",
      "free text": "subject body contents links reason"
    }
  },
  // After the messages, by which codes that nobody has seen go back.
  coupon_codes: {
    found: "contact",
    erase: { contact_id: "NULL", purpose: "NULL" },
    kept: account,
    columns: {
      none: "account_id coupon_id given_at tried",
      identifier: "code_key code contact_id purpose"
    }
  },
  coupon_redemptions: {
    found: "none",
    erase: "stays",
    kept: account,
    columns: { none: "account_id coupon_id redeemed_at", identifier: "order_id code_key" }
  },
  message_events: {
    found: "message",
    erase: "rows",
    kept: "with its message",
    columns: { none: "account_id event_key kind at clicked_by", identifier: "message_id", "free text": "detail" }
  },
  soft_bounces: {
    found: "hash",
    erase: "stays",
    kept: "7 days",
    columns: { none: "account_id at", identifier: "identity_hash bounce_key" }
  },
  received_reports: {
    found: "mention",
    erase: "rows",
    kept: "until applied, else 7 days",
    columns: { none: "account_id report_id place status due_at", "free text": "report" }
  },
  smtp_replies: {
    found: "contact",
    erase: "rows",
    kept: "30 days",
    columns: { none: "account_id server digest at", identifier: "contact_id" }
  },
  webhook_deliveries: {
    found: "contact",
    erase: "rows",
    kept: "90 days after it ended",
    columns: {
      none: "account_id flow_id step_id url status attempts due_at created_at updated_at claimed_until lost_claims",
      identifier: "delivery_id key contact_id run_id",
      personal: "payload"
    }
  },
  webhook_attempts: {
    found: "delivery",
    erase: "rows",
    kept: "with its delivery",
    columns: { none: "account_id attempt_id status reason attempted_at", identifier: "delivery_id" }
  },
  shop_customers: {
    found: "contact",
    erase: "rows",
    kept: account,
    columns: {
      none: "account_id integration_id updated_at email_consent email_consent_at sms_consent sms_consent_at made_contact",
      identifier: "customer_id contact_id"
    }
  },
  shop_contacts: {
    found: "contact",
    erase: "rows",
    kept: account,
    columns: { none: "account_id integration_id created_at", identifier: "contact_id" }
  },
  platform_deliveries: {
    found: "address",
    erase: { body: "NULL", email_key: "NULL", phone_digits: "NULL" },
    kept: "30 days",
    columns: {
      none: "account_id delivery_id integration_id topic status reason attempts received_at updated_at",
      identifier: "order_id contact_id",
      personal: "email_key phone_digits",
      "free text": "body"
    }
  },
  ...importTables,
  ...changeTables,
  request_log: {
    found: "mention",
    erase: { request_id: "''" },
    kept: "30 days",
    columns: {
      none: "account_id entry_id duration_ms calls status caller_id subaccount_id endpoint error_code fields client",
      "free text": "request_id"
    }
  },
  ...segmentTables,
  ...campaignTables,
  suppressions: {
    found: "hash",
    erase: "stays",
    kept: account,
    columns: { none: "account_id state cause recorded_at", identifier: "identity_hash contact_hash" }
  }
} satisfies Readonly<Record<string, TableData>>
