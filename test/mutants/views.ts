import type { Mutant } from "./mutants.ts"

const law = "test/laws/viewTriggers.test.ts"
const flow = "test/flows/viewedProducts.test.ts"

/** Rules by which products that a contact looked at start a flow once. */
export const views: ReadonlyArray<Mutant> = [
  {
    rule: "starts a flow for views that an order followed",
    edits: [{ in: "isViewedAndLeft", from: "last_order_at < first.viewed_at", to: "last_order_at < last.viewed_at" }],
    tests: [
      [law, "does not count when the contact ordered at or after the first of the views, but after an earlier order"]
    ]
  },
  {
    rule: "starts a flow again for the same last view",
    edits: [
      {
        in: "triggerKinds",
        from: "causeKey: ({ type, contact_id, product, viewed_at }) => `${type}|${contact_id}|${product.product_id}|${viewed_at}`",
        to: "causeKey: ({ type, contact_id, product, occurred_at }) => `${type}|${contact_id}|${product.product_id}|${occurred_at}`"
      }
    ],
    tests: [
      [flow, "starts once for a contact, a product and its last view, however many processes look"],
      [
        "test/faults/views.test.ts",
        "start once for a contact, a product and its last view, and for each, wherever the kill interrupts"
      ]
    ]
  },
  {
    rule: "misses views that are known when their time has come",
    edits: [{ in: "makeViewedProducts", from: "sql`known_at >= ", to: "sql`false AND known_at >= " }],
    tests: [[flow, "starts when a visitor is known, and for views that a browser reports late, but not 72 hours late"]]
  }
]
