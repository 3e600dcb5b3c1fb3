import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Changes of many contacts at once, with what each changed, so that they can be undone. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // An import has its own id here. `action` and `subject`, the tag or custom field, are those of bulk actions and flow steps. `contacts`: those that it changed; of these `undone` are as before, and of `kept` something stayed.
  // `undone_after`: the last contact that the undo has looked at.
  yield* sql`CREATE TABLE bulk_changes (
    account_id text NOT NULL,
    change_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('import', 'bulk_action', 'flow_step')),
    action text,
    subject text,
    flow_id text,
    step_id text,
    actor text NOT NULL,
    contacts int NOT NULL,
    undo text CHECK (undo IN ('running', 'finished')),
    undo_actor text,
    undo_cause text,
    undo_at timestamptz,
    undone int NOT NULL DEFAULT 0,
    kept int NOT NULL DEFAULT 0,
    undone_after text NOT NULL DEFAULT '',
    leased_until timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, change_id)
  )`
  yield* sql`ALTER TABLE bulk_changes ALTER subject SET STATISTICS 0`
  yield* sql`CREATE INDEX bulk_changes_list ON bulk_changes (account_id, created_at, change_id)`
  yield* sql`CREATE INDEX bulk_changes_undo ON bulk_changes (account_id, leased_until) WHERE undo = 'running'`

  // `changed`: the members with their values before and after, as JSON, a consent among them with `has_consent`; null where the contact was erased or merged since. `entry_id`: the
  // newest line of the contact's consent ledger then. `kept`: what an undo left, as JSON. No foreign key: imports write many rows.
  yield* sql`CREATE TABLE bulk_change_contacts (
    account_id text NOT NULL,
    change_id text NOT NULL,
    contact_id text NOT NULL,
    changed text,
    has_consent boolean NOT NULL DEFAULT false,
    merged boolean NOT NULL DEFAULT false,
    entry_id bigint NOT NULL,
    changed_at timestamptz NOT NULL,
    outcome text CHECK (outcome IN ('undone', 'kept')),
    kept text,
    PRIMARY KEY (account_id, change_id, contact_id)
  )`
  yield* sql`ALTER TABLE bulk_change_contacts ALTER changed SET STATISTICS 0, ALTER kept SET STATISTICS 0`
  yield* sql`CREATE INDEX bulk_change_contacts_contact ON bulk_change_contacts (account_id, contact_id)`
  yield* sql`CREATE INDEX bulk_change_contacts_kept ON bulk_change_contacts (account_id, change_id, contact_id)
    WHERE outcome = 'kept'`
})
