import type { Mutant } from "./mutants.ts"
import { onEachDatabase } from "./onEachDatabase.ts"

/** Rules of processes, connections and commits that get lost. */
export const processes: ReadonlyArray<Mutant> = [
  {
    rule: "purges without a transaction, so that its lock ends at once",
    edits: [
      { in: "purgeRound", from: "transact(sql)(purge).pipe(", to: "retried(purge).pipe(" },
      { in: "programs/Purge.ts", from: "import { transact }", to: "import { retried }" },
      { in: "purgeRound", from: "  const sql = yield* SqlClient.SqlClient\n", to: "" }
    ],
    tests: [["test/store/purges.test.ts", "takes a transaction for each table"]]
  },
  {
    rule: "rejects an event whose row an earlier attempt stored",
    edits: [
      {
        in: "Events",
        from: "Effect.asVoid(sql`SELECT ${accountFunction(",
        to: `Effect.asVoid(sql\`SELECT 1 / (SELECT 1 - count(*) FROM events WHERE event_id = \${events[0]?.event_id ?? ""}),
              \${accountFunction(`
      }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a retry or a 503; each call is atomic, and no connection leaks"]]
  },
  {
    rule: "repeats a creation after its commit was sent",
    edits: [{ in: "retryAlone", from: " && isRepeatable()", to: "" }],
    tests: [["test/faults/endpoints.test.ts", "costs a retry or a 503; each call is atomic, and no connection leaks"]]
  },
  {
    rule: "rejects a link that the same attempt has used",
    edits: [
      {
        in: "makeSetUp",
        from: "return yield* transactOnce(sql)(use)",
        to: "return yield* retriedUse(use)"
      },
      {
        in: "makeSetUp",
        from: "      const createFirstOwner =",
        to: "      const retriedUse = <A, E>(claim: Effect.Effect<A, E>) => retried(sql.withTransaction(claim))\n      const createFirstOwner ="
      }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a retry or a 503; each call is atomic, and no connection leaks"]]
  },
  {
    rule: "creates a session before the invitation is accepted",
    edits: [
      {
        in: "makeAcceptInvitation",
        from: "return yield* transactOnce(sql)(Effect.tap(",
        to: `const before = yield* retried(users.byEmail(input.email))
          if (before !== undefined) yield* transactOnce(sql)(sessions.start(before.id))
          return yield* transactOnce(sql)(Effect.tap(`
      }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a retry or a 503; each call is atomic, and no connection leaks"]]
  },
  {
    rule: "waits for slow bodies while draining",
    edits: [
      {
        in: "SocketLayer",
        from: 'gracefulShutdownTimeout: "15 seconds"',
        to: 'gracefulShutdownTimeout: "40 seconds"'
      }
    ],
    tests: [
      ["test/faults/overload.test.ts", "PostgreSQL … does not delay a shutdown: its call gets 503 or is disconnected"]
    ]
  },
  ...onEachDatabase({
    rule: "does not limit calls at work",
    edits: [
      {
        in: "concurrencyLimit",
        from: "if (ofKey + size > each || total + size > all)",
        to: "if (total < 0)"
      }
    ],
    tests: [
      [
        "test/faults/overload.test.ts",
        "gets quick 503s, while another account is served, and is served normally afterwards"
      ]
    ]
  }),
  {
    rule: "runs database work without a time-out",
    edits: [
      {
        in: "SessionTimeouts",
        from: "work: 4_000",
        to: "work: 9_000"
      }
    ],
    tests: [
      [
        "test/faults/restart.test.ts",
        "causes only quick 503s: no acknowledged order is lost, and service recovers by itself"
      ]
    ]
  },
  {
    rule: "does not retry a lost connection",
    edits: [
      {
        in: "withSqlErrors",
        from: "isSqlError(defect) ?",
        to: "isSqlError(defect) && Date.now() < 0 ?"
      }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a retry or a 503; each call is atomic, and no connection leaks"]]
  },
  ...onEachDatabase({
    rule: "answers a call 200 ms before its commit",
    edits: [
      {
        in: "PlaceOrders",
        from: "const unchanged = yield* isOneStatement ? retried(write) : transact(sql)(write)",
        to: `yield* Effect.forkDetach(Effect.exit(Effect.delay(transact(sql)(write), 200)))
        const unchanged: boolean = !isOneStatement || calls.length > 0`
      }
    ],
    tests: [
      [
        "test/faults/kill.test.ts",
        "loses no acknowledged order, counts none twice, and starts each flow once for each cause"
      ]
    ]
  }),
  {
    rule: "does not retry work",
    edits: [{ in: "retryAlone", from: "times: 3,", to: "times: 0," }],
    tests: [
      [
        "test/faults/database.test.ts",
        "that drops its connections under load costs at most a retry, invisible to callers"
      ]
    ]
  },
  {
    rule: "takes a lost connection for a defect",
    edits: [
      {
        in: "isTransient",
        from: "isRetryable ||",
        to: "(isRetryable && cause === null) || (cause === null) &&"
      }
    ],
    tests: [
      ["test/faults/database.test.ts", "over a slow, truncating or resetting network loses nothing and doubles nothing"]
    ]
  },
  {
    rule: "reports ready without a database",
    edits: [{ in: "SystemHandlers", from: "ping(sql).pipe(", to: "Effect.sync(() => [ping, sql]).pipe(" }],
    tests: [
      ["test/faults/database.test.ts", ") causes quick 503s with Retry-After, and service resumes without a restart"]
    ]
  },
  ...onEachDatabase({
    rule: "does not bound the bodies of an account",
    edits: [
      {
        in: "callBounds",
        from: "bytes: { all: 64 * mib, each: 16 * mib } }",
        to: "bytes: { all: 6_400 * mib, each: 1_600 * mib } }"
      }
    ],
    tests: [
      [
        "test/faults/bodies.test.ts",
        "use at most their byte budget: beyond it 503, other callers are served, and disconnecting frees it"
      ]
    ]
  }),
  {
    rule: "serves callers in the order of arrival",
    edits: [{ in: "groupCommit", from: "queue.add(options.callerOf(item),", to: 'queue.add("",' }],
    tests: [["test/store/groupCommit.test.ts", "of a quiet caller do not wait for all earlier calls of a busy one"]]
  },
  {
    rule: "lets calls wait without a limit",
    edits: [{ in: "groupCommit", from: "> maxWait", to: "> maxWait * 1_000" }],
    tests: [["test/store/groupCommit.test.ts", "are rejected after waiting four seconds, and are not run"]]
  },
  {
    rule: "skips the concurrency limit for requests with Upgrade",
    edits: [{ in: "GatedServer", from: "shouldUpgradeCallback: () => false", to: "" }],
    tests: [
      [
        "test/http/connections.test.ts",
        "handles pipelined requests one at a time, each after the previous response was sent"
      ]
    ]
  },
  {
    rule: "logs every rejected call",
    edits: [{ in: "linesPerSecond", from: "linesPerSecond = 20", to: "linesPerSecond = 20_000" }],
    tests: [
      [
        "test/http/failureLog.test.ts",
        "has a line for each of the first 503s in a second, a count of the rest, and every other failure"
      ]
    ]
  },
  {
    rule: "cuts off a call without Retry-After",
    edits: [
      {
        in: "finish",
        from: 'response.headers["retry-after"] === undefined ? busy.headers',
        to: 'response.headers["retry-after"] === undefined ? {}'
      }
    ],
    tests: [["test/http/cutOff.test.ts", "gets 503 with Retry-After and changes nothing"]]
  },
  {
    rule: "plans each length of a batch anew",
    edits: [{ in: "parameters.ts columns", from: "sql`(SELECT ${array})`", to: "sql`${array}`" }],
    tests: [["test/store/plans.test.ts", "remains in use when they have grown, without planning each call"]]
  },
  {
    rule: "allows headers as much time as a body",
    edits: [{ in: "connectionBounds", from: "headersTimeout: 10_000", to: "headersTimeout: 30_000" }],
    tests: [
      [
        "test/faults/overload.test.ts",
        "PostgreSQL … is disconnected after 10 s in its headers and after 30 s in its body"
      ]
    ]
  },
  {
    rule: "allows a body a minute",
    edits: [{ in: "connectionBounds", from: "requestTimeout: 30_000", to: "requestTimeout: 60_000" }],
    tests: [["test/faults/overload.test.ts", "PostgreSQL … after 30 s in its body"]]
  }
]
