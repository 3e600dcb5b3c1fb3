import type { Mutant } from "./mutants.ts"

const law = "test/laws/products.test.ts"

/** Rules by which reports of products are judged. */
export const products: ReadonlyArray<Mutant> = [
  {
    rule: "takes the report of a product that arrives last",
    edits: [
      { in: "decideProduct.ts decideProduct", from: "at > before.changed_at ||", to: "at !== before.changed_at ||" }
    ],
    tests: [
      [law, "end in the same way whatever the order in which they arrive, also repeated"],
      [law, "change nothing where they are older"]
    ]
  },
  {
    rule: "counts a flap of the stock as a restocking",
    edits: [
      {
        in: "productChanges.ts productChanges",
        from: "if (!last.has(variant.id)) restocked.push(variant.id)",
        to: "restocked.push(variant.id)"
      }
    ],
    tests: [[law, "that flaps within ten minutes is restocked once, for as long as it flaps"]]
  },
  {
    rule: "forgets a level that is later than its product",
    edits: [{ in: "withLevels", from: "!known.some((level) => level.at > at)", to: "true" }],
    tests: [
      [law, "has the sum of its levels once one is later than the product, and the product's own figure otherwise"]
    ]
  }
]
