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
        from: "triggers AS (${saveTriggers(sql, triggers, condition)}),\n",
        to: "triggers AS (${saveTriggers(sql, [], condition)}),\n"
      },
      {
        file: "store/orders/Orders.ts",
        from: "          return unchanged\n",
        to: "          yield* Effect.forkDetach(Effect.delay(unchanged ? saveTriggers(sql, triggers) : Effect.void, 500))\n          return unchanged\n"
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
