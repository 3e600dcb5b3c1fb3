import type { Mutant } from "./mutants.ts"

const kept = [
  "test/http/capacity.test.ts",
  "get 503 beyond the limit of one caller and the limit of all callers, and are counted"
] as const
const used = [
  "test/laws/usedWindow.test.ts",
  "refuses for at most a second, never after its end by the database's clock, with a sufficient Retry-After"
] as const
const atOnce = ["test/faults/refusals.test.ts", "get 429 at once and never 503"] as const

/** Rules of how many calls are taken, and of how those are refused that are not. */
export const refusals: ReadonlyArray<Mutant> = [
  {
    rule: "a window that is remembered beyond its end",
    edits: [
      {
        file: "domain/capacity/UsedWindow.ts",
        from: "now + at - sentAt < endsAt",
        to: "now + at - receivedAt < endsAt"
      }
    ],
    tests: [used]
  },
  {
    rule: "a window that is remembered for long",
    edits: [{ file: "domain/capacity/UsedWindow.ts", from: "maxAge = 1_000", to: "maxAge = 10_000" }],
    tests: [["test/http/limits.test.ts", "is checked again each second: raised limits and revoked tokens take effect"]]
  },
  {
    rule: "a wait that does not suffice",
    edits: [
      {
        file: "domain/capacity/UsedWindow.ts",
        from: "now + at - receivedAt)) / 1_000",
        to: "now + at - sentAt)) / 1_000"
      }
    ],
    tests: [used]
  },
  {
    rule: "refusals that ask the database each time",
    edits: [
      {
        file: "store/admission/Admissions.ts",
        from: "memory.remember(request, admission, sentAt, receivedAt)",
        to: "void receivedAt"
      }
    ],
    tests: [
      [
        "test/http/limits.test.ts",
        "refuses accounts and addresses without the database, with all rate headers and Retry-After"
      ],
      atOnce
    ]
  },
  {
    rule: "an unknown account answered by the rate limit",
    edits: [
      { file: "store/admission/RateLimitMemory.ts", from: '${digest}|${serviceAccountId ?? ""}', to: "${digest}" }
    ],
    tests: [
      ["test/http/limits.test.ts", "still gives 404 for foreign accounts and unknown paths, and serves other accounts"]
    ]
  },
  {
    rule: "all calls of an account at work at once",
    edits: [
      {
        file: "http/capacity/AccountFairness.ts",
        from: "queue.waiting.size > 0 || !hasSlot()",
        to: "queue.calls === 0"
      }
    ],
    tests: [
      ["test/faults/accountTurns.test.ts", "waits for its own and its subaccounts'"],
      [
        "test/http/accountFairness.test.ts",
        "are limited to four while another account calls, whose own calls do not wait"
      ]
    ]
  },
  {
    rule: "subaccounts with turns of their own",
    edits: [{ file: "http/auth/Authorization.ts", from: "withCapacity(top_level)", to: "withCapacity(home)" }],
    tests: [["test/faults/accountTurns.test.ts", "waits for its own and its subaccounts'"]]
  },
  {
    rule: "a turn that is kept by who leaves",
    edits: [{ file: "http/capacity/AccountFairness.ts", from: "if (isAtWork) queue.atWork--", to: "" }],
    tests: [
      [
        "test/http/accountFairness.test.ts",
        "hold no slot while their body is uploading or after their client disconnects"
      ]
    ]
  },
  {
    rule: "turns taken by calls that are still sent",
    edits: [{ file: "http/auth/Authorization.ts", from: "endpoint.payload.size > 0", to: "endpoint.payload.size > 9" }],
    tests: [
      [
        "test/faults/bodies.test.ts",
        "use at most their byte budget: beyond it 503, other callers are served, and disconnecting frees it"
      ]
    ]
  },
  {
    rule: "room for any number of calls",
    edits: [{ file: "http/capacity/ConcurrencyLimit.ts", from: "|| total + size > all)", to: "|| total < 0)" }],
    tests: [kept]
  },
  {
    rule: "a caller with all the room there is",
    edits: [{ file: "http/capacity/ConcurrencyLimit.ts", from: "if (ofKey + size > each ||", to: "if (" }],
    tests: [kept]
  },
  {
    rule: "a place that is free before the answer has left",
    edits: [
      { file: "http/capacity/CallCapacity.ts", from: 'else response.once("close", release)', to: "else release()" }
    ],
    tests: [["test/http/capacity.test.ts", "a place is held until the answer has left"]]
  },
  {
    rule: "sign-ins of one network with places of all",
    edits: [
      {
        file: "http/server/ErrorEnvelope.ts",
        from: "withPublicCapacity(addresses.of(request))",
        to: 'withPublicCapacity("")'
      }
    ],
    tests: [["test/http/capacity.test.ts", "take its places and leave those of others"]]
  },
  {
    rule: "pages that are asked for without end",
    edits: [
      { file: "http/server/ErrorEnvelope.ts", from: "budgetedPages.has(path)", to: "budgetedPages.has(path.slice(1))" }
    ],
    tests: [["test/http/pages.test.ts", "of the API reference draws from the address budget; dashboard pages do not"]]
  },
  {
    rule: "requests of a connection all at once",
    edits: [{ file: "http/capacity/ConnectionLimit.ts", from: "if (!connection.isBusy) return", to: "return" }],
    tests: [
      [
        "test/http/connections.test.ts",
        "handles pipelined requests one at a time, each after the previous response was sent"
      ]
    ]
  },
  {
    rule: "any number of requests that wait on a connection",
    edits: [{ file: "http/capacity/bounds.ts", from: "pipelined: 8", to: "pipelined: 8_000" }],
    tests: [
      ["test/http/connections.test.ts", "is closed when too many pipelined requests wait, and handles none of them"]
    ]
  },
  {
    rule: "any number of connections of a network",
    edits: [{ file: "http/capacity/ConnectionLimit.ts", from: "ofNetwork >= perAddress", to: "ofNetwork < 0" }],
    tests: [
      [
        "test/http/connections.test.ts",
        "beyond the limit of a network or of the process are closed; trusted proxies have no limit of their own"
      ]
    ]
  },
  {
    rule: "an answer that may stay unread",
    edits: [
      {
        file: "http/capacity/GatedServer.ts",
        from: "connectionBounds.unreadTimeout / 2",
        to: "10 * connectionBounds.unreadTimeout"
      }
    ],
    tests: [["test/faults/unread.test.ts", "share one copy of each page"]]
  }
]
