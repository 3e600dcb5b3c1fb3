-- The peer's transaction, statement after statement, with nothing in front of it: what this PostgreSQL does without batching.
-- Of ten orders five are of new buyers, three of known buyers, two exist already.
\set a random(1, :accounts)
\set kind random(1, 10)
\set fresh random(1000, 1000000000)
\set known random(1, 50)
\if :kind <= 8
\set o :fresh
\else
\set o :known
\endif
\if :kind <= 5
\set b :fresh
\else
\set b :known
\endif
BEGIN;
WITH caller AS (
  SELECT token.account_id, token.token_id, token.scopes, account.default_country, account.limit_per_minute, account.limit_per_day,
    clock_timestamp() AS now
  FROM bearer_tokens token JOIN accounts account USING (account_id)
  WHERE token.digest = (SELECT digest FROM bearer_tokens WHERE account_id = 'acc_' || lpad(:a::text, 26, '0') AND token_id = 'tok_1')
    AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > clock_timestamp())
), charged AS (
  INSERT INTO rate_windows AS kept (account_id, address, minute, minute_used, minute_limit, day, day_used, day_limit, granted)
  SELECT account_id, '', date_trunc('minute', now, 'UTC'), 1, limit_per_minute, date_trunc('day', now, 'UTC'), 1, limit_per_day, 1
  FROM caller
  ON CONFLICT (account_id, address) DO UPDATE SET
    minute = excluded.minute, day = excluded.day, minute_limit = excluded.minute_limit, day_limit = excluded.day_limit,
    minute_used = CASE WHEN kept.minute = excluded.minute THEN kept.minute_used ELSE 0 END + 1,
    day_used = CASE WHEN kept.day = excluded.day THEN kept.day_used ELSE 0 END + 1
  WHERE (kept.minute <> excluded.minute OR kept.minute_used < excluded.minute_limit)
    AND (kept.day <> excluded.day OR kept.day_used < excluded.day_limit)
  RETURNING account_id, granted, minute, minute_used, day, day_used
)
SELECT caller.*, charged.granted, charged.minute, charged.minute_used, charged.day, charged.day_used
FROM caller LEFT JOIN charged USING (account_id);
SELECT pg_advisory_xact_lock(key) FROM (
  SELECT DISTINCT hashtextextended(name, 0) AS key
  FROM unnest(ARRAY[:a || '|order|' || :o, :a || '|email|buyer' || :b || '@example.com']) AS name ORDER BY 1) keys;
SELECT * FROM orders WHERE account_id = 'acc_' || lpad(:a::text, 26, '0') AND order_id = :o;
SELECT contact_id, email_key, phone, email_consent, sms_consent FROM contacts
WHERE account_id = 'acc_' || lpad(:a::text, 26, '0') AND contact_id IN (
  SELECT contact_id FROM contacts
  WHERE account_id = 'acc_' || lpad(:a::text, 26, '0') AND email_key = 'buyer' || :b || '@example.com')
ORDER BY contact_id FOR UPDATE;
SELECT integration_id, digest, store_name, store_url FROM integrations
WHERE account_id = 'acc_' || lpad(:a::text, 26, '0') AND active ORDER BY integration_id;
INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent, order_count,
  first_order_at, last_order_at, created_at, updated_at)
VALUES ('acc_' || lpad(:a::text, 26, '0'), 'con_' || lpad(:b::text, 26, '0'), 'Buyer' || :b || '@example.com',
  'buyer' || :b || '@example.com', NULL, 'Ada', 'Byron', 'subscribed', 'never_subscribed', 1, now(), now(), now(), now())
ON CONFLICT (account_id, contact_id) DO UPDATE SET email_consent = excluded.email_consent, order_count = contacts.order_count + 1,
  first_order_at = least(contacts.first_order_at, excluded.first_order_at),
  last_order_at = greatest(contacts.last_order_at, excluded.last_order_at), updated_at = excluded.updated_at;
INSERT INTO orders (account_id, order_id, contact_id, integration_id, email, phone, total, currency, placed_at, customer_id, subtotal,
  total_items, financial_status, fulfillment_status, shipment_status, discounts, tax_lines, line_items, billing_address,
  shipping_address, accepts_email_marketing, accepts_sms_marketing, deliveries, created_at, updated_at)
VALUES ('acc_' || lpad(:a::text, 26, '0'), :o, 'con_' || lpad(:b::text, 26, '0'), 'int_1', 'Buyer' || :b || '@example.com', NULL, 59.90,
  'USD', now(), 'c-' || :b, 49.50, 3, 'paid', 'fulfilled', 'in_transit', '[{"code":"SPRING","amount":5.5}]',
  '[{"title":"VAT","amount":4.4}]',
  '[{"product_id":977,"sku":"SKU-977","title":"White hanging heart holder","quantity":2,"price":12.55},{"product_id":313,"sku":"SKU-313","title":"Knitted union flag bottle","quantity":1,"price":15.8,"gift": true}]',
  NULL,
  '{"first_name":"Ada","last_name":"Byron","address1":"12 Square","city":"Springfield","state_code":"IL","country_code":"US","postal_code":"62704"}',
  true, NULL, 0, now(), now())
ON CONFLICT (account_id, order_id) DO UPDATE SET contact_id = excluded.contact_id, integration_id = excluded.integration_id,
  email = excluded.email, phone = excluded.phone, total = excluded.total, currency = excluded.currency, placed_at = excluded.placed_at,
  customer_id = excluded.customer_id, subtotal = excluded.subtotal, total_items = excluded.total_items,
  financial_status = excluded.financial_status, fulfillment_status = excluded.fulfillment_status,
  shipment_status = excluded.shipment_status, discounts = excluded.discounts, tax_lines = excluded.tax_lines,
  line_items = excluded.line_items, billing_address = excluded.billing_address, shipping_address = excluded.shipping_address,
  accepts_email_marketing = excluded.accepts_email_marketing, accepts_sms_marketing = excluded.accepts_sms_marketing,
  deliveries = excluded.deliveries, updated_at = excluded.updated_at;
\if :kind <= 4
INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor, effective_at,
  recorded_at)
VALUES ('acc_' || lpad(:a::text, 26, '0'), 'con_' || lpad(:b::text, 26, '0'), 'email', 'never_subscribed', 'subscribed', false, 'order',
  'order_email_opt_in', :o::text, 'tok_1', now(), now());
\endif
\if :kind <= 8
INSERT INTO flow_triggers (account_id, type, order_id, occurrence, contact_id, occurred_at)
VALUES ('acc_' || lpad(:a::text, 26, '0'), 'order_placed', :o, 0, 'con_' || lpad(:b::text, 26, '0'), now()) ON CONFLICT DO NOTHING;
\endif
COMMIT;
