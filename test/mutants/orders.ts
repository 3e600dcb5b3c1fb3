import type { Edit } from "./build.ts"
import type { Mutant } from "./mutants.ts"
import { onEach } from "./onEach.ts"

const races = (name: string) => ["test/faults/races.test.ts", `concurrent clients, … PostgreSQL … ${name}`] as const

// Written though what it was judged against has changed.
const unjudged: ReadonlyArray<Edit> = [
  { file: "store/orders/Orders.ts", from: "rowsJson(read.versions.orders)", to: "rowsJson([])" },
  { file: "store/orders/Orders.ts", from: "read?.versions.contacts ?? []", to: "[]" },
  { file: "store/orders/Orders.ts", from: "read?.versions.vacant ?? []", to: "[]" }
]

/** Rules of placing an order: what is held, what is read, what was seen. */
export const orders: ReadonlyArray<Mutant> = [
  {
    rule: "no row lock",
    edits: [
      {
        file: "store/database/rowsByKey.ts",
        from: 'forUpdate ? "FOR UPDATE" : "OFFSET 0"',
        to: 'forUpdate ? "OFFSET 0" : "OFFSET 0"'
      },
      // Nearly all calls go another way, which locks the rows in `place_orders`.
      {
        file: "programs/orders/PlaceOrders.ts",
        from: "if (snapshot.versions === null)",
        to: "if (snapshot.versions === null || calls.length > 0)"
      }
    ],
    tests: [races("on one contact by e-mail and by phone")]
  },
  {
    rule: "no lock on what does not exist yet",
    edits: [
      { file: "store/orders/Orders.ts", from: '?? "", names)', to: '?? "", [])' },
      { file: "store/orders/Orders.ts", from: "texts(read?.names ?? [])", to: "texts([])" }
    ],
    tests: [races("on one delivered order")]
  },
  {
    rule: "no lock on who does not exist yet",
    edits: [
      { file: "store/orders/Orders.ts", from: "\n  ...addressesOf(calls, stored).flatMap(identityLocks)", to: "" }
    ],
    tests: [races("on one e-mail and on one phone")]
  },
  {
    rule: "orders written though what they were judged against has changed",
    edits: unjudged,
    tests: [races("on one contact by e-mail and by phone")]
  },
  {
    rule: "orders written though what they were judged against has changed, embedded",
    edits: unjudged,
    tests: [["test/faults/races.test.ts", "concurrent clients, … embedded … on one delivered order"]]
  },
  {
    rule: "an order said to be unchanged by what was seen before it",
    edits: [
      {
        file: "programs/orders/PlaceOrders.ts",
        from: "return isCurrent ? exitsOf(batch) : undefined",
        to: "return exitsOf(batch)"
      }
    ],
    tests: [["test/store/prefetchedOrders.test.ts", "are written when equal to the prefetched state but changed since"]]
  },
  {
    rule: "an account that was seen to be two things, taken for one of them",
    edits: [{ file: "domain/orders/OrderPrefetch.ts", from: "return isConsistent && ", to: "return " }],
    tests: [
      [
        "test/store/prefetchedOrders.test.ts",
        "are not used when one is missing, when unversioned reads differ, or when a suppression may apply"
      ]
    ]
  },
  {
    rule: "an order read for whom its account does not let in",
    edits: [{ file: "store/admission/admissionStatement.ts", from: " AND rank <= granted", to: "" }],
    tests: [["test/store/admissions.test.ts", "is read only for admitted callers, and only in their account"]]
  },
  {
    rule: "an order read for who was refused before",
    edits: [
      {
        file: "store/admission/Admissions.ts",
        from: "if (!isAdmitted) admittedTokens.delete(digest)",
        to: "if (digest === null) return"
      }
    ],
    tests: [["test/store/admissions.test.ts", "is read only for admitted callers, and only in their account"]]
  },
  {
    rule: "nobody let in while orders can't be read",
    edits: [
      { file: "store/admission/Admissions.ts", from: "attempts++ === 0 ? requests", to: "attempts++ >= 0 ? requests" }
    ],
    tests: [["test/store/admissions.test.ts", "still admits"]]
  },
  {
    rule: "orders waited for again and again while they can't be read",
    edits: [{ file: "store/admission/Admissions.ts", from: " &&\n            began >= noPrefetchUntil", to: "" }],
    tests: [["test/store/admissions.test.ts", "still admits"]]
  },
  {
    rule: "a large order taken for one that is not there",
    edits: [{ file: "domain/orders/OrderPrefetch.ts", from: "!reads.some(", to: "!reads.slice(9).some(" }],
    tests: [["test/http/orderPrefetch.test.ts", "for a large stored order is read in the transaction, not prefetched"]]
  },
  {
    rule: "an order read for who only asks",
    edits: [{ file: "http/auth/OrderPrefetch.ts", from: " || wantsDryRun(request)", to: "" }],
    tests: [["test/http/orderPrefetch.test.ts", "as a dry run is read without prefetching"]]
  },
  {
    rule: "nobody asked who may be remembered",
    edits: [
      {
        file: "domain/orders/OrderPrefetch.ts",
        from: " && contacts.addsAddress(address)",
        to: " && !contacts.addsAddress(address)"
      }
    ],
    tests: [
      [
        "test/store/prefetchedOrders.test.ts",
        "are not used when one is missing, when unversioned reads differ, or when a suppression may apply"
      ]
    ]
  },
  {
    rule: "large orders kept for all who wait",
    edits: [
      {
        file: "store/admission/admissionStatement.ts",
        from: "forUpdate: false, maxBytes: maxPrefetchedBytes",
        to: "forUpdate: false"
      }
    ],
    tests: [["test/store/admissions.test.ts", "is left out when it is large, and with all others when the read fails"]]
  },
  ...onEach({
    rule: "a delivery judged by what the order was before",
    edits: unjudged,
    tests: [["test/faults/deliveries.test.ts", "are received once each"]]
  }),
  ...onEach({
    rule: "a delivery told again",
    edits: [
      {
        file: "domain/orders/decideOrder.ts",
        from: 'after.shipment_status === "delivered" && before?.shipment_status !== "delivered"',
        to: 'after.shipment_status === "delivered"'
      }
    ],
    tests: [
      [
        "test/faults/deliveries.test.ts",
        "are received once for each change into delivered, whichever process handles it"
      ]
    ]
  }),
  {
    rule: "orders written although an address has got a contact meanwhile",
    edits: [{ file: "store/orders/Orders.ts", from: "read?.versions.vacant ?? []", to: "[]" }],
    tests: [["test/store/prefetchedOrders.test.ts", "are written without locks only if all decided state is unchanged"]]
  },
  {
    rule: "rows of several accounts written to the first one",
    edits: [
      {
        file: "store/database/batchAccount.ts",
        from: "rows.every((row) => row.account_id === account_id)",
        to: "rows.length > 0"
      }
    ],
    tests: [
      [
        "test/store/contactCounts.test.ts",
        "follow contacts that are created, changed and deleted, of one account and of several in one call"
      ]
    ]
  },
  {
    rule: "calls of several accounts in a run although accounts are distributed",
    edits: [
      { file: "store/batching/GroupCommit.ts", from: "takesOneAccount ? 1 : options.maxBatch", to: "options.maxBatch" }
    ],
    tests: [
      [
        "test/store/groupCommit.test.ts",
        "run by account, four times as many at once, when their accounts are distributed"
      ]
    ]
  },
  {
    rule: "distributed orders read by the coordinator's admission",
    edits: [{ file: "store/admission/Admissions.ts", from: "canPrefetch &&\n", to: "canPrefetch !== undefined &&\n" }],
    tests: [["test/store/admissions.test.ts", "reads none of them"]]
  },
  {
    rule: "unsorted locks",
    edits: [
      {
        file: "store/database/advisoryLock.ts",
        from: "SELECT lock_names(${account_id}, ${texts(names)})",
        to: `SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(\${texts(names)}) AS name
          WHERE \${account_id} <> '' ORDER BY random()`
      }
    ],
    tests: [races("on crossing pairs")]
  }
]
