import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { restockEvent } from "../../../src/domain/products/restockRequest.ts"
import { makeId } from "../../../src/domain/values/Id.ts"
import { IngestEvents } from "../../../src/programs/events/IngestEvents.ts"
import { PutCarts } from "../../../src/programs/carts/PutCarts.ts"
import { FlowsLayer } from "../../../src/programs/flows/FlowsLayer.ts"
import { PutProducts } from "../../../src/programs/products/PutProducts.ts"
import { Carts } from "../../../src/store/carts/Carts.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { Events } from "../../../src/store/events/Events.ts"
import { IdempotencyKeys } from "../../../src/store/events/IdempotencyKeys.ts"
import { FlowVersions } from "../../../src/store/flows/FlowVersions.ts"
import { Products } from "../../../src/store/products/Products.ts"
import { Sites } from "../../../src/store/visits/Sites.ts"
import { Visits } from "../../../src/store/visits/Visits.ts"
import { report } from "../samples/cartHistories.ts"
import { productReport, variant } from "../samples/products.ts"
import { engineLayer, settleEngine, testAccountAt } from "./engine.ts"
import { EnrolWatched } from "../../../src/programs/flows/EnrolWatched.ts"

/** Everything that flows of products need, on a workflow engine in memory and the test clock. */
export const productFlowsLayer = Layer.mergeAll(
  engineLayer,
  EnrolWatched.layer.pipe(Layer.provide(FlowsLayer), Layer.provide(FlowVersions.layer)),
  PutProducts.layer.pipe(Layer.provide(Products.layer)),
  Layer.mergeAll(PutCarts.layer, IngestEvents.layer).pipe(
    Layer.provide([Carts.layer, Sites.layer, Visits.layer, Events.layer, IdempotencyKeys.layer, FlowsLayer]),
    Layer.provide(SuppressionList.layerMemory)
  )
)

const threeTimes = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.forEach([1, 2, 3], () => work, { concurrency: 3, discard: true })

/** Several processes look at the same time. */
export const lookAtProducts = Effect.flatMap(EnrolWatched, ({ products: { look, enrol } }) =>
  Effect.andThen(threeTimes(look), threeTimes(enrol))
)

/** A shop with products, and people who ask for them, view them or put them in carts. Times are texts. */
export const productShop = Effect.fnUntraced(function* (moment: string) {
  const sql = yield* SqlClient.SqlClient
  const products = yield* PutProducts
  const carts = yield* PutCarts
  const events = yield* IngestEvents
  const { account_id, order, until } = yield* testAccountAt(moment, "UTC")
  const offset = Effect.map(
    sql<{ clock_offset: string }>`SELECT clock_offset::text FROM accounts WHERE account_id = ${account_id}`,
    ([row]) => Number(row?.clock_offset ?? 0)
  )
  const variants = (stocks: Readonly<Record<string, number | null>>, price: string) =>
    Object.entries(stocks).map(([id, stock]) => variant(id, { stock, price }))
  // The stock of each variant of a product, or of its only one.
  const put = (time: string, stock: number | Readonly<Record<string, number | null>>, price = "10") =>
    products.put(account_id, [
      productReport("cup", Date.parse(time), variants(typeof stock === "number" ? { v: stock } : stock, price), {
        account_id,
        new_product_key: `prd_${account_id}_cup`
      })
    ])
  yield* sql`UPDATE accounts SET name = 'Shop' WHERE account_id = ${account_id}`
  return {
    account_id,
    order,
    /** Flows look at once. */
    put: (...report: Parameters<typeof put>) => Effect.andThen(put(...report), lookAtProducts),
    report: put,
    ask: Effect.fnUntraced(function* (email: string, more: Readonly<Record<string, unknown>> = {}) {
      // One after the other.
      yield* TestClock.adjust("1 second")
      const clock_offset = yield* offset
      return yield* events.ingest({
        account_id,
        event_id: yield* makeId("evt"),
        new_contact_id: yield* makeId("con"),
        email,
        phone: null,
        contact_id: null,
        event_type: restockEvent,
        event_time: (yield* Clock.currentTimeMillis) + clock_offset,
        event_data: JSON.stringify({ product_id: "cup", ...more }),
        keyed: null,
        clock_offset
      })
    }),
    cart: Effect.fnUntraced(function* (cart_id: string, email: string, time: string, variant_id: string | null = null) {
      const line_items = JSON.stringify([{ product_id: "cup", ...(variant_id === null ? {} : { variant_id }) }])
      const made = report(cart_id, Date.parse(time), {
        email,
        items: { item_count: 1, currency: "USD", total: "10", line_items }
      })
      return yield* carts.put({ ...made, account_id, clock_offset: yield* offset })
    }),
    view: (email: string, time: string) =>
      sql`INSERT INTO product_views (account_id, visitor_id, view_id, contact_id, product_id, viewed_at, expires_at)
        SELECT account_id, email, ${time}::text, contact_id, 'cup', ${time}::timestamptz, ${time}::timestamptz + interval '90 days'
        FROM contacts WHERE account_id = ${account_id} AND email = ${email}`,
    subscribe: sql`UPDATE contacts SET email_consent = 'subscribed' WHERE account_id = ${account_id}`,
    look: Effect.andThen(lookAtProducts, settleEngine),
    until: (time: string) => until(time).pipe(Effect.andThen(lookAtProducts), Effect.andThen(settleEngine)),
    /** The addresses of those for whom a flow started, in order. */
    starts: Effect.map(
      sql<{
        email: string
      }>`SELECT c.email FROM flow_runs r JOIN contacts c ON c.account_id = r.account_id AND c.contact_id = r.contact_id
        WHERE r.account_id = ${account_id} ORDER BY r.created_at, c.email`,
      (rows) => rows.map(({ email }) => email.replace("@example.com", ""))
    ),
    messages: Effect.map(
      sql<{ email: string; step_id: string; class: string; status: string; reason: string | null }>`
        SELECT c.email, m.step_id, m.class, m.status, m.reason FROM messages m
        JOIN contacts c ON c.account_id = m.account_id AND c.contact_id = m.contact_id
        WHERE m.account_id = ${account_id} ORDER BY m.created_at, c.email, m.step_id`,
      (rows) =>
        rows.map(
          ({ email, step_id, class: kind, status, reason }) =>
            `${email.replace("@example.com", "")} ${step_id} ${kind} ${reason ?? status}`
        )
    ),
    bodies: Effect.map(
      sql<{ body: string }>`SELECT body FROM messages WHERE account_id = ${account_id} ORDER BY created_at, message_id`,
      (rows) => rows.map(({ body }) => body)
    )
  }
})
