import { membersOf } from "../json/JsonText.ts"
import { escapeHtml } from "../values/escapeHtml.ts"

/** What the rows of each table with data of a contact are, in the words of a person. */
export const keptDataTitles: Readonly<Record<string, string>> = {
  contacts: "The contact",
  contact_search: "Words by which the contact is found",
  contact_notes: "Notes",
  orders: "Orders",
  idempotency_keys: "Keys of repeated calls",
  events: "Events",
  carts: "Carts",
  visitors: "Visits of the site",
  product_views: "Viewed products",
  restock_requests: "Products waited for",
  product_turns: "Products to be told of",
  consent_log: "Consent ledger",
  flow_runs: "Runs of flows",
  flow_segment_members: "Segments that flows know the contact in",
  flow_triggers: "What started flows",
  messages: "Messages",
  coupon_codes: "Coupon codes",
  message_events: "What happened to messages",
  received_reports: "Reports of mail providers",
  smtp_replies: "Answers of mail servers",
  webhook_deliveries: "Webhooks to other systems",
  webhook_attempts: "Attempts of webhooks",
  shop_customers: "Customers of connected stores",
  shop_contacts: "Contacts of connected stores",
  platform_deliveries: "Reports of connected stores",
  import_records: "Records of imports",
  import_failures: "Failed records of imports",
  import_notes: "Notes on imported records",
  bulk_change_contacts: "Changes of many contacts that can be undone",
  imports: "Imports that mention the contact",
  request_log: "Logged calls that mention the contact",
  segments: "Segments that mention the contact",
  campaign_enrolments: "Campaigns",
  campaigns: "Campaigns that mention the contact"
}

/** A table's title; that of a table without one is made of its name. */
const titleOf = (table: string): string => keptDataTitles[table] ?? readable(table)

const readable = (name: string): string => {
  const words = name.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The rows of a contact by table, each as JSON text, and the tables of which rows are left out. */
export interface KeptData {
  readonly tables: ReadonlyArray<readonly [table: string, rows: ReadonlyArray<string>]>
  readonly truncated: ReadonlyArray<string>
}

// Numbers and free-form members are shown as they are kept, to the digit.
const shown = (source: string): string => (source.startsWith('"') ? String(JSON.parse(source)) : source)

const isEmpty = (source: string): boolean => ["null", '""', "[]", "{}"].includes(source)

const rowHtml = (row: string): string => {
  const members = membersOf(row).filter(([name, source]) => name !== "account_id" && !isEmpty(source))
  const items = members.map(
    ([name, source]) => `<dt>${escapeHtml(readable(name))}</dt><dd>${escapeHtml(shown(source))}</dd>`
  )
  return `<dl>${items.join("")}</dl>`
}

/** Everything kept of a contact as HTML for people, a section for each table with rows. All of its texts are escaped. Pure. */
export const keptDataHtml = ({ tables, truncated }: KeptData): string => {
  const left = new Set(truncated)
  return tables
    .filter(([table, rows]) => rows.length > 0 || left.has(table))
    .map(([table, rows]) => {
      const more = left.has(table) ? "<p>There are more of them than this page shows.</p>" : ""
      return `<section id="${escapeHtml(table)}"><h2>${escapeHtml(titleOf(table))} (${rows.length})</h2>${more}${rows.map(rowHtml).join("")}</section>`
    })
    .join("")
}
