import { inTurn, onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { closedLoad } from "./load.ts"
import { printSummaries } from "./measure.ts"
import { options } from "./options.ts"

const triggers = {
  cart_abandoned: { duration: "1 hour" },
  product_viewed: { times: 2, within: "1 day", duration: "1 hour" },
  back_in_stock: {},
  price_dropped: { percent: 10, days: 30 }
}

const steps = [{ id: "mail", type: "send_email", subject: "Look", html: "<p>{{ product.title }}</p>" }]

// Each account has an active flow of each trigger, 100 products and 100 open carts.
const inUse: ReadonlyArray<string> = [
  ...Object.entries(triggers).flatMap(([type, rest]) => {
    const definition = {
      trigger: { type, ...rest },
      filters: [],
      entry: { type: "always" },
      exit: { on_purchase: false },
      steps
    }
    const detail = "duration" in rest ? `'${rest.duration}'` : "NULL"
    return [
      `INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, trigger_detail, checked_until, created_at, updated_at)
        SELECT account_id, '${type}', 'Bench', 'active', 1, '${type}', ${detail}, now(), now(), now() FROM accounts`,
      `INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
        SELECT account_id, '${type}', 1, '${JSON.stringify(definition)}', now() FROM accounts`
    ]
  }),
  `INSERT INTO products (account_id, product_id, product_key, source, removed, title, published, variants, in_stock, changed_at, changed_rank,
      created_at, written_at)
    SELECT account_id, n::text, 'prd_' || n, 'api', false, 'Cup ' || n, true, NULL, true, now(), '', now(), now()
    FROM accounts, generate_series(1, 100) n`,
  `INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at, updated_at)
    SELECT account_id, 'con_' || n, 'cart' || n || '@example.com', 'cart' || n || '@example.com', 'subscribed', 'never_subscribed', 0, now(), now()
    FROM accounts, generate_series(1, 100) n`,
  `INSERT INTO carts (account_id, cart_id, cart_key, source, contact_id, stage, item_count, currency, total, line_items, completed, changed_at,
      changed_rank, created_at, written_at)
    SELECT account_id, 'c-' || n, 'crt_' || n, 'api', 'con_' || n, 'cart', 1, 'USD', 10, json_build_array(json_build_object('product_id', n)),
      false, now(), '', now(), now()
    FROM accounts, generate_series(1, 100) n`,
  "ANALYZE"
]

/** Orders a second where each account has products, carts and flows of them, beside those where none has. */
export const benchCartsInUse = async (databases: Databases): Promise<Record<string, unknown>> => {
  const { accounts, connections, rounds, seconds } = options
  const start = (name: string, statements: ReadonlyArray<string>) => async () => {
    const made = await databases.create(name.replaceAll(" ", "_"))
    if (statements.length > 0) await databases.query(made.url, ...statements)
    return onPostgres(name, made)
  }
  return withContenders([start("without carts", []), start("with carts", inUse)], async (contenders) => {
    const load = ({ port, traffic: { next } }: (typeof contenders)[number]) =>
      closedLoad({ port, connections, seconds, next })
    for (const contender of contenders) await load(contender)
    const orders = await inTurn(contenders, rounds, load)
    printSummaries(`Orders with carts in use: ${connections} callers, ${accounts} accounts`, orders)
    const ratio = (orders[1]?.perSecond ?? 0) / (orders[0]?.perSecond ?? 1)
    return { cartsInUse: orders, ratios: { "orders with carts ÷ without": ratio } }
  })
}
