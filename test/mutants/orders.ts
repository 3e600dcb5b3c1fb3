import type { Edit } from "./build.ts"
import type { Mutant } from "./mutants.ts"
import { onEachDatabase } from "./onEachDatabase.ts"

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
    rule: "does not lock rows",
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
    rule: "does not lock orders that do not exist yet",
    edits: [
      { file: "store/orders/Orders.ts", from: '?? "", names)', to: '?? "", [])' },
      { file: "store/orders/Orders.ts", from: "texts(read?.names ?? [])", to: "texts([])" }
    ],
    tests: [races("on one delivered order")]
  },
  {
    rule: "does not lock addresses without a contact",
    edits: [
      { file: "store/orders/Orders.ts", from: "\n  ...addressesOf(calls, stored).flatMap(identityLocks)", to: "" }
    ],
    tests: [races("on one e-mail and on one phone")]
  },
  {
    rule: "writes orders although the rows they were decided on have changed",
    edits: unjudged,
    tests: [races("on one contact by e-mail and by phone")]
  },
  {
    rule: "writes orders although the rows they were decided on have changed, embedded",
    edits: unjudged,
    tests: [["test/faults/races.test.ts", "concurrent clients, … embedded … on one delivered order"]]
  },
  {
    rule: "reports an order as unchanged by rows read before the call",
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
    rule: "accepts reads that disagree on the facts of an account",
    edits: [{ file: "domain/orders/OrderPrefetch.ts", from: "return isConsistent && ", to: "return " }],
    tests: [
      [
        "test/store/prefetchedOrders.test.ts",
        "are not used when one is missing, when unversioned reads differ, or when a suppression may apply"
      ]
    ]
  },
  {
    rule: "prefetches an order for a rate-limited call",
    edits: [{ file: "store/admission/admissionStatement.ts", from: " AND rank <= granted", to: "" }],
    tests: [["test/store/admissions.test.ts", "is read only for admitted callers, and only in their account"]]
  },
  {
    rule: "prefetches an order for a token that was rejected last time",
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
    rule: "rejects calls while orders cannot be prefetched",
    edits: [
      { file: "store/admission/Admissions.ts", from: "attempts++ === 0 ? requests", to: "attempts++ >= 0 ? requests" }
    ],
    tests: [["test/store/admissions.test.ts", "still admits"]]
  },
  {
    rule: "prefetches again and again while it fails",
    edits: [{ file: "store/admission/Admissions.ts", from: " &&\n            began >= noPrefetchUntil", to: "" }],
    tests: [["test/store/admissions.test.ts", "still admits"]]
  },
  {
    rule: "takes a large order for one that does not exist",
    edits: [{ file: "domain/orders/OrderPrefetch.ts", from: "!reads.some(", to: "!reads.slice(9).some(" }],
    tests: [["test/http/orderPrefetch.test.ts", "for a large stored order is read in the transaction, not prefetched"]]
  },
  {
    rule: "prefetches an order for a dry run",
    edits: [{ file: "http/auth/OrderPrefetch.ts", from: " || wantsDryRun(request)", to: "" }],
    tests: [["test/http/orderPrefetch.test.ts", "as a dry run is read without prefetching"]]
  },
  {
    rule: "does not read suppressions of new addresses",
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
    rule: "prefetches large orders for all waiting calls",
    edits: [
      {
        file: "store/admission/admissionStatement.ts",
        from: "forUpdate: false, maxBytes: maxPrefetchedBytes",
        to: "forUpdate: false"
      }
    ],
    tests: [["test/store/admissions.test.ts", "is left out when it is large, and with all others when the read fails"]]
  },
  ...onEachDatabase({
    rule: "starts flows by an order whose stored row has changed",
    edits: unjudged,
    tests: [["test/faults/deliveries.test.ts", "are received once each"]]
  }),
  ...onEachDatabase({
    rule: "repeats the trigger of a delivery",
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
    rule: "writes orders although an address has got a contact meanwhile",
    edits: [{ file: "store/orders/Orders.ts", from: "read?.versions.vacant ?? []", to: "[]" }],
    tests: [["test/store/prefetchedOrders.test.ts", "are written without locks only if all decided state is unchanged"]]
  },
  {
    rule: "writes rows of several accounts to the first one",
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
    rule: "runs calls of several accounts at once although accounts are distributed",
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
    rule: "prefetches orders of distributed accounts",
    edits: [{ file: "store/admission/Admissions.ts", from: "canPrefetch &&\n", to: "canPrefetch !== undefined &&\n" }],
    tests: [["test/store/admissions.test.ts", "reads none of them"]]
  },
  {
    rule: "takes locks in the order of arrival",
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
