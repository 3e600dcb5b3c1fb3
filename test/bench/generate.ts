/**
 * Set-based statements that insert `orders` orders and a quarter as many contacts over the accounts. Triggers and foreign keys
 * are disabled meanwhile, and their totals are computed at the end. Order numbers start at 1,000,000,000.
 */
export const generate = (orders: number, accounts: number): ReadonlyArray<string> => {
  const account = (n: string) => `'acc_' || lpad((1 + ${n} % ${accounts})::text, 26, '0')`
  const buyers = Math.max(accounts, Math.floor(orders / 4))
  return [
    "SET session_replication_role = replica",
    `INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, first_order_at,
      last_order_at, created_at, updated_at)
    SELECT ${account("n")}, 'con_' || lpad(n::text, 26, '0'), 'known' || n || '@example.com', 'known' || n || '@example.com',
      'subscribed', 'never_subscribed', 4, at, at, at, at
    FROM (SELECT n, now() - n * interval '1 millisecond' AS at FROM generate_series(1, ${buyers}) n) made`,
    `INSERT INTO orders (account_id, order_id, contact_id, integration_id, email, total, currency, placed_at, customer_id, subtotal,
      total_items, financial_status, fulfillment_status, shipment_status, line_items, shipping_address, accepts_email_marketing,
      deliveries, created_at, updated_at)
    SELECT ${account("buyer")}, 1000000000 + n, 'con_' || lpad(buyer::text, 26, '0'), 'int_1', 'known' || buyer || '@example.com', 59.90,
      'USD', at, 'c-' || buyer, 49.50, 3, 'paid', 'fulfilled', 'in_transit',
      '[{"product_id":977,"sku":"SKU-977","title":"White hanging heart holder","quantity":2,"price":12.55}]',
      '{"first_name":"Ada","last_name":"Byron","city":"Springfield","country_code":"US"}', true, 0, at, at
    FROM (SELECT n, 1 + n % ${buyers} AS buyer, now() - n * interval '1 millisecond' AS at FROM generate_series(1, ${orders}) n) made`,
    `INSERT INTO contact_counts (account_id, email_consent, sms_consent, slot, total)
    SELECT account_id, email_consent, sms_consent, 0, count(*) FROM contacts GROUP BY 1, 2, 3`,
    "SET session_replication_role = origin",
    "VACUUM ANALYZE",
    "CHECKPOINT"
  ]
}
