import type { Mutant } from "./mutants.ts"

const admitted = [
  "test/store/admissionPrefetch.test.ts",
  "is read only for admitted callers, and only in their account"
] as const
const unreadable = [
  "test/store/admissionPrefetch.test.ts",
  "still admits, and reads no others for five seconds"
] as const

/** Rules of reading an order's rows with its admission. */
export const prefetch: ReadonlyArray<Mutant> = [
  {
    rule: "reports an order as unchanged by rows read with its admission",
    edits: [{ in: "PlaceOrders", from: "isPrefetched ? undefined : exitsOf(batch)", to: "exitsOf(batch)" }],
    tests: [["test/store/prefetchedOrders.test.ts", "are written when equal to the prefetched state but changed since"]]
  },
  {
    rule: "takes two reads that disagree on a row",
    edits: [{ in: "prefetchedOrders.ts once", from: "!isSame(row, other)", to: "!isSame(row, row)" }],
    tests: [["test/store/prefetchedOrders.test.ts", "are not used when one is missing, when two reads disagree"]]
  },
  {
    rule: "takes rows without facts of the account",
    edits: [{ in: "selectedRows", from: "accounts.length < accountIds.size", to: "accounts.length < 0" }],
    tests: [["test/store/prefetchedOrders.test.ts", "are not used when one is missing, when two reads disagree"]]
  },
  {
    rule: "takes a stored order without its contact",
    edits: [{ in: "selectedRows", from: "return lacksContact ||", to: "return" }],
    tests: [["test/store/prefetchedOrders.test.ts", "are not used for an order whose contact was too large to be read"]]
  },
  {
    rule: "reads rows for a token without the scope",
    edits: [{ in: "orderPrefetch", from: "!scopes.includes(scope)", to: "scopes.includes(scope) && body !== null" }],
    tests: [["test/http/orderPrefetch.test.ts", "of a token without the scope is not read"]]
  },
  {
    rule: "reads the rows of a request beyond its limit",
    edits: [{ in: "grantedKeys", from: " AND rank <= granted", to: "" }],
    tests: [admitted]
  },
  {
    rule: "gives rows to a request beyond its limit",
    edits: [{ in: "admissionOf", from: "granted && row.target !== null ? prefetched", to: "row.at > 0 ? prefetched" }],
    tests: [admitted]
  },
  {
    rule: "asks the keys of a token that was rejected last time",
    edits: [
      {
        in: "Admissions",
        from: "if (!granted || caller?.target == null) admittedTokens.delete(digest)",
        to: "if (admittedTokens.size < 0) return"
      }
    ],
    tests: [admitted]
  },
  {
    rule: "rejects calls while orders cannot be read",
    edits: [{ in: "Admissions", from: "attempts++ === 0 ? prefetch", to: "attempts++ >= 0 ? prefetch" }],
    tests: [unreadable]
  },
  {
    rule: "reads orders again and again while they cannot be read",
    edits: [{ in: "Admissions", from: " && now >= prefetchesFrom", to: "" }],
    tests: [unreadable]
  },
  {
    rule: "keeps large orders in memory for waiting calls",
    edits: [{ in: "prefetchOrders", from: "octet_length(value::text) <=", to: "0 <" }],
    tests: [["test/http/orderPrefetch.test.ts", "for a large stored order is read when it is at work"]]
  },
  {
    rule: "reads the rows of a dry run with its admission",
    edits: [{ in: "orderPrefetch", from: " || wantsDryRun(request)", to: "" }],
    tests: [["test/http/orderPrefetch.test.ts", "as a dry run is read in its own transaction"]]
  },
  {
    rule: "reads orders of distributed accounts on the coordinator",
    edits: [{ in: "Admissions", from: "isDistributed ? null", to: "isDistributed && now === undefined ? null" }],
    tests: [["test/store/admissionPrefetch.test.ts", "reads none of them"]]
  }
]
