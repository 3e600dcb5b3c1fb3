import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createWriteFunctions } from "./writeFunctions.ts"

/**
 * The country that an order is shipped to, by which a segment counts an account's contacts without reading the address of every order.
 * Null for none, and for an order that was stored before.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE orders ADD country text`
  yield* sql`ALTER TABLE orders ALTER country SET STATISTICS 0`
  yield* sql`
    CREATE FUNCTION shipping_country(address json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
      SELECT upper(substring(CASE WHEN json_typeof(address) = 'object' THEN
        (CASE WHEN position('\\u' IN address::text) = 0 THEN address ELSE readable_json(address) END) ->> 'country_code'
      END FROM '^[A-Za-z]{2}$'))
    $function$`
  yield* createWriteFunctions
})
