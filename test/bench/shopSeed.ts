import type { Databases } from "./databases.ts"

/** The account of one large shop: the first of the bench, with the token of `tokenOf(1)`. */
export const shop = `acc_${"1".padStart(26, "0")}`

const id = (kind: string, n = "n") => `'${kind}_' || lpad(${n}::text, 26, '0')`
const days = (n: string, most: number) => `now() - interval '1 day' * (${n} % ${most})`

// Names repeat as in a store: a few hundred family names, so that a common one has thousands of contacts. One contact in two has bought, of
// these one in two four times.
const contacts = (count: number): ReadonlyArray<string> => [
  `INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent, tags,
    custom_fields, order_count, first_order_at, last_order_at, created_at, updated_at)
  SELECT '${shop}', ${id("con")}, 'customer' || n || '@example.com', 'customer' || n || '@example.com', '+1415' || lpad(n::text, 8, '0'),
    'First' || n % 5000, 'Family' || n % 300, CASE WHEN n % 3 = 0 THEN 'unsubscribed' ELSE 'subscribed' END, 'never_subscribed',
    CASE WHEN n % 100 = 0 THEN '["vip"]' ELSE '[]' END::json,
    json_build_object('size', n % 50, 'plan', CASE WHEN n % 10 = 0 THEN 'pro' ELSE 'free' END),
    (ARRAY[0, 2, 0, 4])[n % 4 + 1], CASE WHEN n % 2 = 1 THEN ${days("n", 700)} END,
    CASE WHEN n % 2 = 1 THEN ${days("n", 700)} END, now() - interval '1 year', now()
  FROM generate_series(1, ${count}) n`,
  `INSERT INTO contact_search (account_id, contact_id, words)
  SELECT account_id, contact_id, lower(concat_ws(' ', '', first_name, last_name, email, ltrim(phone, '+'))) FROM contacts`,
  `INSERT INTO contact_counts (account_id, email_consent, sms_consent, slot, total)
  SELECT account_id, email_consent, sms_consent, 0, count(*) FROM contacts GROUP BY 1, 2, 3`
]

// One mail a contact, of which one in four was clicked; one event of a contact in two; one product to twenty contacts, of five variants.
const orders = (count: number): ReadonlyArray<string> => [
  `INSERT INTO orders (account_id, order_id, contact_id, integration_id, email, total, currency, placed_at, customer_id, subtotal,
    total_items, financial_status, fulfillment_status, line_items, shipping_address, country, accepts_email_marketing, deliveries,
    created_at, updated_at)
  SELECT '${shop}', n::bigint * 4 + k, ${id("con")}, 'int_1', 'customer' || n || '@example.com', n % 200, 'USD', ${days("n", 700)}, 'c-' || n,
    n % 200, 1, 'paid', 'fulfilled',
    json_build_array(json_build_object('sku', 'TEA-' || n / 2 % 20, 'title', 'White hanging heart holder', 'quantity', 1, 'price', 10)),
    '{"first_name":"Ada","last_name":"Byron","city":"Berlin","country_code":"DE"}', 'DE', true, 0, now(), now()
  FROM generate_series(1, ${count}, 2) n CROSS JOIN generate_series(1, 4) k WHERE k <= CASE n % 4 WHEN 1 THEN 2 ELSE 4 END`
]

const others = (count: number): ReadonlyArray<string> => [
  `INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, flow_id, body, status, due_at, sent_at, clicked_at,
    created_at, updated_at)
  SELECT '${shop}', ${id("msg")}, 'k' || n, ${id("con")}, 'email', 'flow', 'flo_1', 'Hello',
    CASE WHEN n % 4 = 0 THEN 'clicked' ELSE 'sent' END, sent, sent, CASE WHEN n % 4 = 0 THEN sent END, sent, sent
  FROM generate_series(1, ${count}) n CROSS JOIN LATERAL (SELECT ${days("n", 300)} AS sent) times`,
  `INSERT INTO events (account_id, event_id, contact_id, event_type, event_time, event_data, received_at)
  SELECT '${shop}', ${id("evt")}, ${id("con")}, 'viewed', ${days("n", 300)},
    json_build_object('page', n % 1000, 'from', CASE WHEN n % 4 = 1 THEN 'mail' ELSE 'search' END), now()
  FROM generate_series(1, ${count}, 2) n`,
  `INSERT INTO products (account_id, product_id, product_key, source, removed, title, vendor, product_type, tags, published, variants,
    in_stock, changed_at, changed_rank, created_at, written_at)
  SELECT '${shop}', 'p' || n, 'k' || n, 'api', false, 'Product ' || n, 'Vendor ' || n % 40, 'Type ' || n % 15,
    json_build_array('tag ' || n % 30, 'tag ' || n % 7), true,
    (SELECT json_agg(json_build_object('id', 'v' || k, 'sku', 'TEA-' || n || '-' || k, 'title', 'Size ' || k, 'price', '10.00')) FROM
      generate_series(1, 5) k), true, now() - interval '1 minute' * n, '', now(), now()
  FROM generate_series(1, ${Math.ceil(count / 20)}) n`
]

// Those that no constraint has: these are written in the order of the rows.
const indexes = `SELECT format('%I', indexname) AS name, indexdef AS definition, tablename AS part FROM pg_indexes
  WHERE schemaname = 'public' AND tablename IN ('contacts', 'contact_search', 'orders', 'messages', 'events', 'products')
    AND indexname NOT IN (SELECT conname FROM pg_constraint)`

/**
 * Fills the shop with `count` contacts, their rows of search and totals, and, with `history`, half as many orders again, as many messages,
 * half as many events and a twentieth as many products. Triggers and foreign keys are disabled meanwhile, and indexes made at the end.
 */
export const seedShop = async (
  databases: Databases,
  url: string,
  count: number,
  parts: { readonly history: boolean }
): Promise<void> => {
  const made = await databases.query(url, indexes)
  const run = (statements: ReadonlyArray<string>) =>
    databases.query(url, "SET session_replication_role = replica", "SET maintenance_work_mem = '512MB'", ...statements)
  await run(made.map(({ name }) => `DROP INDEX ${name}`))
  await Promise.all([contacts(count), ...(parts.history ? [orders(count), others(count)] : [])].map(run))
  await Promise.all(
    Object.values(Object.groupBy(made, ({ part }) => String(part))).map((of = []) =>
      run(of.map(({ definition }) => String(definition)))
    )
  )
  await databases.query(url, "VACUUM ANALYZE", "CHECKPOINT")
}
