/** Statements of account data that name no account, by the start of their text, each with the reason. They only read. */
export const severalAccounts: ReadonlyArray<readonly [start: string, reason: string]> = [
  [
    "SELECT account_id, count(*)::int AS expired FROM (",
    "the accounts with expired rows, which are removed account by account"
  ],
  [
    "SELECT account_id FROM ( SELECT account_id, due_at, until, rank FROM (",
    "the heads of the queues, which accounts share fairly"
  ],
  [
    "SELECT account_id FROM ( SELECT account_id, due_at, rank FROM (",
    "the heads of the queues, with at most a number of accounts without a mail server of their own"
  ],
  [
    "SELECT account_id, import_id FROM imports WHERE created_at <",
    "the old imports, which are removed account by account"
  ],
  ["SELECT account_id, claimed_at <", "the runs that processes have claimed, for their shares"],
  [
    "SELECT account_id, import_id FROM imports WHERE status = 'running'",
    "the next import, which is then claimed by its account"
  ],
  [
    "SELECT account_id, change_id FROM bulk_changes WHERE undo = 'running'",
    "the next undo, which is then claimed by its account"
  ],
  [
    "SELECT account_id, change_id FROM bulk_changes WHERE created_at <",
    "the old bulk changes, which are removed account by account"
  ],
  [
    "SELECT account_id, flow_id, checked_until, checking_until FROM (",
    "the flows whose contacts are looked at next, each of which is then locked by its account"
  ],
  [
    "SELECT account_id, flow_id FROM flows WHERE status = 'active'",
    "the active flows of several accounts, each of which is then locked by its account"
  ],
  [
    "SELECT account_id, integration_id, created_at, erase_cursor FROM integrations WHERE",
    "the next store to be erased, page by page of its account"
  ],
  [
    "SELECT account_id, integration_id AS id, store_name AS name, created_at FROM integrations",
    "what a user made in an account and its subaccounts, which is then revoked account by account"
  ],
  ["SELECT work, 0::float8 AS due_at FROM (", "the work that is due, whose own reads go on from it"],
  [
    "SELECT selling.account_id FROM (",
    "the accounts with products whose orders are counted next, each of which is then claimed by its account"
  ],
  ["SELECT $1::text AS kind, count(*)::int AS due,", "the work that waits, for metrics"]
]

/** Parts of the source that these suites do not send, by path and start of their text, each with the reason. */
export const unsent: ReadonlyArray<readonly [path: string, start: string, reason: string]> = [
  ["src/store/distributed/placement.ts", "SELECT relname AS name", "reads tables of Citus"],
  ["src/store/contacts/contactIds.ts", "SELECT s.contact_id FROM contact_search s", "of searches with 10,000 matches"],
  [
    "src/store/contacts/contactIds.ts",
    "EXISTS (SELECT FROM contact_search s",
    "of searches with 10,000 matches, by last order"
  ],
  ["src/store/upkeep/Purges.ts", "delivery_id <= (SELECT", "of one PostgreSQL"],
  ["src/store/upkeep/removeExpired.ts", "ctid = ANY(ARRAY( SELECT old.ctid", "of one PostgreSQL"],
  ["src/store/products/ProductCounts.ts", "WITH RECURSIVE selling", "of one PostgreSQL"],
  ["src/store/messages/freeClaims.ts", "UPDATE ", "of the embedded database"]
]
