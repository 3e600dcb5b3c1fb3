import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** A written row, with its difference as text. */
export const Change = Schema.Struct({ name: Schema.String, op: Schema.String, row: Schema.String })
export type Change = typeof Change.Type

// Rate windows, attempts and the request log count refused calls too, as the columns of test mails do. The other tables are written by
// workers, and the columns that say how far a flow's contacts were checked.
const elsewhere =
  /^(?:rate_windows|sign_in_attempts|request_.*|cluster_.*|webhook_.*|import_failures|import_notes|bulk_change.*|product_counts|product_pairs|effect_sql_migrations|noted_changes)$/

/** Records every inserted, deleted or changed row from now on, in every table that calls write. */
export const recordChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE UNLOGGED TABLE noted_changes (id bigserial, name text, op text, row text)`
  yield* sql.unsafe(`CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE others text[] := ARRAY['last_used_at', 'seen_at', 'tests', 'tests_since', 'checked_until', 'checking_until',
        'checked_contact', 'checked_conditions'];
      old_row jsonb := to_jsonb(OLD) - others;
      new_row jsonb := to_jsonb(NEW) - others;
    BEGIN
      IF old_row IS DISTINCT FROM new_row THEN
        INSERT INTO noted_changes (name, op, row) VALUES (TG_TABLE_NAME, TG_OP,
          left(coalesce(old_row::text, ''), 600) || ' > ' || left(coalesce(new_row::text, ''), 600));
      END IF;
      RETURN NULL;
    END $$`).unprepared
  const tables = yield* sql<{ table_name: string }>`SELECT table_name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`
  const watched = tables.map(({ table_name }) => table_name).filter((name) => !elsewhere.test(name))
  for (const name of watched) {
    yield* sql.unsafe(`CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON ${name}
      FOR EACH ROW EXECUTE FUNCTION note_change()`).unprepared
  }
  return watched
})

/** Takes the recorded changes, and clears them. */
export const takeChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`WITH taken AS (DELETE FROM noted_changes RETURNING *)
    SELECT name, op, row FROM taken ORDER BY id LIMIT 100000`
  return yield* Schema.decodeUnknownEffect(Schema.Array(Change))(rows)
}).pipe(Effect.orDie)

/** Whether workers have due work, or will have while refused calls are sent. */
const due = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT FROM (
      SELECT account_id, due_at FROM messages WHERE status IN ('queued', 'held')
      UNION ALL SELECT account_id, due_at FROM flow_runs WHERE status IN ('queued', 'running', 'waiting')
      UNION ALL SELECT account_id, updated_at FROM imports WHERE status = 'running'
      UNION ALL SELECT account_id, updated_at FROM bulk_changes WHERE undo = 'running'
      UNION ALL SELECT account_id, due_at FROM campaigns WHERE due_at IS NOT NULL
    ) items JOIN accounts USING (account_id) WHERE due_at <= now() + interval '15 seconds' + clock_offset * interval '1 millisecond' LIMIT 1`
  return rows.length > 0
})

/** Waits until workers are idle: nothing is due soon, and nothing was written for longer than their polling interval. */
export const awaitQuiet = Effect.gen(function* () {
  for (let round = 0; round < 60; round++) {
    yield* takeChanges
    yield* Effect.sleep("1200 millis")
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ count: number }>`SELECT count(*)::int AS count FROM noted_changes`
    if (row?.count === 0 && !(yield* due)) return true
  }
  return false
})
