import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { flowTemplates } from "../../src/domain/templates/flowTemplates.ts"
import { sampleShop } from "../../src/domain/templates/shopAddress.ts"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { makeRecordVisits } from "../../src/programs/visits/RecordVisits.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Sites } from "../../src/store/visits/Sites.ts"
import { Visits } from "../../src/store/visits/Visits.ts"
import { onEither } from "../support/database/databases.ts"
import { engineLayer, settleEngine, testAccountAt } from "../support/flows/engine.ts"
import { activateFlow, delayStep } from "../support/flows/flowRuns.ts"
import { EnrolWatched } from "../../src/programs/flows/EnrolWatched.ts"

const layer = Layer.mergeAll(
  engineLayer,
  EnrolWatched.layer
    .pipe(Layer.provide(FlowsLayer), Layer.provide(FlowVersions.layer))
    .pipe(Layer.provideMerge(Layer.mergeAll(Sites.layer, Visits.layer)))
)

// Several processes look at the same time.
const look = Effect.flatMap(EnrolWatched, ({ views: { enrol } }) =>
  Effect.forEach([1, 2, 3], () => enrol, { concurrency: 3, discard: true })
)

const trigger = { type: "product_viewed", times: 2, within: "1 day", duration: "1 hour" } as const
const steps = [delayStep("wait", "1 day")]
const origin = "https://shop.example"

let views = 0
const viewOf = (product_id: string, age = 0) => ({
  view_id: `view-${views++}`,
  age,
  product_id,
  title: null,
  url: null,
  image_url: null,
  price: null,
  currency: null
})

const shop = Effect.fnUntraced(function* (moment: string) {
  const sql = yield* SqlClient.SqlClient
  const visits = yield* makeRecordVisits
  const { account_id, order, until } = yield* testAccountAt(moment, "UTC")
  yield* sql`INSERT INTO sites (account_id, origins, consent_elsewhere, visitors, updated_at)
    VALUES (${account_id}, ARRAY[${origin}], false, 0, now())`
  for (const contact_id of ["con_ada", "con_bob"])
    yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at, updated_at)
      VALUES (${account_id}, ${contact_id}, ${`${contact_id}@example.com`}, ${`${contact_id}@example.com`}, 'subscribed',
        'never_subscribed', 0, now(), now())`
  const record = (visitor_id: string, contact_id: string | null, views: ReadonlyArray<ReturnType<typeof viewOf>>) =>
    visits.record({ account_id, origin, visitor_id, message_id: null, contact_id, views })
  return {
    account_id,
    order,
    record,
    view: (product_id: string, age = 0) => record("ada", "con_ada", [viewOf(product_id, age)]),
    until: (time: string) => until(time).pipe(Effect.andThen(look), Effect.andThen(settleEngine)),
    starts: Effect.map(
      sql<{ contact_id: string; product_id: string }>`
        SELECT contact_id, product_id FROM flow_runs WHERE account_id = ${account_id} ORDER BY created_at, contact_id, product_id`,
      (rows) => rows.map(({ contact_id, product_id }) => `${contact_id.slice(4)} ${product_id}`)
    )
  }
})

onEither("a flow for viewed products", layer, (it) => {
  it.effect("starts once for a contact, a product and its last view, however many processes look", () =>
    Effect.gen(function* () {
      const { account_id, view, record, until, starts } = yield* shop("2026-01-01T09:00:00Z")
      yield* view("before")
      yield* view("before")
      yield* until("2026-01-01T10:30:00Z")
      yield* activateFlow(account_id, { trigger, steps })
      yield* look
      yield* view("tea")
      yield* view("once")
      yield* record("nobody", null, [viewOf("tea"), viewOf("tea")])
      yield* until("2026-01-01T11:00:00Z")
      yield* view("tea")
      yield* until("2026-01-01T11:59:00Z")
      assert.deepStrictEqual(yield* starts, [])
      yield* until("2026-01-01T12:01:00Z")
      yield* until("2026-01-01T12:02:00Z")
      yield* until("2026-01-01T12:30:00Z")
      assert.deepStrictEqual(yield* starts, ["ada tea"])
      yield* view("tea")
      yield* until("2026-01-01T14:00:00Z")
      assert.deepStrictEqual(yield* starts, ["ada tea", "ada tea"])
    })
  )

  it.effect("starts when a visitor is known, and for views that a browser reports late, but not 72 hours late", () =>
    Effect.gen(function* () {
      const { account_id, record, until, starts } = yield* shop("2026-01-05T09:00:00Z")
      yield* activateFlow(account_id, { trigger, steps })
      yield* look
      yield* record("old", null, [viewOf("coffee"), viewOf("coffee")])
      yield* until("2026-01-08T08:00:00Z")
      yield* record("new", null, [viewOf("tea"), viewOf("tea")])
      yield* until("2026-01-08T10:30:00Z")
      assert.deepStrictEqual(yield* starts, [])
      yield* record("new", "con_ada", [])
      yield* record("old", "con_ada", [])
      yield* record("late", "con_bob", [viewOf("cup", 2 * 3_600_000), viewOf("cup", 2 * 3_600_000)])
      yield* until("2026-01-08T10:32:00Z")
      assert.sameMembers([...(yield* starts)], ["ada tea", "bob cup"])
    })
  )

  it.effect("starts nothing for who ordered since the first of the views, and goes by filters on the product", () =>
    Effect.gen(function* () {
      const { account_id, order, view, record, until, starts } = yield* shop("2026-01-01T09:00:00Z")
      const sql = yield* SqlClient.SqlClient
      for (const [product_id, vendor] of [
        ["tea", "Acme"],
        ["cup", "Other"]
      ])
        yield* sql`INSERT INTO products (account_id, product_id, product_key, source, removed, vendor, published, in_stock,
            changed_at, changed_rank, created_at, written_at)
          VALUES (${account_id}, ${product_id ?? ""}, ${product_id ?? ""}, 'api', false, ${vendor ?? ""}, true, true, now(), '', now(), now())`
      const filters = [[{ field: "product.vendor", op: "eq", value: "Acme" }]] as const
      yield* activateFlow(account_id, { trigger, steps, filters })
      yield* look
      for (const product_id of ["tea", "cup", "unknown"]) {
        yield* view(product_id)
        yield* view(product_id)
      }
      yield* record("bob", "con_bob", [viewOf("tea"), viewOf("tea")])
      yield* until("2026-01-01T09:30:00Z")
      yield* order(1n, null, { email: "con_bob@example.com", placed_at: Date.parse("2026-01-01T09:20:00Z") })
      yield* until("2026-01-01T10:10:00Z")
      assert.deepStrictEqual(yield* starts, ["ada tea"])
    })
  )

  it.effect("finds each of more views than a page holds", () =>
    Effect.gen(function* () {
      const { account_id, until, starts } = yield* shop("2026-01-01T09:00:00Z")
      const sql = yield* SqlClient.SqlClient
      yield* activateFlow(account_id, { trigger, steps })
      yield* look
      yield* sql`INSERT INTO product_views (account_id, visitor_id, view_id, contact_id, product_id, viewed_at, expires_at)
        SELECT ${account_id}, 'v' || (n % 3), n::text, 'con_ada', 'p' || (n / 2), '2026-01-01T09:10:00Z', '2026-04-01T09:00:00Z'
        FROM generate_series(0, 1203) n`
      yield* until("2026-01-01T10:12:00Z")
      const found = yield* starts
      assert.strictEqual(found.length, 602)
      assert.strictEqual(new Set(found).size, 602)
    })
  )

  it.effect("is ready-made", () =>
    Effect.gen(function* () {
      const { account_id, view, until, starts } = yield* shop("2026-01-01T09:00:00Z")
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO products (account_id, product_id, product_key, source, removed, title, published, in_stock, changed_at,
          changed_rank, created_at, written_at)
        VALUES (${account_id}, 'tea', 'tea', 'api', false, 'Green tea', true, true, now(), '', now(), now())`
      const ready = flowTemplates.find(({ key }) => key === "viewed-product")
      assert.isDefined(ready)
      yield* activateFlow(account_id, ready.definition(sampleShop))
      yield* look
      yield* view("tea")
      yield* view("tea")
      yield* until("2026-01-01T13:01:00Z")
      assert.deepStrictEqual(yield* starts, ["ada tea"])
      const messages = yield* sql`SELECT subject, body FROM messages WHERE account_id = ${account_id}`
      assert.deepInclude(messages[0], { subject: "Green tea" })
    })
  )
})
