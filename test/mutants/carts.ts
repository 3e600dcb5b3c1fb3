import type { Mutant } from "./mutants.ts"

const law = "test/laws/carts.test.ts"
const flow = "test/flows/abandonedCarts.test.ts"

/** Rules by which an order ends a cart, and a cart starts a flow once. */
export const carts: ReadonlyArray<Mutant> = [
  {
    rule: "reminds of a cart that was ordered",
    edits: [{ in: "whyNotReminded", from: 'if (status === "ordered") return "the cart was ordered"', to: "" }],
    tests: [[law, "and no reminder leaves after such an order is known, nor twice for a cart and its last change"]]
  },
  {
    rule: "reminds of a cart that was changed since",
    edits: [{ in: "whyNotReminded", from: "cart.changed_at === changed_at &&", to: "" }],
    tests: [[flow, "has each message judged again when it is sent: by then ordered, changed or emptied"]]
  },
  {
    rule: "takes the report of a cart that arrives last",
    edits: [{ in: "decideCart.ts isLater", from: "at > before", to: "at !== before" }],
    tests: [
      [law, "in the same way whatever the order in which carts, checkouts, orders and refunds arrive, also repeated"]
    ]
  },
  {
    rule: "leaves a cart open that changed at the moment of the order",
    edits: [{ in: "cartStatus", from: "last_order_at >= cart.changed_at", to: "last_order_at > cart.changed_at" }],
    tests: [[law, "of one person in two carts: both, unless one was changed after it"]]
  },
  {
    rule: "starts a flow again for the same change of a cart",
    edits: [
      {
        in: "triggerKinds",
        from: "causeKey: ({ type, cart }) => `${type}|${cart.cart_id}|${cart.changed_at}`",
        to: "causeKey: ({ type, cart, occurred_at }) => `${type}|${cart.cart_id}|${cart.changed_at}|${occurred_at}`"
      }
    ],
    tests: [
      [flow, "starts once for a cart and its last change, however many processes look"],
      [
        "test/faults/carts.test.ts",
        "start once for a cart and its last change, and for each, wherever the kill interrupts"
      ]
    ]
  },
  {
    rule: "misses a change that is reported when its time has come",
    edits: [
      {
        in: "makeAbandonedCarts",
        from: "carts(sql`written_at >= ${timeText(after.due_at)}::timestamptz",
        to: "carts(sql`false AND written_at >= ${timeText(after.due_at)}::timestamptz"
      }
    ],
    tests: [[flow, "starts for a change that is reported when its time has come, but not 72 hours late"]]
  },
  {
    rule: "writes a cart over one that changed since it was read",
    edits: [{ in: "writeFunctions", from: 'rows: "read_carts"', to: 'rows: "NULL::json"' }],
    tests: [
      [
        "test/store/unchangedCarts.test.ts",
        "are written without a lock before only if nothing that they were decided on has changed"
      ]
    ]
  },
  {
    rule: "writes a cart for a contact that was made meanwhile",
    edits: [{ in: "Carts", from: "read?.versions.vacant ?? []", to: "[]" }],
    tests: [
      [
        "test/store/unchangedCarts.test.ts",
        "are written without a lock before only if nothing that they were decided on has changed"
      ]
    ]
  }
]
