import type { Mutant } from "./mutants.ts"

const dumped = ["test/faults/backup.test.ts", "of PostgreSQL is a consistent dump, made under load"] as const

/** Rules of what a backup has. */
export const backups: ReadonlyArray<Mutant> = [
  {
    rule: "answers a call 5 s before its commit while a backup runs",
    edits: [
      {
        in: "PlaceOrders",
        from: "const unchanged = yield* isOneStatement ? retried(write) : transact(sql)(write)",
        to: `yield* Effect.forkDetach(Effect.exit(Effect.delay(transact(sql)(write), 5_000)))
        const unchanged: boolean = !isOneStatement || calls.length > 0`
      }
    ],
    tests: [dumped]
  },
  {
    rule: "writes a trigger half a second after its order",
    edits: [
      {
        in: "Orders",
        from: "write(calls, { names: lockNames(calls, orders), versions }, changes),",
        to: `Effect.tap(
                  write(calls, { names: lockNames(calls, orders), versions }, { ...changes, triggers: [] }),
                  ([row]) => Effect.forkDetach(Effect.delay(row?.["unchanged"] === true
                    ? write(calls, null, { ...changes, orders: [], contacts: [], staleRanges: [], ledger: [] })
                    : Effect.void, 500))
                ),`
      }
    ],
    tests: [dumped]
  },
  {
    rule: "derives keys that differ from process to process",
    edits: [{ in: "fromSecret", from: 'hkdfSync("sha256", secret', to: 'hkdfSync("sha256", randomBytes(32)' }],
    tests: [dumped]
  }
]
