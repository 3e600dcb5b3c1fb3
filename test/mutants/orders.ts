import type { Edit } from "./anchors.ts"
import type { Mutant } from "./mutants.ts"
import { onEachDatabase } from "./onEachDatabase.ts"

const races = (name: string) => ["test/faults/races.test.ts", `concurrent clients, … PostgreSQL … ${name}`] as const

// Written though what it was judged against has changed.
const unjudged: ReadonlyArray<Edit> = [
  { in: "Orders", from: "rowsJson(read.versions.orders)", to: "rowsJson([])" },
  { in: "Orders", from: "read?.versions.contacts ?? []", to: "[]" },
  { in: "Orders", from: "read?.versions.vacant ?? []", to: "[]" }
]

/** Rules of placing an order: what is held, what is read, what was seen. */
export const orders: ReadonlyArray<Mutant> = [
  {
    rule: "does not lock rows",
    edits: [
      {
        in: "rowsByKey",
        from: 'forUpdate ? "FOR UPDATE" : "OFFSET 0"',
        to: 'forUpdate ? "OFFSET 0" : "OFFSET 0"'
      },
      // Nearly all calls go another way, which locks the rows in `place_orders`.
      {
        in: "PlaceOrders",
        from: "if (snapshot.versions === null)",
        to: "if (snapshot.versions === null || calls.length > 0)"
      }
    ],
    tests: [races("on one contact by e-mail and by phone")]
  },
  {
    rule: "does not lock orders that do not exist yet",
    edits: [
      { in: "Orders", from: '?? "", names)', to: '?? "", [])' },
      { in: "Orders", from: "texts(read?.names ?? [])", to: "texts([])" }
    ],
    tests: [races("on one delivered order")]
  },
  {
    rule: "does not lock addresses without a contact",
    edits: [{ in: "lockNames", from: "\n  ...addressesOf(calls, stored).flatMap(identityLocks)", to: "" }],
    tests: [races("on one e-mail and on one phone")]
  },
  {
    rule: "writes orders although the rows they were decided on have changed",
    edits: unjudged,
    tests: [races("on one contact by e-mail and by phone")]
  },
  {
    rule: "starts flows by an order whose stored row has changed",
    edits: unjudged,
    tests: [["test/faults/deliveries.test.ts", "PostgreSQL … are received once each"]]
  },
  ...onEachDatabase({
    rule: "repeats the trigger of a delivery",
    edits: [
      {
        in: "isDelivered",
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
    edits: [{ in: "Orders", from: "read?.versions.vacant ?? []", to: "[]" }],
    tests: [["test/store/unchangedOrders.test.ts", "are written without locks only if all decided state is unchanged"]]
  },
  {
    rule: "writes rows of several accounts to the first one",
    edits: [
      {
        in: "distributed/accountOf.ts accountOf",
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
    edits: [{ in: "groupCommit", from: "takesOneAccount ? 1 : options.maxBatch", to: "options.maxBatch" }],
    tests: [
      [
        "test/store/groupCommit.test.ts",
        "run by account, four times as many at once, when their accounts are distributed"
      ]
    ]
  },
  {
    rule: "takes locks in the order of arrival",
    edits: [
      {
        in: "advisoryLock",
        from: "SELECT lock_names(${account_id}, ${texts(names)})",
        to: `SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(\${texts(names)}) AS name
          WHERE \${account_id} <> '' ORDER BY random()`
      }
    ],
    tests: [races("on crossing pairs")]
  }
]
