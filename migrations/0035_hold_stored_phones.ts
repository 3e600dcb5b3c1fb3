import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * `hold_orders` also holds the contact that has the phone of a stored order: an update that leaves the phone out is judged with
 * the stored one, so its owner must be the one that was read.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE OR REPLACE FUNCTION hold_orders(names text[], calls json, seen text[]) RETURNS boolean LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan AS $function$
    DECLARE
      present text[];
    BEGIN
      PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(names) AS name ORDER BY 1
      ) keys;
      WITH call AS MATERIALIZED (
        SELECT * FROM json_to_recordset(calls) AS r (account_id text, order_id bigint, email_key text, phone text)
      ), account AS MATERIALIZED (SELECT DISTINCT account_id FROM call),
      asked AS MATERIALIZED (SELECT DISTINCT account_id, order_id FROM call ORDER BY 1, 2),
      known AS MATERIALIZED (
        SELECT found.* FROM asked CROSS JOIN LATERAL (
          SELECT account_id, order_id, contact_id, phone, xmin::text AS version FROM orders
          WHERE account_id = asked.account_id AND order_id = asked.order_id FOR UPDATE
        ) found
      ), named AS MATERIALIZED (
        SELECT call.account_id, found.contact_id FROM call CROSS JOIN LATERAL (
          SELECT contact_id FROM contacts WHERE account_id = call.account_id AND email_key = call.email_key
          UNION ALL SELECT contact_id FROM contacts WHERE account_id = call.account_id AND phone = call.phone
        ) found UNION SELECT known.account_id, found.contact_id FROM known CROSS JOIN LATERAL (
          SELECT known.contact_id
          UNION ALL SELECT contact_id FROM contacts WHERE account_id = known.account_id AND phone = known.phone
        ) found ORDER BY 1, 2
      ), people AS MATERIALIZED (
        SELECT found.* FROM named CROSS JOIN LATERAL (
          SELECT account_id, contact_id, xmin::text AS version FROM contacts
          WHERE account_id = named.account_id AND contact_id = named.contact_id FOR UPDATE
        ) found
      ), there AS (
        SELECT concat_ws('|', account_id, 'order', order_id, version) AS thing FROM known
        UNION ALL SELECT concat_ws('|', account_id, 'contact', contact_id, version) FROM people
        UNION ALL SELECT account_id || '|remembers' FROM account
          WHERE EXISTS (SELECT FROM remembered_consents r WHERE r.account_id = account.account_id)
      )
      SELECT coalesce(array_agg(thing ORDER BY thing COLLATE "C"), '{}') INTO present FROM there;
      RETURN present = seen;
    END $function$`
})
