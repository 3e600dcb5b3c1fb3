import type { Mutant } from "./mutants.ts"
import { onEach } from "./onEach.ts"

/** Rules of processes, connections and commits that get lost. */
export const processes: ReadonlyArray<Mutant> = [
  {
    rule: "an event that meets its own row",
    edits: [
      { file: "store/events/Events.ts", from: "\n            ON CONFLICT (account_id, event_id) DO NOTHING", to: "" }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a try or an answer of 503"]]
  },
  {
    rule: "a creation that runs again after its commit",
    edits: [{ file: "store/database/Transaction.ts", from: " && isRepeatable()", to: "" }],
    tests: [["test/faults/endpoints.test.ts", "costs a try or an answer of 503"]]
  },
  {
    rule: "a link that meets its own use",
    edits: [
      {
        file: "programs/accounts/SetUp.ts",
        from: "return yield* transactOnce(sql)(use)",
        to: "return yield* retriedUse(use)"
      },
      {
        file: "programs/accounts/SetUp.ts",
        from: "      const createFirstOwner =",
        to: "      const retriedUse = <A, E>(claim: Effect.Effect<A, E>) => retried(sql.withTransaction(claim))\n      const createFirstOwner ="
      }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a try or an answer of 503"]]
  },
  {
    rule: "a session before the invitation",
    edits: [
      {
        file: "programs/accounts/AcceptInvitation.ts",
        from: "return yield* transactOnce(sql)(Effect.tap(",
        to: `const before = yield* retried(users.byEmail(input.email))
          if (before !== undefined) yield* transactOnce(sql)(sessions.start(before.id))
          return yield* transactOnce(sql)(Effect.tap(`
      }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a try or an answer of 503"]]
  },
  {
    rule: "a grace as long as any body",
    edits: [
      {
        file: "http/server/Socket.ts",
        from: 'gracefulShutdownTimeout: "15 seconds"',
        to: 'gracefulShutdownTimeout: "40 seconds"'
      }
    ],
    tests: [["test/faults/overload.test.ts", "PostgreSQL … keeps no process from its end"]]
  },
  ...onEach({
    rule: "no cap on calls in flight",
    edits: [
      {
        file: "http/capacity/ConcurrencyLimit.ts",
        from: "if (ofKey + size > each || total + size > all)",
        to: "if (total < 0)"
      }
    ],
    tests: [["test/faults/overload.test.ts", "is turned away quickly with 503"]]
  }),
  {
    rule: "database work without a time-out",
    edits: [
      {
        file: "store/database/Transaction.ts",
        from: 'const maxDuration = "4 seconds"',
        to: 'const maxDuration = "9 seconds"'
      }
    ],
    tests: [["test/faults/restart.test.ts", "costs callers nothing but quick 503s"]]
  },
  {
    rule: "a lost connection is not seen by the retry",
    edits: [
      {
        file: "store/database/Transaction.ts",
        from: "isSqlError(defect) ?",
        to: "isSqlError(defect) && Date.now() < 0 ?"
      }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a try or an answer of 503"]]
  },
  ...onEach({
    rule: "an answer 200 ms before the commit",
    edits: [
      {
        file: "programs/orders/PlaceOrders.ts",
        from: "const unchanged = yield* isOneStatement ? retried(write) : transact(sql)(write)",
        to: `yield* Effect.forkDetach(Effect.exit(Effect.delay(transact(sql)(write), 200)))
        const unchanged: boolean = !isOneStatement || calls.length > 0`
      }
    ],
    tests: [["test/faults/kill.test.ts", "loses nothing it has acknowledged"]]
  }),
  {
    rule: "work that is tried once",
    edits: [{ file: "store/database/Transaction.ts", from: "times: 3,", to: "times: 0," }],
    tests: [["test/faults/database.test.ts", "that drops its connections under load costs a try at most"]]
  },
  {
    rule: "a lost connection taken for an issue of ours",
    edits: [
      {
        file: "store/database/Transaction.ts",
        from: "isTransient(error) ?",
        to: "isPassing(error) && error.cause === null ?"
      }
    ],
    tests: [["test/faults/database.test.ts", "breaks in the middle of a message and resets"]]
  },
  {
    rule: "ready without a database",
    edits: [{ file: "http/public/System.ts", from: "ping(sql).pipe(", to: "Effect.sync(() => [ping, sql]).pipe(" }],
    tests: [["test/faults/database.test.ts", "is answered with a quick 503"]]
  },
  ...onEach({
    rule: "bodies of an account without bounds",
    edits: [
      {
        file: "http/capacity/bounds.ts",
        from: "bytes: { all: 64 * mib, each: 16 * mib } }",
        to: "bytes: { all: 6_400 * mib, each: 1_600 * mib } }"
      }
    ],
    tests: [["test/faults/bodies.test.ts", "take their room and no more"]]
  }),
  {
    rule: "callers who wait behind all that another one sent",
    edits: [{ file: "store/batching/GroupCommit.ts", from: "queue.add(options.callerOf(item),", to: 'queue.add("",' }],
    tests: [["test/store/groupCommit.test.ts", "of a caller that sends little do not wait"]]
  },
  {
    rule: "callers who wait for ever",
    edits: [{ file: "store/batching/GroupCommit.ts", from: "> maxWait", to: "> maxWait * 1_000" }],
    tests: [["test/store/groupCommit.test.ts", "are turned away when they have waited"]]
  },
  {
    rule: "a way past the gate for who offers another protocol",
    edits: [{ file: "http/capacity/GatedServer.ts", from: "shouldUpgradeCallback: () => false", to: "" }],
    tests: [["test/http/connections.test.ts", "handled one after another"]]
  },
  {
    rule: "a line of the log for every call turned away",
    edits: [{ file: "http/server/FailureLog.ts", from: "linesPerSecond = 20", to: "linesPerSecond = 20_000" }],
    tests: [["test/http/failureLog.test.ts", "has a line for each of a few"]]
  },
  {
    rule: "a call cut off without a word of when to come again",
    edits: [
      {
        file: "http/server/Response.ts",
        from: 'response.headers["retry-after"] === undefined ? busy.headers',
        to: 'response.headers["retry-after"] === undefined ? {}'
      }
    ],
    tests: [["test/http/cutOff.test.ts", "is cut off with a 503 that says when to come again"]]
  },
  {
    rule: "a plan for each length of a batch",
    edits: [{ file: "store/database/parameters.ts", from: "sql`(SELECT ${array})`", to: "sql`${array}`" }],
    tests: [["test/store/plans.test.ts", "nothing is planned anew"]]
  },
  {
    rule: "headers that may come as slowly as a body",
    edits: [{ file: "http/capacity/bounds.ts", from: "headersTimeout: 10_000", to: "headersTimeout: 30_000" }],
    tests: [["test/faults/overload.test.ts", "PostgreSQL … is cut off after 10 s in its headers"]]
  },
  {
    rule: "bodies that may take a minute",
    edits: [{ file: "http/capacity/bounds.ts", from: "requestTimeout: 30_000", to: "requestTimeout: 60_000" }],
    tests: [["test/faults/overload.test.ts", "PostgreSQL … after 30 s in its body"]]
  }
]
