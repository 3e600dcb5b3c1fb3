import type { Mutant } from "./mutants.ts"

const kept = [
  "test/http/capacity.test.ts",
  "get 503 beyond the limit of one caller and the limit of all callers, and are counted"
] as const
const used = [
  "test/laws/usedWindow.test.ts",
  "refuses for at most a second, never after its end by the database's clock, with a sufficient Retry-After"
] as const
const atOnce = ["test/faults/rejections.test.ts", "get 429 at once and never 503"] as const

/** Rules of how many calls are taken, and of how those are refused that are not. */
export const rejections: ReadonlyArray<Mutant> = [
  {
    rule: "remembers a rate window beyond its end",
    edits: [
      {
        in: "isCertainlyUsedUp",
        from: "now + at - sentAt < endsAt",
        to: "now + at - receivedAt < endsAt"
      }
    ],
    tests: [used]
  },
  {
    rule: "remembers a rate window for longer than a second",
    edits: [{ in: "UsedWindow.ts maxAge", from: "maxAge = 1_000", to: "maxAge = 10_000" }],
    tests: [["test/http/limits.test.ts", "is checked again each second: raised limits and revoked tokens take effect"]]
  },
  {
    rule: "sends a Retry-After that may be too short",
    edits: [
      {
        in: "secondsUntilFree",
        from: "now + at - receivedAt)) / 1_000",
        to: "now + at - sentAt)) / 1_000"
      }
    ],
    tests: [used]
  },
  {
    rule: "asks the database for each rejection",
    edits: [
      {
        in: "Admissions",
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
    rule: "answers an unknown account with the rate limit",
    edits: [{ in: "RateLimitMemory.ts keyOf", from: '${digest}|${serviceAccountId ?? ""}', to: "${digest}" }],
    tests: [
      ["test/http/limits.test.ts", "still gives 404 for foreign accounts and unknown paths, and serves other accounts"]
    ]
  },
  {
    rule: "runs all calls of an account at once",
    edits: [
      {
        in: "makeAccountFairness",
        from: "queue.waiting.size > 0 || !hasSlot()",
        to: "queue.calls === 0"
      }
    ],
    tests: [
      ["test/faults/workSlots.test.ts", "waits for its own and its subaccounts'"],
      [
        "test/http/accountFairness.test.ts",
        "are limited to four while another account calls, whose own calls do not wait"
      ]
    ]
  },
  {
    rule: "gives subaccounts work slots of their own",
    edits: [{ in: "AuthorizationLayer", from: "withCapacity(top_level)", to: "withCapacity(home)" }],
    tests: [["test/faults/workSlots.test.ts", "waits for its own and its subaccounts'"]]
  },
  {
    rule: "keeps the work slot of a caller that leaves",
    edits: [{ in: "makeAccountFairness", from: "if (isAtWork) queue.atWork--", to: "" }],
    tests: [
      [
        "test/http/accountFairness.test.ts",
        "hold no slot while their body is uploading or after their client disconnects"
      ]
    ]
  },
  {
    rule: "takes a work slot before the body has arrived",
    edits: [{ in: "AuthorizationLayer", from: "endpoint.payload.size > 0", to: "endpoint.payload.size > 9" }],
    tests: [
      [
        "test/faults/bodies.test.ts",
        "use at most their byte budget: beyond it 503, other callers are served, and disconnecting frees it"
      ]
    ]
  },
  {
    rule: "does not limit concurrent calls",
    edits: [{ in: "concurrencyLimit", from: "|| total + size > all)", to: "|| total < 0)" }],
    tests: [kept]
  },
  {
    rule: "gives one caller all concurrent calls",
    edits: [{ in: "concurrencyLimit", from: "if (ofKey + size > each ||", to: "if (" }],
    tests: [kept]
  },
  {
    rule: "frees a place before the response was sent",
    edits: [{ in: "whenSent", from: 'else response.once("close", release)', to: "else release()" }],
    tests: [["test/http/capacity.test.ts", "a place is held until the answer has left"]]
  },
  {
    rule: "counts sign-ins of one network against all",
    edits: [
      {
        in: "ErrorEnvelopeLayer",
        from: "withPublicCapacity(addresses.of(request))",
        to: 'withPublicCapacity("")'
      }
    ],
    tests: [["test/http/capacity.test.ts", "take its places and leave those of others"]]
  },
  {
    rule: "does not limit requests for pages",
    edits: [{ in: "ErrorEnvelopeLayer", from: '=== "address"', to: '=== "guesses"' }],
    tests: [["test/http/pages.test.ts", "of the API reference draws from the address budget; dashboard pages do not"]]
  },
  {
    rule: "looks codes of short links up at any rate",
    edits: [
      {
        in: "ShortLinksLayer",
        from: "if (rejection !== undefined) return",
        to: "if (rejection === null) return"
      }
    ],
    tests: [["test/http/publicPaths.test.ts", "of a short link looks up no code"]]
  },
  {
    rule: "answers a link that people open by JSON",
    edits: [{ in: "isReadByPeople", from: 'answer === "page" && pattern', to: 'answer !== "page" && pattern' }],
    tests: [["test/http/publicPaths.test.ts", "draws on the budget that the table names"]]
  },
  {
    rule: "runs the requests of a connection at once",
    edits: [{ in: "serializeRequests", from: "if (!connection.isBusy) return", to: "return" }],
    tests: [
      [
        "test/http/connections.test.ts",
        "handles pipelined requests one at a time, each after the previous response was sent"
      ]
    ]
  },
  {
    rule: "does not limit the requests that wait on a connection",
    edits: [{ in: "connectionBounds", from: "pipelined: 8,", to: "pipelined: 80_000," }],
    tests: [
      ["test/http/connections.test.ts", "answers every pipelined request in order, and is not read while too many wait"]
    ]
  },
  {
    rule: "loses the answers of a connection on which many requests wait",
    edits: [
      {
        in: "serializeRequests",
        from: "connection.last.shouldKeepAlive = false",
        to: "socket.destroy()"
      }
    ],
    tests: [["test/http/connections.test.ts", "that pipelines beyond the bound of the process"]]
  },
  {
    rule: "does not limit the connections of a network",
    edits: [{ in: "connectionLimit", from: "ofNetwork >= perAddress", to: "ofNetwork < 0" }],
    tests: [
      [
        "test/http/connections.test.ts",
        "beyond the limit of a network or of the process are closed; trusted proxies have no limit of their own"
      ]
    ]
  },
  {
    rule: "keeps a connection whose response is not read",
    edits: [
      {
        in: "GatedServer",
        from: "connectionBounds.unreadTimeout / 2",
        to: "10 * connectionBounds.unreadTimeout"
      }
    ],
    tests: [["test/faults/unreadResponses.test.ts", "share one copy of each page"]]
  }
]
