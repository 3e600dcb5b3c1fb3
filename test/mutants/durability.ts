import type { Mutant } from "./mutants.ts"

const kept = [
  "test/faults/endpoints.test.ts",
  "costs a retry or a 503; each call is atomic, and no connection leaks"
] as const

/** Rules of what is kept and what is not: windows, tokens, secrets, and the whole of a call. */
export const durability: ReadonlyArray<Mutant> = [
  {
    rule: "compares rate windows with the process's clock",
    edits: [
      {
        in: "WindowClock",
        from: 'defaultValue: () => "database"',
        to: 'defaultValue: () => "service"'
      }
    ],
    tests: [["test/faults/limits.test.ts", "8 processes, one a day ahead"]]
  },
  {
    rule: "compares rate windows with a clock that is behind or ahead",
    edits: [
      {
        in: "WindowClock",
        from: 'defaultValue: () => "database"',
        to: 'defaultValue: () => "service"'
      }
    ],
    tests: [["test/faults/limits.test.ts", "3 processes, one 90 s behind, one 90 s ahead"]]
  },
  {
    rule: "admits all concurrent calls while one is left in the window",
    edits: [
      {
        in: "granted",
        from: 'least(excluded.granted, excluded.minute_limit - ${used(sql, "minute")}, excluded.day_limit',
        to: 'least(excluded.granted, CASE WHEN excluded.minute_limit > ${used(sql, "minute")} THEN excluded.granted ELSE 0 END, excluded.day_limit'
      }
    ],
    tests: [["test/faults/limits.test.ts", "1 process"]]
  },
  {
    rule: "counts tokens before the lock on their account, PostgreSQL",
    edits: [
      {
        in: "withinQuota",
        from: "SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE",
        to: "SELECT 1 FROM accounts WHERE account_id = ${account_id}"
      }
    ],
    tests: [
      [
        "test/faults/credentials.test.ts",
        "PostgreSQL … are limited to 25 active ones under concurrent creation, and concurrent renewals add up"
      ]
    ]
  },
  {
    rule: "retries a read within a transaction by itself",
    edits: [
      {
        in: "retryWhile",
        from: "isOpen ? once(work)",
        to: "isOpen === null ? once(work)"
      }
    ],
    tests: [["test/store/transaction.test.ts", "retries the whole when a retried read within it fails"]]
  },
  {
    rule: "takes a terminated backend for a defect",
    edits: [
      {
        in: "isTransient",
        from: "isRetryable ||",
        to: "(isRetryable && cause === null) || (cause === null) &&"
      }
    ],
    tests: [
      [
        "test/faults/backends.test.ts",
        "costs a retry or a quick 503: no order is lost or doubled, each flow starts once, and service recovers by itself"
      ]
    ]
  },
  {
    rule: "acknowledges an order whose commit failed",
    edits: [
      {
        in: "PlaceOrders",
        from: "const unchanged = yield* isOneStatement ? retried(write) : transact(sql)(write)",
        to: `const ended = yield* Effect.exit(isOneStatement ? write : sql.withTransaction(write))
        const unchanged = ended._tag === "Failure" || ended.value`
      }
    ],
    tests: [
      [
        "test/faults/backends.test.ts",
        "costs a retry or a quick 503: no order is lost or doubled, each flow starts once, and service recovers by itself"
      ]
    ]
  },
  {
    rule: "renews a token from its creation instead of its expiry",
    edits: [
      {
        in: "Tokens.ts Tokens",
        from: "SET expires_at = expires_at + lifetime_seconds * interval '1 second'",
        to: "SET expires_at = created_at + 2 * lifetime_seconds * interval '1 second'"
      }
    ],
    tests: [
      [
        "test/faults/credentials.test.ts",
        "are limited to 25 active ones under concurrent creation, and concurrent renewals add up"
      ]
    ]
  },
  {
    rule: "stores a token in clear",
    edits: [
      {
        in: "Tokens.ts Tokens",
        from: "'api', ${name}, ${digestOf(secret)}",
        to: "'api', ${secret}, ${digestOf(secret)}"
      }
    ],
    tests: [
      [
        "test/faults/secrets.test.ts",
        "is in no table, database file or log in plain text, and callers cannot forge log lines ("
      ]
    ]
  },
  {
    rule: "stores a token in clear until its row is written again",
    edits: [
      {
        in: "Tokens.ts Tokens",
        from: "'api', ${name}, ${digestOf(secret)}",
        to: "'api', ${secret}, ${digestOf(secret)}"
      },
      {
        in: "Tokens.ts Tokens",
        from: "return { ...token, token: secret }",
        to: `yield* sql\`UPDATE bearer_tokens SET name = \${name} WHERE digest = \${digestOf(secret)}\`
          return { ...token, name, token: secret }`
      }
    ],
    tests: [
      [
        "test/faults/secrets.test.ts",
        "is in no table, database file or log in plain text, and callers cannot forge log lines ("
      ]
    ]
  },
  {
    rule: "logs a token",
    edits: [
      {
        in: "ErrorEnvelopeLayer",
        from: 'Effect.logDebug("Request", { method: request.method,',
        to: 'Effect.logDebug("Request", { method: request.method, by: request.headers["authorization"],'
      }
    ],
    tests: [
      [
        "test/faults/secrets.test.ts",
        "is in no table, database file or log in plain text, and callers cannot forge log lines ("
      ]
    ]
  },
  {
    rule: "logs a query string",
    edits: [
      {
        in: "ErrorEnvelopeLayer",
        from: 'Effect.logDebug("Request", { method: request.method,',
        to: 'Effect.logDebug("Request", { method: request.method, query: request.url.split("?")[1],'
      }
    ],
    tests: [
      [
        "test/faults/secrets.test.ts",
        "is in no table, database file or log in plain text, and callers cannot forge log lines ("
      ]
    ]
  },
  {
    rule: "activates a flow before its runs can start",
    edits: [
      {
        in: "EditFlows",
        from: "transact(sql)(activated)",
        to: "retried(activated)"
      }
    ],
    tests: [kept]
  },
  {
    rule: "saves a flow before its version",
    edits: [
      {
        in: "EditFlows",
        from: "transactOnce(sql)(save)",
        to: "retried(save)"
      }
    ],
    tests: [kept]
  },
  {
    rule: "advances a test clock again after its commit",
    edits: [
      {
        in: "AdvanceTestClock",
        from: "transactOnce(sql)(clocks.advance",
        to: "retried(clocks.advance"
      },
      {
        in: "programs/accounts/AdvanceTestClock.ts",
        from: "import { transactOnce }",
        to: "import { retried, transactOnce }"
      }
    ],
    tests: [kept]
  },
  {
    rule: "reports a token within a failure of the typed client",
    edits: [
      {
        in: "clientTransport.ts send",
        from: "failed(request, { cause })",
        to: 'failed(request, { cause, description: request.headers["authorization"] ?? "" })'
      }
    ],
    tests: [["test/http/clientAttempts.test.ts", "never prints its token with an error, at any inspection depth"]]
  }
]
