import type { Mutant } from "./mutants.ts"

const law = "test/laws/chosenProducts.test.ts"
const counts = "test/store/productCounts.test.ts"
const mails = "test/campaigns/productsInMail.test.ts"

/** Rules by which messages show products. */
export const recommended: ReadonlyArray<Mutant> = [
  {
    rule: "shows what the person bought",
    edits: [{ in: "chooseProducts", from: "|| isOwned(product_id)", to: "" }],
    tests: [[law, "are never out of stock, never what the person has, and each once"]]
  },
  {
    rule: "shows products that are out of stock",
    edits: [{ in: "makeCandidates", from: "p.published AND p.in_stock", to: "p.published" }],
    tests: [[mails, "are those of each kind, filled up, none out of stock or just bought, and kept with the message"]]
  },
  {
    rule: "counts the orders of an account in two processes at once",
    edits: [
      {
        in: "ProductCounts",
        from: "DO UPDATE SET due_at = excluded.due_at WHERE kept.due_at <= ${timeText(now)}::timestamptz",
        to: "DO UPDATE SET due_at = excluded.due_at"
      }
    ],
    tests: [[counts, "is done by one process at a time"]]
  }
]
