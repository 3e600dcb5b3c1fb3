import type { Mutant } from "./mutants.ts"

const dumped = ["test/faults/backup.test.ts", "of PostgreSQL is a consistent dump, made under load"] as const

/** Rules of what a backup has. */
export const backups: ReadonlyArray<Mutant> = [
  {
    rule: "an answer 5 s before the commit, to who makes a backup",
    edits: [
      {
        file: "programs/orders/PlaceOrders.ts",
        from: "const unchanged = yield* isOneStatement ? retried(write) : transact(sql)(write)",
        to: `yield* Effect.forkDetach(Effect.exit(Effect.delay(transact(sql)(write), 5_000)))
        const unchanged: boolean = !isOneStatement || calls.length > 0`
      }
    ],
    tests: [dumped]
  },
  {
    rule: "what happened written half a second after its order",
    edits: [
      {
        file: "store/orders/Orders.ts",
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
    rule: "keys of each process's own",
    edits: [
      { file: "store/database/Keys.ts", from: 'hkdfSync("sha256", secret', to: 'hkdfSync("sha256", randomBytes(32)' }
    ],
    tests: [dumped]
  }
]
