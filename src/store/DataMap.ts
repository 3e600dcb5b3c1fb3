import { contactDeleted } from "../domain/judgeMessage.ts"
import { erasedSince } from "../domain/Remembered.ts"

/**
 * What a column may hold. `none`: nothing of a contact. `identifier`: an id of ours, of the store or of a provider that
 * belongs to a contact or to what it did. `personal`: something about the contact. `free text`: whatever a caller wrote.
 */
export const dataKinds = ["none", "identifier", "personal", "free text"] as const
export type DataKind = (typeof dataKinds)[number]

/**
 * How the rows of a contact are found. `contact`: by account and contact id. `delivery`: by their delivery. `event key`: by the
 * key and id of the contact's events. `address`: by e-mail, or without one by phone. `mention`: rows of the account in which a
 * text has the address. `hash`: by keyed hash of the address. `none`: no row belongs to a contact.
 */
export type FoundBy = "contact" | "delivery" | "event key" | "address" | "mention" | "hash" | "none"

/** A table: its rows of a contact, what erasing the contact does with them, and how long rows stay otherwise. */
export interface TableData {
  readonly found: FoundBy
  /** `rows`: they go. An object: what its columns are set to, as SQL. `stays`: nothing is done. */
  readonly erase: "rows" | "stays" | Readonly<Record<string, string>>
  readonly kept: string
  /** Every column, in words separated by spaces. */
  readonly columns: Readonly<Partial<Record<DataKind, string>>>
}

/** The members of items that the specification names (§2.3). Erasure leaves these. */
const members = {
  discounts: ["code", "amount"],
  tax_lines: ["title", "amount"],
  line_items: ["product_id", "variant_id", "sku", "title", "quantity", "price"]
}

// The function alone would do, at twenty times the cost: it has to catch what can't be read.
const knownMembers = (column: keyof typeof members) => {
  const known = `'{${members[column].join()}}'`
  return `CASE WHEN ${column}::text ~* '\\\\u(0000|d[89a-f])' OR json_typeof(${column}) <> 'array' THEN known_members(${column}, ${known})
    ELSE (SELECT json_agg((
      SELECT coalesce(json_object_agg(member.key, member.value ORDER BY member.at), '{}')
      FROM json_each(item.value) WITH ORDINALITY AS member (key, value, at)
      WHERE member.key = ANY (${known}) AND json_typeof(member.value) IN ('string', 'number', 'null')
    ) ORDER BY item.at) FROM json_array_elements(${column}) WITH ORDINALITY AS item (value, at)) END`
}

const deleted = `'${contactDeleted}'`
const account = "as long as the account"
const engine = "an hour after it was processed"

/** What every column of the schema holds, and what becomes of it when a contact is erased (contract §4). */
export const dataMap = {
  contacts: {
    found: "contact",
    erase: "rows",
    kept: "until erased",
    columns: {
      none: "account_id",
      identifier: "contact_id last_click_message_id",
      personal: `email email_key phone first_name last_name email_consent sms_consent order_count first_order_at last_order_at
        created_at updated_at last_clicked_at erased_at`,
      "free text": "tags custom_fields"
    }
  },
  orders: {
    found: "contact",
    erase: {
      contact_id: "NULL",
      email: "NULL",
      phone: "NULL",
      customer_id: "NULL",
      discounts: knownMembers("discounts"),
      tax_lines: knownMembers("tax_lines"),
      line_items: knownMembers("line_items"),
      billing_address: "NULL",
      shipping_address: "NULL"
    },
    kept: account,
    columns: {
      none: `account_id integration_id total currency placed_at subtotal total_items financial_status fulfillment_status
        shipment_status accepts_email_marketing accepts_sms_marketing deliveries created_at updated_at`,
      identifier: "order_id contact_id attributed_message_id",
      personal: "email phone customer_id billing_address shipping_address",
      "free text": "discounts tax_lines line_items"
    }
  },
  // Before the events, which tell its keys.
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
  consent_log: {
    found: "contact",
    erase: { source_id: "''" },
    kept: account,
    columns: {
      none: "account_id entry_id channel from_state to_state refused cause rule actor effective_at recorded_at",
      identifier: "contact_id",
      "free text": "source_id"
    }
  },
  flow_runs: {
    found: "contact",
    erase: "stays",
    kept: account,
    columns: {
      none: `account_id flow_id version cause exit_on_purchase status reason step attempts moves due_at claimed_at created_at
        updated_at ended_at wakes`,
      identifier: "run_id contact_id cause_key order_id event_id"
    }
  },
  flow_triggers: {
    found: "contact",
    erase: "stays",
    kept: "30 days",
    columns: { none: "account_id type occurrence occurred_at", identifier: "order_id contact_id" }
  },
  flow_refusals: {
    found: "none",
    erase: "stays",
    kept: "30 days",
    columns: { none: "account_id flow_id reason occurred_at", identifier: "cause_key" }
  },
  // A send that is under way finds its message neither queued nor held, and writes nothing of the person.
  messages: {
    found: "contact",
    erase: {
      key: "CASE WHEN run_id IS NULL THEN message_id ELSE key END",
      subject: "NULL",
      body: "''",
      recipient: "NULL",
      status: "CASE WHEN status IN ('queued', 'held') THEN 'skipped' ELSE status END",
      reason: `CASE WHEN status IN ('queued', 'held') OR reason IS NOT NULL THEN ${deleted} END`,
      claimed_until: "NULL"
    },
    kept: account,
    columns: {
      none: `account_id channel purpose flow_id step_id status attempts due_at sent_at clicked_at created_at updated_at
        claimed_until`,
      identifier: "message_id key contact_id run_id order_id event_id",
      personal: "recipient",
      "free text": "subject body reason"
    }
  },
  webhook_deliveries: {
    found: "contact",
    erase: "rows",
    kept: "90 days after it ended",
    columns: {
      none: "account_id flow_id step_id url status attempts due_at created_at updated_at claimed_until",
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
      faults: `'${JSON.stringify([{ field: "", message: erasedSince }])}'`,
      email_key: "NULL",
      phone_digits: "NULL"
    },
    kept: "30 days",
    columns: {
      none: "account_id import_id position file_row",
      personal: "email_key phone_digits",
      "free text": "faults"
    }
  },
  imports: {
    found: "mention",
    erase: { file_name: "'erased'", layout: `'{"headers":[],"targets":[]}'` },
    kept: "30 days",
    columns: {
      none: `account_id import_id kind status file_size actor received received_bytes imported failed leased_until created_at
        updated_at`,
      "free text": "file_name layout"
    }
  },
  request_log: {
    found: "mention",
    erase: { request_id: "''" },
    kept: "30 days",
    columns: {
      none: "account_id entry_id duration_ms calls status caller_id subaccount_id endpoint error_code fields client",
      "free text": "request_id"
    }
  },
  remembered_consents: {
    found: "hash",
    erase: "stays",
    kept: account,
    columns: { none: "account_id state remembered_at", identifier: "identity_hash" }
  },
  // The store's own: what it is, who works there, how they sign in and what they wrote.
  ...Object.fromEntries(
    Object.entries({
      accounts: `account_id parent_id name default_country timezone limit_per_minute limit_per_day created_at has_ready_flows
        is_test clock_offset`,
      applications: "account_id application_id name client_id secret_digest scopes created_at updated_at",
      bearer_tokens: `account_id token_id kind name digest scopes application_id lifetime_seconds expires_at revoked_at
        last_used_at created_at`,
      contact_counts: "account_id email_consent sms_consent slot total",
      dead_rows: "pending since",
      flow_versions: "account_id flow_id version definition created_at",
      flows: "account_id flow_id name status version trigger_type event_type created_at updated_at",
      integrations:
        "account_id integration_id store_name store_url digest encrypted_token active created_at updated_at",
      invitations: "account_id invitation_id email email_key role digest expires_at created_at",
      memberships: "account_id user_id role created_at",
      migrations: "migration_id created_at name",
      rate_windows: "account_id address minute minute_used minute_limit day day_used day_limit granted",
      request_days: "account_id day caller_id endpoint calls limited last_at",
      sessions: "digest user_id created_at seen_at",
      setup_links: "digest user_id expires_at used_at",
      sign_in_attempts: "digest since attempts",
      users: "user_id email email_key password_hash operator created_at"
    }).map(([table, columns]) => [table, { found: "none", erase: "stays", kept: account, columns: { none: columns } }])
  ),
  // The workflow engine makes these. Its messages hold ids of runs, its answers nothing.
  cluster_messages: {
    found: "none",
    erase: "stays",
    kept: engine,
    columns: {
      none: `id rowid shard_id entity_type kind tag headers trace_id span_id sampled processed request_id reply_id
        last_reply_id last_read deliver_at`,
      identifier: "message_id entity_id payload"
    }
  },
  cluster_replies: {
    found: "none",
    erase: "stays",
    kept: engine,
    columns: { none: "id rowid kind request_id payload sequence acked" }
  },
  ...Object.fromEntries(
    Object.entries({
      cluster_locks: "shard_id address acquired_at",
      cluster_migrations: "migration_id created_at name",
      cluster_runners: "machine_id address runner healthy last_heartbeat"
    }).map(([table, columns]) => [table, { found: "none", erase: "stays", kept: account, columns: { none: columns } }])
  )
} satisfies Readonly<Record<string, TableData>>

/** The columns of a table with their kinds. */
export const columnsOf = ({ columns }: TableData): ReadonlyArray<readonly [column: string, kind: DataKind]> =>
  dataKinds.flatMap((kind) =>
    (columns[kind] ?? "")
      .split(/\s+/)
      .filter((column) => column !== "")
      .map((column) => [column, kind] as const)
  )
