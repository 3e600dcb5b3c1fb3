import type { Mutant } from "./mutants.ts"

/** Claims of due work that are not shared between accounts. */
export const claims: ReadonlyArray<Mutant> = [
  {
    rule: "rests while a lease may end",
    edits: [{ in: "maxRest", from: "leased: 5_000", to: "leased: 60_000" }],
    tests: [["test/programs/idle.test.ts", "a lease that ends without a write is found within six seconds"]]
  },
  {
    rule: "an account that takes the places of the others",
    edits: [{ in: "makeDueRows", from: "ORDER BY rank, due_at LIMIT", to: "ORDER BY due_at LIMIT" }],
    tests: [["test/store/dueRows.test.ts", "are shared round robin between accounts, up to the limit of each"]]
  },
  {
    rule: "an account beyond its limit where accounts are distributed",
    edits: [{ in: "headsOf", from: "WHERE rank <= max", to: "WHERE true" }],
    tests: [["test/store/dueRows.test.ts", "are shared round robin between accounts, up to the limit of each"]]
  }
]
