import type { Mutant } from "./mutants.ts"

const dumped = ["test/faults/backup.test.ts", "of PostgreSQL is a consistent dump, made under load"] as const

/** Rules of what a backup has. */
export const backups: ReadonlyArray<Mutant> = [
  {
    rule: "answers a call 5 s before its commit while a backup runs",
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
    rule: "writes a trigger half a second after its order",
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
    rule: "derives keys that differ from process to process",
    edits: [
      { file: "store/database/Keys.ts", from: 'hkdfSync("sha256", secret', to: 'hkdfSync("sha256", randomBytes(32)' }
    ],
    tests: [dumped]
  }
]
