import type { Edit } from "./build.ts"

/** The service with one rule broken, and the tests, by file and words of their names, of which one at least must fail. */
export interface Mutant {
  readonly rule: string
  readonly edits: ReadonlyArray<Edit>
  readonly tests: ReadonlyArray<readonly [file: string, name: string]>
}

export const mutants: ReadonlyArray<Mutant> = [
  {
    rule: "no row lock",
    edits: [{ file: "store/reads.ts", from: "hold ? sql`FOR UPDATE` : sql``", to: "sql``" }],
    tests: [["test/faults/races.test.ts", "on one contact under both of its names"]]
  },
  {
    rule: "no lock on what does not exist yet",
    edits: [
      { file: "store/Orders.ts", from: "lock(sql, calls.flatMap(lockNames))", to: "lock(sql, calls.flatMap(() => []))" }
    ],
    tests: [["test/faults/races.test.ts", "on one delivered order"]]
  },
  {
    rule: "unsorted locks",
    edits: [
      { file: "store/reads.ts", from: "AS name ORDER BY 1\n  ) keys", to: "AS name\n  ) keys ORDER BY random()" }
    ],
    tests: [["test/faults/races.test.ts", "on crossing pairs"]]
  },
  {
    rule: "no directory lock",
    edits: [{ file: "store/Database.ts", from: "yield* lockDirectory(directory)", to: "void lockDirectory" }],
    tests: [["test/faults/start.test.ts", "belongs to one process"]]
  },
  {
    rule: "socket closed at once at SIGTERM",
    edits: [
      {
        file: "http/Socket.ts",
        from: 'gracefulShutdownTimeout: "15 seconds"',
        to: 'gracefulShutdownTimeout: "1 millis"'
      }
    ],
    tests: [["test/faults/stop.test.ts", "lets a call that was accepted finish"]]
  },
  {
    rule: "no word of the stop before it",
    edits: [{ file: "http/Stopping.ts", from: 'Effect.andThen(begin, Effect.sleep("1 second"))', to: "begin" }],
    tests: [["test/faults/stop.test.ts", "ends readiness before it refuses anybody"]]
  },
  {
    rule: "no cap on calls in flight",
    edits: [{ file: "http/InFlight.ts", from: "if (count >= most) return", to: "if (count >= most * 1_000) return" }],
    tests: [["test/faults/overload.test.ts", "is turned away quickly with 503"]]
  },
  {
    rule: "a lost connection is not seen by the retry",
    edits: [{ file: "store/Transaction.ts", from: "SqlError.isSqlError(defect) ? Effect.fail(defect) : ", to: "" }],
    tests: [["test/faults/database.test.ts", "drops its connections under load"]]
  }
]
