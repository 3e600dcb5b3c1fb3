import type { Mutant } from "./mutants.ts"

const hooks = (name: string) => ["test/http/storeHooks.test.ts", name] as const
const customers = (name: string) => ["test/http/storeCustomers.test.ts", name] as const
const deliveries = (name: string) => ["test/http/storeDeliveries.test.ts", name] as const
const erasure = (name: string) => ["test/http/storeErasure.test.ts", name] as const
const laws = (name: string) => ["test/laws/storeReports.test.ts", name] as const

/** Rules of the webhooks of connected stores. */
export const storeRules: ReadonlyArray<Mutant> = [
  {
    rule: "signs BigCommerce's webhooks with what base64 leaves of any secret",
    edits: [
      {
        in: "base64Key",
        from: "isBase64 && key.length >= 16",
        to: "isBase64 || key.length < 16"
      }
    ],
    tests: [["test/laws/platformSignatures.test.ts", "is never valid by an empty or short key"]]
  },
  {
    rule: "takes a webhook without a valid signature",
    edits: [
      {
        in: "PlatformHooksLayer",
        from: "yield* integrations.noteRejection(store)\n          return badSignature",
        to: "yield* integrations.noteRejection(store)"
      }
    ],
    tests: [hooks("are refused with 401 unless they are signed over the raw body")]
  },
  {
    rule: "takes webhooks at an address that was rotated",
    edits: [{ in: "PlatformHooksLayer", from: "|| !address.isOf(store.digest)", to: "" }],
    tests: [hooks("are answered 404 at an address that was rotated, disconnected or altered")]
  },
  {
    rule: "lets an outdated report of an order win",
    edits: [{ in: "isLater", from: "one.at > other.at ||", to: "one.at < other.at ||" }],
    tests: [laws("are those of all its parcels and refunds")]
  },
  {
    rule: "forgets a shipment that comes before its order",
    edits: [
      {
        in: "ReceivePlatformWebhooks",
        from: '(awaited || result.status === "waiting")',
        to: "false"
      }
    ],
    tests: [hooks("of Shopify place the order, its contact and statuses, in any order of arrival")]
  },
  {
    rule: "starts flows for orders from before the store was connected",
    edits: [
      {
        in: "applyReport",
        from: "call.fields.placed_at < connected_at",
        to: "call.fields.placed_at < 0 * connected_at"
      }
    ],
    tests: [laws("start nothing for an order that was placed before the store was connected")]
  },
  {
    rule: "gives an order to another store with the same numbers",
    edits: [
      {
        in: "isOfOtherShop",
        from: "active && integration_id === order?.integration_id && digest !== integration_digest",
        to: "active && integration_id === order?.integration_id && digest === ''"
      }
    ],
    tests: [hooks("keep an order to the store that reported it while that is connected")]
  },
  {
    rule: "gives again a consent from before the person took it back",
    edits: [
      {
        in: "isFresh",
        from: "withdrawal === null || at > withdrawal.at",
        to: "withdrawal === null || at > 0 * withdrawal.at"
      }
    ],
    tests: [customers("write customers with their consents by the platform's own times")]
  },
  {
    rule: "brings an erased person back by an earlier order",
    edits: [
      {
        in: "makeApplyPlatformCommands",
        from: "known_since: call.fields.placed_at",
        to: "known_since: Number.MAX_SAFE_INTEGER"
      }
    ],
    tests: [customers("of Shopify's privacy topics name the contact, erase the person")]
  },
  {
    rule: "erases contacts of another store with a store",
    edits: [
      {
        in: "ShopErasures",
        from: "AND integration_id IS DISTINCT FROM ${integration_id}",
        to: "AND integration_id IS DISTINCT FROM ${integration_id} AND false"
      }
    ],
    tests: [erasure("erases the contacts that came from it alone")]
  },
  {
    rule: "erases a contact that a store only reported too",
    edits: [
      {
        in: "ShopCustomers",
        from: "${isNew}::boolean)",
        to: "${isNew}::boolean OR true)"
      }
    ],
    tests: [erasure("erases the contacts that came from it alone")]
  },
  {
    rule: "goes on behind a contact that could not be erased",
    edits: [
      {
        in: "EraseShops",
        from: "yield* erased.includes(false) ? erasures.postpone(erasure)",
        to: "yield* erased.length < 0 ? erasures.postpone(erasure)"
      }
    ],
    tests: [erasure("tries a page again a minute later when one of its contacts could not be erased")]
  },
  {
    rule: "finds an order of a store by its id alone",
    edits: [
      {
        in: "OrderQueries",
        from: "left(lower(${name}::text), 100)",
        to: "left(lower('#' || ${name}::text), 100)"
      }
    ],
    tests: [["test/http/orderLists.test.ts", "is searched by the name that a connected store shows"]]
  },
  {
    rule: "forgets where the erasure of a store is, and ends it after one page",
    edits: [
      {
        in: "EraseShops",
        from: "erasures.advance(erasure, last.contact_id)",
        to: "erasures.finish(erasure)"
      }
    ],
    tests: [erasure("goes on after a step that was cut short")]
  },
  {
    rule: "makes a second contact when two reports of a customer arrive at one moment",
    edits: [
      {
        in: "customerReports",
        from: "before !== undefined && before.contact_id !== null)",
        to: 'before !== undefined && before.contact_id === "")'
      }
    ],
    tests: [
      [
        "test/store/reportedCustomers.test.ts",
        "make one contact, also when an older one looked for it before a later one made it"
      ]
    ]
  },
  {
    rule: "stores the secret of a store in the clear",
    edits: [
      {
        in: "Integrations.ts Integrations",
        from: "secrets.encrypt(secret, secretPlace(account_id, id, name))",
        to: "Effect.map(secrets.encrypt(secret, secretPlace(account_id, id, name)), (kept) => kept + secret)"
      }
    ],
    tests: [deliveries("is set up in the dashboard")]
  }
]
