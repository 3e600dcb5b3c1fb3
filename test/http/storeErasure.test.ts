import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { WriteContacts } from "../../src/programs/contacts/WriteContacts.ts"
import { EraseShops } from "../../src/programs/integrations/EraseShops.ts"
import { Contacts } from "../../src/store/contacts/Contacts.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { IdempotencyKeys } from "../../src/store/events/IdempotencyKeys.ts"
import { PlacingLayer } from "../support/programs.ts"
import { onEither } from "../support/database/databases.ts"
import { connectShop } from "../support/http/storeCalls.ts"
import { shopifyCheckoutBody } from "../support/samples/platformCarts.ts"
import { customer, shopifyOrder } from "../support/samples/shopifyWebhooks.ts"
import { seedAccount } from "../support/database/seed.ts"
import { Origin, originLayer, send } from "../support/http/http.ts"

/** The ids of contacts whose erasure fails. */
const unerasable = new Set<string>()
const WriteContactsLayer = Layer.effect(
  WriteContacts,
  Effect.map(WriteContacts, (contacts) =>
    WriteContacts.of({
      ...contacts,
      erase: (contact, options) =>
        unerasable.has(contact.contact_id) ? Effect.die("refused") : contacts.erase(contact, options)
    })
  )
).pipe(Layer.provide(WriteContacts.layer))

const EraseShopsLayer = EraseShops.layer.pipe(
  Layer.provide(WriteContactsLayer),
  Layer.provide(FlowsLayer),
  Layer.provide([Contacts.layer, IdempotencyKeys.layer, Messages.layer]),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provide(PlacingLayer)
)

type Store = Effect.Success<ReturnType<typeof connectShop>>

const person = (name: string, id: number) => ({
  id,
  admin_graphql_api_id: `gid://shopify/Customer/${id}`,
  email: `${name}@example.com`
})
const order = (name: string, id: number) =>
  shopifyOrder(1, {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    email: `${name}@example.com`,
    contact_email: `${name}@example.com`,
    customer: null
  })

const emails = (store: Store) => Effect.map(store.contacts, (rows) => rows.map(({ email }) => email).toSorted())

// As after the minute in which webhooks in flight may still write.
const erase = Effect.fnUntraced(function* ({ account_id }: Pick<Store, "account_id">) {
  const sql = yield* SqlClient.SqlClient
  const { step } = yield* EraseShops
  yield* sql`UPDATE integrations SET erase_due_at = 'epoch' WHERE account_id = ${account_id} AND erase_due_at IS NOT NULL`
  yield* step.pipe(Effect.repeat({ until: (found) => !found }))
})

const marks = Effect.fnUntraced(function* ({ account_id }: Pick<Store, "account_id">) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{
    is_due: boolean
    cursor: string | null
    active: boolean
  }>`SELECT erase_due_at IS NOT NULL AS is_due,
    erase_cursor AS cursor, active FROM integrations WHERE account_id = ${account_id} ORDER BY active LIMIT 10`
})

onEither(
  "the erasure of a store",
  Layer.merge(originLayer(), EraseShopsLayer),
  (it) => {
    it.effect("erases the contacts that came from it alone, and keeps those that came otherwise too", () =>
      Effect.gen(function* () {
        const account = yield* seedAccount({ scopes: ["contacts_write"] })
        const store = yield* connectShop("shopify", account)
        const other = yield* connectShop("shopify", account)
        const origin = yield* Origin
        const call = (method: string, path: string, body: Record<string, unknown>) =>
          send(`${origin}/v1${path}`, {
            method,
            body: JSON.stringify(body),
            headers: { authorization: `Bearer ${account.token}`, "content-type": "application/json" }
          })
        assert.strictEqual((yield* call("POST", "/contacts", { email: "by-hand@example.com" })).status, 201)
        yield* store.send("customers/create", customer(1, person("by-hand", 1)))
        yield* store.send("orders/create", order("by-hand", 1))
        yield* store.send("customers/create", customer(1, person("customer", 2)))
        yield* store.send("orders/create", order("buyer", 2))
        // A checkout that created the contact, before its order or without one.
        for (const name of ["shopper", "visitor"])
          yield* store.send(
            "checkouts/create",
            shopifyCheckoutBody(1, { token: name, cart_token: null, email: `${name}@example.com`, customer: null })
          )
        yield* store.send("orders/create", order("shopper", 8))
        yield* store.send(
          "checkouts/create",
          shopifyCheckoutBody(1, { token: "hand", cart_token: null, email: "by-hand@example.com", customer: null })
        )
        yield* store.send("orders/create", order("elsewhere", 3))
        yield* other.send("orders/create", order("elsewhere", 4))
        yield* store.send("customers/create", customer(1, person("of-both", 5)))
        yield* other.send("customers/create", customer(1, person("of-both", 5)))
        yield* other.send("orders/create", order("of-other", 6))
        yield* store.send("orders/create", order("written", 7))
        const written = (yield* store.contacts).find(({ email }) => email === "written@example.com")
        const path = `/contacts/${String(written?.["contact_id"])}`
        assert.strictEqual((yield* call("PATCH", path, { email_consent: "unsubscribed" })).status, 200)
        // What a person does with messages keeps no contact.
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
            effective_at, recorded_at)
          SELECT account_id, contact_id, 'email', 'subscribed', 'unsubscribed', false, 'unsubscribe_link', 'unsubscribe_link', '',
            'contact', now(), now() FROM contacts WHERE account_id = ${store.account_id} AND email = 'buyer@example.com'`
        const all = yield* emails(store)
        assert.strictEqual(all.length, 9)

        assert.strictEqual((yield* store.send("shop/redact", { shop_domain: "tea.myshopify.com" })).status, 200)
        assert.deepStrictEqual(yield* emails(store), all)
        const { step } = yield* EraseShops
        // Not before webhooks in flight have ended.
        assert.isFalse(yield* step)
        assert.deepInclude((yield* marks(store))[0], { is_due: true, active: false })
        yield* erase(store)
        assert.deepStrictEqual(
          yield* emails(store),
          ["by-hand", "elsewhere", "of-both", "of-other", "written"].map((name) => `${name}@example.com`)
        )
        assert.deepStrictEqual(yield* marks(store), [
          { is_due: false, cursor: null, active: false },
          { is_due: false, cursor: null, active: true }
        ])
        const bought = (yield* store.orders).find(({ order_id }) => order_id === "2")
        assert.deepInclude(bought, { email: null, contact_id: null })
      })
    )

    it.effect("tries a page again a minute later when one of its contacts could not be erased", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* connectShop("shopify")
        yield* store.send("orders/create", order("held", 1))
        yield* store.send("orders/create", order("free", 2))
        yield* store.send("shop/redact", { shop_domain: "tea.myshopify.com" })
        const held = (yield* store.contacts).find(({ email }) => email === "held@example.com")
        unerasable.add(String(held?.["contact_id"]))
        yield* sql`UPDATE integrations SET erase_due_at = 'epoch' WHERE account_id = ${store.account_id}`
        const { step } = yield* EraseShops
        assert.isTrue(yield* step)
        assert.deepStrictEqual(yield* emails(store), ["held@example.com"])
        assert.deepInclude((yield* marks(store))[0], { is_due: true, cursor: null })
        assert.isFalse(yield* step)
        unerasable.clear()
        yield* erase(store)
        assert.deepStrictEqual(yield* store.contacts, [])
      })
    )

    it.effect("goes on after a step that was cut short, and changes nothing when repeated", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* connectShop("shopify")
        const answers = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, at) => at + 1),
          (id) => store.send("orders/create", order(`buyer-${id}`, id)),
          { concurrency: 8 }
        )
        assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
        assert.deepStrictEqual(
          (yield* store.deliveries).filter(({ status }) => status !== "applied"),
          []
        )
        assert.lengthOf(yield* store.contacts, 60)
        yield* store.send("shop/redact", { shop_domain: "tea.myshopify.com" })
        yield* sql`UPDATE integrations SET erase_due_at = 'epoch' WHERE account_id = ${store.account_id}`
        const { step } = yield* EraseShops
        assert.isTrue(yield* step)
        assert.lengthOf(yield* store.contacts, 10)
        const [first] = yield* marks(store)
        assert.isNotNull(first?.cursor)
        // As killed before the step was noted.
        yield* sql`UPDATE integrations SET erase_cursor = NULL WHERE account_id = ${store.account_id}`
        yield* erase(store)
        assert.deepStrictEqual(yield* store.contacts, [])
        assert.deepInclude((yield* marks(store))[0], { is_due: false, cursor: null })
        yield* erase(store)
        assert.lengthOf(yield* store.orders, 60)
      })
    )
  },
  { excludeTestServices: true }
)
