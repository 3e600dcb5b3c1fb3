import { contactTables } from "../contacts/contactTables.ts"
import { productColumns } from "../products/productColumns.ts"
import { columnsByKind } from "../sql/column.ts"

/**
 * The personal data that a column may hold. `none`: none. `identifier`: an id, of this service, the store or a provider, of a contact or of
 * its activity. `personal`: data about the contact. `free text`: any text of a caller. `own text`: text that the business writes or a server tells
 * it, and in which erasure replaces the addresses of the contact in every row (`ownTexts`).
 */
const dataKinds = ["none", "identifier", "personal", "free text", "own text"] as const
export type DataKind = (typeof dataKinds)[number]

/**
 * How the rows of a contact are found. `contact`: by account and contact id. `message`: by the
 * ids of the contact's messages. `delivery`: by their delivery. `event key`: by the
 * key and id of the contact's events. `address`: by e-mail, without one by phone. `mention`: rows of the account with a text that
 * contains the address. `hash`: by keyed hash of the address. `none`: no row belongs to a contact.
 */
export type FoundBy = "contact" | "message" | "delivery" | "event key" | "address" | "mention" | "hash" | "none"

/** A table: how the rows of a contact are found and erased, and how long rows are kept otherwise. */
export interface TableData {
  readonly found: FoundBy
  /** `rows`: deletes them. An object: sets its columns to these SQL expressions. `stays`: leaves them. */
  readonly erase: "rows" | "stays" | Readonly<Record<string, string>>
  readonly kept: string
  /** Every column, separated by white space. */
  readonly columns: Readonly<Partial<Record<DataKind, string>>>
}

const owned = "with the account, or until it has run out"
const engine = "an hour after it was processed"

/** The personal data in every column of the schema, and its erasure with the contact (contract §4.8). */
export const dataMap = {
  ...contactTables,
  // Data of the account and its members.
  ...Object.fromEntries(
    Object.entries({
      accounts: `account_id parent_id name default_country timezone language limit_per_minute limit_per_day created_at has_ready_flows
        is_test clock_offset hook_nonce webhook_nonce hook_made_by webhook_made_by limit_subaccounts messages_per_hour warm_up_start
        warm_up_growth warm_up_started_at frequency_cap holdout_percent holdout_since`,
      applications:
        "account_id application_id name client_id secret_digest scopes secret_made_by created_at updated_at",
      bearer_tokens: `account_id token_id kind name digest scopes application_id lifetime_seconds expires_at revoked_at
        last_used_at made_by created_at`,
      coupons: "account_id coupon_id name kind code code_count clearing created_at updated_at deleted_at",
      contact_counts: "account_id email_consent sms_consent slot total",
      dead_rows: "pending since",
      form_texts: "account_id texts_per_hour countries hour texts",
      received_texts: "account_id digest received_at",
      invitations: "account_id invitation_id email email_key role digest made_by proves expires_at created_at",
      memberships: "account_id user_id role created_at",
      migrations: "migration_id created_at name",
      report_keys: "account_id provider encrypted_key updated_at",
      report_nonces: "account_id digest content received_at",
      rate_windows: "account_id address minute minute_used minute_limit day day_used day_limit granted",
      request_days: "account_id day caller_id endpoint calls limited last_at",
      sending_hours: "account_id hour emails texts",
      senders: `account_id from_name from_email reply_to postal_address logo_url color link_parameters tracking_host shared_address encrypted_smtp_url smtp_host
        dkim_domain dkim_selector dkim_public_key encrypted_dkim_key dkim_seen_at version tests_since tests keys_since keys dns_check sms_part_amount sms_part_currency updated_at`,
      further_senders: "account_id sender_id from_name from_email reply_to dns_check created_at updated_at",
      sender_keys: "account_id domain selector public_key encrypted_key seen_at",
      sender_domains: "domain account_id proven_at",
      sessions: "digest user_id created_at seen_at",
      setup_links: "digest user_id made_by proves expires_at used_at",
      sign_in_attempts: "digest since attempts",
      sites: `account_id origins consent_elsewhere heard_at heard_origin refused_at refused_origin visitors_day visitors updated_at`,
      tracking_domains: "host account_id status fault failures checked_at due_at",
      topics: "account_id topic_key names created_at updated_at",
      users: "user_id email email_key password_hash operator proven_at created_at"
    }).map(([table, columns]) => [table, { found: "none", erase: "stays", kept: owned, columns: { none: columns } }])
  ),
  flows: {
    found: "none",
    erase: "stays",
    kept: owned,
    columns: {
      none: `account_id flow_id status version trigger_type created_at updated_at notice_at notice_message_id deleted_at
        checked_until checking_until checked_contact checked_conditions holdout_percent holdout_since`,
      "own text": "name trigger_detail notice"
    }
  },
  flow_versions: {
    found: "none",
    erase: "stays",
    kept: owned,
    columns: { none: "account_id flow_id version created_at", "own text": "definition" }
  },
  forms: {
    found: "none",
    erase: "stays",
    kept: owned,
    columns: { none: "account_id form_id wording_version created_at updated_at", "own text": "definition" }
  },
  form_wordings: {
    found: "none",
    erase: "stays",
    kept: owned,
    columns: { none: "account_id form_id version created_at", "own text": "wording" }
  },
  integrations: {
    found: "none",
    erase: "stays",
    kept: owned,
    columns: {
      none: `account_id integration_id kind store_name store_url digest encrypted_token active encrypted_secret store_hash
        encrypted_access_token consent_field token_made_by overwrote_order_id overwrote_integration_id
        overwrote_at rejected_at created_at updated_at erase_due_at`,
      identifier: "erase_cursor"
    }
  },
  // What a shop sells is no data of a person.
  products: {
    found: "none",
    erase: "stays",
    kept: "with the account, 90 days after its removal",
    columns: columnsByKind(productColumns)
  },
  product_changes: {
    found: "none",
    erase: "stays",
    kept: "90 days",
    columns: { none: "account_id product_id happened_at restocked price_drops written_at due_at" }
  },
  product_levels: {
    found: "none",
    erase: "stays",
    kept: "400 days",
    columns: { none: "account_id item_id location_id available at" }
  },
  product_items: {
    found: "none",
    erase: "stays",
    kept: "while a product has it",
    columns: { none: "account_id item_id product_id" }
  },
  product_counts: {
    found: "none",
    erase: "stays",
    kept: owned,
    columns: { none: "account_id best_sellers counted_at due_at" }
  },
  product_pairs: {
    found: "none",
    erase: "stays",
    kept: "while they are bought together",
    columns: { none: "account_id product_id others counted_at" }
  },
  flow_step_entries: {
    found: "none",
    erase: "stays",
    kept: "400 days",
    columns: { none: "account_id flow_id step_id hour slot entered" }
  },
  form_sign_ups: {
    found: "none",
    erase: "stays",
    kept: "400 days",
    columns: { none: "account_id form_id hour asked confirmed robots unsent_texts" }
  },
  form_pages: {
    found: "none",
    erase: "stays",
    kept: "a day",
    columns: { none: "account_id digest submission sent_at" }
  },
  short_links: {
    found: "none",
    erase: "stays",
    kept: "90 days",
    columns: { none: "account_id code place expires_at", identifier: "message_id" }
  },
  templates: {
    found: "none",
    erase: "stays",
    kept: "until the business deletes it",
    columns: {
      none: "account_id template_id kind created_at updated_at",
      "own text": "name subject preheader content"
    }
  },
  // A picture may show a person, whom nothing here recognizes: the business deletes it.
  media: {
    found: "none",
    erase: "stays",
    kept: "until the business deletes it",
    columns: { none: "account_id media_id digest type width height size bytes created_at", "own text": "name" }
  },
  // Tables of the workflow engine. Its messages contain ids of runs, its replies no data.
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
    }).map(([table, columns]) => [table, { found: "none", erase: "stays", kept: owned, columns: { none: columns } }])
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

/** Whether an erasure deletes or changes rows of the table. */
export const changesByErasure = ({ erase, columns }: TableData): boolean =>
  erase !== "stays" || columns["own text"] !== undefined
