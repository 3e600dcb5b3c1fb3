import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { insert, namesOf, valuesOf } from "./jsonRows.ts"
import { indexSearch, unindexSearch } from "./searchText.ts"

/**
 * Functions that write orders, contacts and events of one account, named by their first parameter: a distributed database runs such a
 * call whole on the node of that account, with its advisory locks. Those ending in `_of_accounts` do the same for rows of several accounts.
 * Rows are JSON, null for none. Contacts are counted in `contact_counts` as they are written, which requires that existing ones are locked.
 *
 * This file is always as the newest step needs it. A step that changes it creates the functions again; earlier steps may then name columns
 * that do not exist yet, which is no error before a function is called. A function with other parameters gets another name: processes of
 * the previous version still call the former one.
 */
export const createWriteFunctions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const create = (name: string, parameters: string, result: string, body: string) =>
    sql`${sql.literal(`CREATE OR REPLACE FUNCTION ${name}(${parameters}) RETURNS ${result} LANGUAGE plpgsql
      SET plan_cache_mode = force_generic_plan AS $function$ DECLARE before json; BEGIN ${body} END $function$`)}`
  // A function for one account, and its form for several. `body` is given the account of the rows `r`.
  const createBoth = (name: string, parameters: string, result: string, body: (account: string) => string) =>
    Effect.andThen(
      create(name, `account text, ${parameters}`, result, body("account")),
      create(`${name}_of_accounts`, parameters, result, body("r.account_id"))
    )

  yield* create("lock_names", "account text, names text[]", "void", lockNames)
  yield* createBoth(
    "place_orders",
    `names text[], read_orders json, read_contacts json, read_addresses json, unsuppressed text[],
      contact_rows json, stale_ranges json, ledger_rows json, trigger_rows json, order_rows json`,
    "boolean",
    (account) => `
      IF read_orders IS NOT NULL THEN
        ${lockNames}
        IF ${hasChanged(account)} THEN RETURN false; END IF;
      END IF;
      ${saveContacts(account)} ${saveLedger(account)} ${saveTriggers(account)} ${saveOrders(account)}
      ${saveOrderRanges(account)}
      RETURN true;`
  )
  yield* createBoth(
    "save_events",
    "contact_rows json, ledger_rows json, event_rows json",
    "void",
    (account) => `${saveContacts(account)} ${saveLedger(account)} ${saveEvents(account)}`
  )
  yield* create(
    "save_consents",
    "account text, contact_rows json, ledger_rows json",
    "void",
    `${saveContacts("account")} ${saveLedger("account")}`
  )
  yield* create(
    "save_contact",
    "account text, contact_rows json, ledger_rows json, refusal_rows json",
    "void",
    `${saveFullContact} ${saveLedger("account")} ${saveRefusals}`
  )
  yield* create("delete_contact", "account text, contact text", "void", deleteContact)
})

// Locks names until the transaction ends, in one order everywhere, so that no two transactions deadlock.
const lockNames = `
  PERFORM pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(names) AS name ORDER BY 1
  ) keys;`

/*
 * Whether anything that a batch of orders was decided on has changed. Statements of a function see what was committed before them, so
 * those after the locks see what their last holders left; the rows stay locked until the transaction ends.
 */
const hasChanged = (account: string) => `EXISTS (
    SELECT FROM (
      SELECT * FROM json_to_recordset(read_orders) AS r (account_id text, order_id bigint, version text) ORDER BY 1, 2
    ) r LEFT JOIN LATERAL (
      SELECT xmin::text AS version FROM orders o WHERE o.account_id = ${account} AND o.order_id = r.order_id FOR UPDATE
    ) found ON true
    WHERE r.version IS DISTINCT FROM found.version
  ) OR EXISTS (
    SELECT FROM (
      SELECT * FROM json_to_recordset(read_contacts) AS r (account_id text, contact_id text, version text) ORDER BY 1, 2
    ) r LEFT JOIN LATERAL (
      SELECT xmin::text AS version FROM contacts c WHERE c.account_id = ${account} AND c.contact_id = r.contact_id FOR UPDATE
    ) found ON true
    WHERE r.version IS DISTINCT FROM found.version
  ) OR EXISTS (
    SELECT FROM json_to_recordset(read_addresses) AS r (account_id text, email_key text, phone text)
    CROSS JOIN LATERAL (
      SELECT FROM contacts c WHERE c.account_id = ${account} AND c.email_key = r.email_key
      UNION ALL SELECT FROM contacts c WHERE c.account_id = ${account} AND c.phone = r.phone
    ) found
  ) OR EXISTS (
    SELECT FROM unnest(unsuppressed) AS r (account_id)
    CROSS JOIN LATERAL (SELECT FROM remembered_consents s WHERE s.account_id = ${account} LIMIT 1) found
  )`

const decidedTypes = `account_id text, contact_id text, email text, email_key text, phone text, first_name text, last_name text,
  email_consent text, sms_consent text, email_withdrawn_at timestamptz, email_withdrawn_by text, sms_withdrawn_at timestamptz,
  sms_withdrawn_by text, created_at timestamptz, updated_at timestamptz`

const contactTypes = `${decidedTypes}, order_count int, first_order_at timestamptz, last_order_at timestamptz`

const consentTypes = "account_id text, email_consent text, sms_consent text"

/*
 * Adds to `contact_counts` the contacts in `rows` less those that existed `before`. A slot, one of sixteen by connection, keeps writers of one
 * account from waiting for each other. The setting keeps the triggers of earlier versions from counting too. A statement has no CTE that
 * inserts: a distributed database would send its rows to every node.
 */
const countContacts = (account: string, rows: string) => `
  INSERT INTO contact_counts AS kept (account_id, email_consent, sms_consent, slot, total)
  SELECT ${account}, email_consent, sms_consent, pg_backend_pid() % 16, sum(step) FROM (
    SELECT *, 1 AS step FROM json_to_recordset(${rows}) AS added (${consentTypes})
    UNION ALL SELECT *, -1 FROM json_to_recordset(before) AS existing (${consentTypes})
  ) r GROUP BY 1, 2, 3 HAVING sum(step) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, email_consent, sms_consent, slot) DO UPDATE SET total = kept.total + excluded.total;`

const countedHere = "PERFORM set_config('tally.contacts_counted', 'on', true);"
const readBefore = (account: string) => `
    SELECT json_agg(existing) INTO before FROM json_to_recordset(contact_rows) AS r (account_id text, contact_id text) CROSS JOIN LATERAL (
      SELECT account_id, email_consent, sms_consent FROM contacts c WHERE c.account_id = ${account} AND c.contact_id = r.contact_id OFFSET 0
    ) existing;`

// Of an existing contact phone, names, consents and order figures are updated.
const saveContacts = (account: string) => `
  IF contact_rows IS NOT NULL THEN
    ${countedHere} ${readBefore(account)} ${indexSearch(account)}
    INSERT INTO contacts (account_id, ${namesOf(contactTypes)})
      SELECT ${account}, ${valuesOf(contactTypes)} FROM json_to_recordset(contact_rows) AS r (${contactTypes})
      ON CONFLICT (account_id, contact_id) DO UPDATE SET phone = excluded.phone, first_name = excluded.first_name,
        last_name = excluded.last_name, email_consent = excluded.email_consent, sms_consent = excluded.sms_consent,
        email_withdrawn_at = excluded.email_withdrawn_at, email_withdrawn_by = excluded.email_withdrawn_by,
        sms_withdrawn_at = excluded.sms_withdrawn_at, sms_withdrawn_by = excluded.sms_withdrawn_by,
        order_count = excluded.order_count, first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at,
        updated_at = excluded.updated_at;
    ${countContacts(account, "contact_rows")}
  END IF;`

const fullContactTypes = `${decidedTypes}, tags text, custom_fields text`

// The columns that contact endpoints change. An unchanged e-mail keeps its key: where contacts from before an earlier form of keys share an
// e-mail, only the oldest has its present key.
const saveFullContact = `
  IF contact_rows IS NOT NULL THEN
    ${countedHere} ${readBefore("account")} ${indexSearch("account")}
    INSERT INTO contacts (account_id, ${namesOf(fullContactTypes)}, order_count)
      SELECT account, ${valuesOf(fullContactTypes)}, 0 FROM json_to_recordset(contact_rows) AS r (${fullContactTypes})
      ON CONFLICT (account_id, contact_id) DO UPDATE SET email = excluded.email,
        email_key = CASE WHEN contacts.email = excluded.email THEN contacts.email_key ELSE excluded.email_key END,
        phone = excluded.phone, first_name = excluded.first_name, last_name = excluded.last_name,
        email_consent = excluded.email_consent, sms_consent = excluded.sms_consent,
        email_withdrawn_at = excluded.email_withdrawn_at, email_withdrawn_by = excluded.email_withdrawn_by,
        sms_withdrawn_at = excluded.sms_withdrawn_at, sms_withdrawn_by = excluded.sms_withdrawn_by, tags = excluded.tags,
        custom_fields = excluded.custom_fields, updated_at = excluded.updated_at;
    ${countContacts("account", "contact_rows")}
  END IF;`

const deleteContact = `
  ${countedHere} ${unindexSearch}
  WITH gone AS (
    DELETE FROM contacts c WHERE c.account_id = account AND c.contact_id = contact RETURNING c.account_id, c.email_consent, c.sms_consent
  ) SELECT json_agg(gone) INTO before FROM gone;
  ${countContacts("account", "NULL::json")}`

const ledgerTypes = `account_id text, contact_id text, channel text, from_state text, to_state text, refused boolean, cause text,
  rule text, source_id text, actor text, effective_at timestamptz, recorded_at timestamptz, proof text`

const saveLedger = (account: string) => insert("ledger_rows", "consent_log", ledgerTypes, account)

// A refusal is recorded once until the consent changes.
const saveRefusals = insert(
  "refusal_rows",
  "consent_log",
  ledgerTypes,
  "account",
  `WHERE NOT EXISTS (
    SELECT FROM consent_log log WHERE log.account_id = account AND log.contact_id = r.contact_id
      AND log.channel = r.channel AND log.refused AND log.rule = r.rule AND log.to_state = r.to_state
      AND log.entry_id > coalesce((SELECT max(entry_id) FROM consent_log change WHERE change.account_id = account
        AND change.contact_id = r.contact_id AND change.channel = r.channel AND NOT change.refused), 0))`
)

const saveTriggers = (account: string) =>
  insert(
    "trigger_rows",
    "flow_triggers",
    "account_id text, type text, order_id bigint, occurrence int, contact_id text, occurred_at timestamptz",
    account
  )

const orderTypes = `account_id text, order_id bigint, contact_id text, integration_id text, email text, phone text, total numeric,
  currency text, placed_at timestamptz, customer_id text, subtotal numeric, total_items bigint, financial_status text,
  fulfillment_status text, shipment_status text, discounts json, tax_lines json, line_items json, billing_address json,
  shipping_address json, accepts_email_marketing boolean, accepts_sms_marketing boolean, platform json, deliveries int,
  attributed_message_id text, created_at timestamptz, updated_at timestamptz`

// Processes of a version without the column `platform` send none.
const saveOrders = (account: string) =>
  insert(
    "order_rows",
    "orders",
    orderTypes,
    account,
    `ON CONFLICT (account_id, order_id) DO UPDATE SET ${`${namesOf(orderTypes)}, country`
      .split(", ")
      .filter((column) => !["order_id", "attributed_message_id", "created_at"].includes(column))
      .map((column) => `${column} = excluded.${column}`)
      .join(", ")
      .replace("= excluded.platform", "= coalesce(excluded.platform, orders.platform)")}`,
    { country: "shipping_country(shipping_address)" }
  )

// From their stored orders.
const saveOrderRanges = (account: string) => `
  IF stale_ranges IS NOT NULL THEN
    UPDATE contacts c SET
      first_order_at = (SELECT min(placed_at) FROM orders o WHERE o.account_id = ${account} AND o.contact_id = r.contact_id),
      last_order_at = (SELECT max(placed_at) FROM orders o WHERE o.account_id = ${account} AND o.contact_id = r.contact_id)
    FROM json_to_recordset(stale_ranges) AS r (account_id text, contact_id text)
    WHERE c.account_id = ${account} AND c.contact_id = r.contact_id;
  END IF;`

// Skips an existing event: an earlier attempt of the same call stored it, and its commit was not confirmed.
const saveEvents = (account: string) =>
  insert(
    "event_rows",
    "events",
    `account_id text, event_id text, contact_id text, event_type text, event_time timestamptz, event_data text,
      received_at timestamptz, idempotency_key text`,
    account,
    "ON CONFLICT (account_id, event_id) DO NOTHING"
  )
