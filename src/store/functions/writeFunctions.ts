import { contactColumns, furtherContactColumns, largeContactColumns } from "../contacts/contactColumns.ts"
import { cartColumns } from "../carts/cartColumns.ts"
import { orderColumns } from "../orders/orderColumns.ts"
import { logRequests } from "./logRequests.ts"
import { insert, namesOf, typesOf, updatesOf, valuesOf } from "./jsonRows.ts"

/** A function of the database. */
export interface DatabaseFunction {
  readonly name: string
  readonly parameters: string
  readonly result: string
  readonly body: string
}

/*
 * Locks names until the transaction ends, in one order everywhere, so that no two transactions deadlock: customers of shops and keys of calls
 * first, since some transactions know the addresses to lock only after those are locked.
 */
const lockNames = `
  PERFORM pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT split_part(name, '|', 2) IN ('order', 'email', 'phone') AS is_last, hashtextextended(name, 0) AS key
    FROM unnest(names) AS name ORDER BY 1, 2
  ) keys;`

/*
 * Whether anything that a batch was decided on has changed: `read_rows` of a table, contacts, addresses and suppressions. Statements of a function see
 * what was committed before them, so those after the locks see what their last holders left; the rows stay locked until the transaction ends.
 */
const hasChanged = (
  account: string,
  { rows, table, key, type }: Record<"rows" | "table" | "key" | "type", string>
) => `EXISTS (
    SELECT FROM (
      SELECT * FROM json_to_recordset(${rows}) AS r (account_id text, ${key} ${type}, version text) ORDER BY 1, 2
    ) r LEFT JOIN LATERAL (
      SELECT xmin::text AS version FROM ${table} o WHERE o.account_id = ${account} AND o.${key} = r.${key} FOR UPDATE
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
    CROSS JOIN LATERAL (SELECT FROM suppressions s WHERE s.account_id = ${account} LIMIT 1) found
  )`

const consentTypes = "account_id text, email_consent text, sms_consent text"

/*
 * Adds to `contact_counts` the contacts in `rows` less those that existed `before`. A slot, one of sixteen by connection, keeps writers of one
 * account from waiting for each other. A statement has no CTE that inserts: a distributed database would send its rows to every node.
 */
const countContacts = (account: string, rows: string) => `
  INSERT INTO contact_counts AS kept (account_id, email_consent, sms_consent, slot, total)
  SELECT ${account}, email_consent, sms_consent, pg_backend_pid() % 16, sum(step) FROM (
    SELECT *, 1 AS step FROM json_to_recordset(${rows}) AS added (${consentTypes})
    UNION ALL SELECT *, -1 FROM json_to_recordset(before) AS existing (${consentTypes})
  ) r GROUP BY 1, 2, 3 HAVING sum(step) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, email_consent, sms_consent, slot) DO UPDATE SET total = kept.total + excluded.total;`

const readBefore = (account: string) => `
    SELECT json_agg(existing) INTO before FROM json_to_recordset(contact_rows) AS r (account_id text, contact_id text) CROSS JOIN LATERAL (
      SELECT account_id, email_consent, sms_consent FROM contacts c WHERE c.account_id = ${account} AND c.contact_id = r.contact_id OFFSET 0
    ) existing;`

/*
 * Writes the search text of contacts whose addresses or names are new. The former text is a scalar subquery, which looks each row up by its
 * key: as a join it would read the table whole while the table has no statistics.
 */
const indexSearch = (account: string) => `
    INSERT INTO contact_search (account_id, contact_id, words)
      SELECT ${account}, r.contact_id, r.words
      FROM json_to_recordset(contact_rows) AS r (account_id text, contact_id text, words text)
      WHERE r.words IS DISTINCT FROM (
        SELECT s.words FROM contact_search s WHERE s.account_id = ${account} AND s.contact_id = r.contact_id
      )
      ON CONFLICT (account_id, contact_id) DO UPDATE SET words = excluded.words;`

const { email_key } = furtherContactColumns
const contactTypes = typesOf({ ...contactColumns, email_key })
const fullContactTypes = typesOf({ ...contactColumns, email_key, ...largeContactColumns })

const saveContacts = (account: string, types = contactTypes) => `
  IF contact_rows IS NOT NULL THEN
    ${readBefore(account)} ${indexSearch(account)}
    INSERT INTO contacts (account_id, ${namesOf(types)})
      SELECT ${account}, ${valuesOf(types)} FROM json_to_recordset(contact_rows) AS r (${types})
      ON CONFLICT (account_id, contact_id) DO UPDATE SET ${updatesOf(namesOf(types), ["contact_id", "created_at"])};
    ${countContacts(account, "contact_rows")}
  END IF;`

const deleteContact = `
  DELETE FROM contact_search s WHERE s.account_id = account AND s.contact_id = contact;
  WITH gone AS (
    DELETE FROM contacts c WHERE c.account_id = account AND c.contact_id = contact RETURNING c.account_id, c.email_consent, c.sms_consent
  ) SELECT json_agg(gone) INTO before FROM gone;
  ${countContacts("account", "NULL::json")}`

const ledgerTypes = `account_id text, contact_id text, channel text, from_state text, to_state text, refused boolean, cause text,
  rule text, source_id text, actor text, effective_at timestamptz, recorded_at timestamptz, proof text, topic text`

const saveLedger = (account: string) => insert("ledger_rows", "consent_log", ledgerTypes, account)

// A refusal is recorded once until the consent changes. A distributed database inserts no rows that it selects by those of another table.
const saveRefusals = `
  IF refusal_rows IS NOT NULL THEN
    SELECT json_agg(r) INTO refusal_rows FROM json_to_recordset(refusal_rows) AS r (${ledgerTypes}) WHERE NOT EXISTS (
      SELECT FROM consent_log log WHERE log.account_id = account AND log.contact_id = r.contact_id
        AND log.channel = r.channel AND log.topic IS NULL AND log.refused AND log.rule = r.rule AND log.to_state = r.to_state
        AND log.entry_id > coalesce((SELECT max(entry_id) FROM consent_log change WHERE change.account_id = account
          AND change.contact_id = r.contact_id AND change.channel = r.channel AND change.topic IS NULL AND NOT change.refused), 0));
    ${insert("refusal_rows", "consent_log", ledgerTypes, "account")}
  END IF;`

const saveTriggers = (account: string) =>
  insert(
    "trigger_rows",
    "flow_triggers",
    "account_id text, type text, order_id bigint, occurrence int, contact_id text, occurred_at timestamptz",
    account
  )

const orderTypes = typesOf(orderColumns)

// A click sets the message that an existing order is attributed to.
const saveOrders = (account: string) =>
  insert(
    "order_rows",
    "orders",
    orderTypes,
    account,
    `ON CONFLICT (account_id, order_id) DO UPDATE SET
      ${updatesOf(`${namesOf(orderTypes)}, country`, ["order_id", "attributed_message_id", "created_at"])}`,
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

const cartTypes = typesOf(cartColumns)

const saveCarts = (account: string) =>
  insert(
    "cart_rows",
    "carts",
    cartTypes,
    account,
    `ON CONFLICT (account_id, cart_id) DO UPDATE SET
      ${updatesOf(namesOf(cartTypes), ["cart_id", "cart_key", "created_at"])}`
  )

const ofAccount = (name: string, parameters: string, result: string, body: string): DatabaseFunction => ({
  name,
  parameters: `account text, ${parameters}`,
  result,
  body
})

// A function for one account, and its form for several. `body` is given the account of the rows `r`.
const ofOneAndMany = (name: string, parameters: string, result: string, body: (account: string) => string) => [
  ofAccount(name, parameters, result, body("account")),
  { name: `${name}_of_accounts`, parameters, result, body: body("r.account_id") }
]

/**
 * Functions that write orders, contacts and events of one account, named by their first parameter: a distributed database runs such a
 * call whole on the node of that account, with its advisory locks. Those ending in `_of_accounts` do the same for rows of several accounts.
 * Rows are JSON, null for none. Contacts are counted in `contact_counts` as they are written, which requires that existing ones are locked.
 */
export const writeFunctions: ReadonlyArray<DatabaseFunction> = [
  ofAccount("lock_names", "names text[]", "void", lockNames),
  ...ofOneAndMany(
    "place_orders",
    `names text[], read_orders json, read_contacts json, read_addresses json, unsuppressed text[],
      contact_rows json, stale_ranges json, ledger_rows json, trigger_rows json, order_rows json`,
    "boolean",
    (account) => `
      IF read_orders IS NOT NULL THEN
        ${lockNames}
        IF ${hasChanged(account, { rows: "read_orders", table: "orders", key: "order_id", type: "bigint" })} THEN RETURN false; END IF;
      END IF;
      ${saveContacts(account)} ${saveLedger(account)} ${saveTriggers(account)} ${saveOrders(account)}
      ${saveOrderRanges(account)}
      RETURN true;`
  ),
  ...ofOneAndMany(
    "save_events",
    "contact_rows json, ledger_rows json, event_rows json",
    "void",
    (account) => `${saveContacts(account)} ${saveLedger(account)} ${saveEvents(account)}`
  ),
  ...ofOneAndMany(
    "put_carts",
    `names text[], read_carts json, read_contacts json, read_addresses json, unsuppressed text[],
      contact_rows json, ledger_rows json, cart_rows json`,
    "boolean",
    (account) => `
      IF read_carts IS NOT NULL THEN
        ${lockNames}
        IF ${hasChanged(account, { rows: "read_carts", table: "carts", key: "cart_id", type: "text" })} THEN RETURN false; END IF;
      END IF;
      ${saveContacts(account)} ${saveLedger(account)} ${saveCarts(account)}
      RETURN true;`
  ),
  ofAccount(
    "save_consents",
    "contact_rows json, ledger_rows json",
    "void",
    `${saveContacts("account")} ${saveLedger("account")}`
  ),
  ofAccount(
    "save_contact",
    "contact_rows json, ledger_rows json, refusal_rows json",
    "void",
    `${saveContacts("account", fullContactTypes)} ${saveLedger("account")} ${saveRefusals}`
  ),
  ofAccount("delete_contact", "contact text", "void", deleteContact),
  ...ofOneAndMany("log_requests", "entries json", "void", logRequests)
]
