import type { Mutant } from "./mutants.ts"

const collected = [
  "test/telemetry/otlp.test.ts",
  "receives traces and metrics without personal data or secrets ("
] as const
const waits = [
  "test/telemetry/busy.test.ts",
  "show calls waiting in a queue, calls waiting for a connection, and calls in flight"
] as const
const counts = ["test/telemetry/busy.test.ts", "count a sent mail, and a rejection by address"] as const

/** Rules of what those who run the service are told. */
export const telemetry: ReadonlyArray<Mutant> = [
  {
    rule: "reports an empty queue",
    edits: [
      {
        in: "groupCommit",
        from: "measureQueue(options.name, queue.size)",
        to: "measureQueue(options.name, () => 0)"
      }
    ],
    tests: [waits]
  },
  {
    rule: "does not count calls under way",
    edits: [
      {
        in: "measureRequests",
        from: '"Requests under way", () => underWay',
        to: '"Requests under way", () => 0'
      }
    ],
    tests: [waits]
  },
  {
    rule: "reports that no work waits for the pool",
    edits: [{ in: "measurePool", from: "Math.max(0, inUse() - size)", to: "0" }],
    tests: [waits]
  },
  {
    rule: "reports a reserved connection as idle",
    edits: [{ in: "EngineClient", from: "Effect.andThen(whileReserved, reserve)", to: "reserve" }],
    tests: [waits]
  },
  {
    rule: "cancels a statement on the engine's own connection",
    edits: [{ in: "EngineClient", from: "Effect.map(counted, uncancelledConnection)", to: "counted" }],
    tests: [["test/flows/keptConnection.test.ts", "stays within the pool limit when the engine cancels a slow query"]]
  },
  {
    rule: "does not count a sent mail",
    edits: [
      {
        in: "SendMessages",
        from: "yield* countSend(message.channel, result.status)",
        to: 'if (result.status !== "sent") yield* countSend(message.channel, result.status)'
      }
    ],
    tests: [counts]
  },
  {
    rule: "does not count rejections by address",
    edits: [{ in: "countRejections", from: "=> !granted)", to: "=> !granted && verdicts.length < 0)" }],
    tests: [counts]
  },
  {
    rule: "writes personal data into spans",
    edits: [{ in: "redactingTracer", from: "if (safeAttributes.has(key)) attribute", to: "attribute" }],
    tests: [collected]
  },
  {
    rule: "writes a query string into a span",
    edits: [{ in: "safeAttributes", from: '  "http.route",\n', to: '  "http.route",\n  "url.query",\n' }],
    tests: [collected]
  },
  {
    rule: "writes the database's message into a span",
    edits: [{ in: "redactingTracer", from: "end(time, redactedExit(exit))", to: "end(time, exit)" }],
    tests: [collected]
  },
  {
    rule: "uses a path as a label",
    edits: [{ in: "measureRequests", from: 'templateOf(path) ?? "unknown"', to: "templateOf(path) ?? path" }],
    tests: [
      [
        "test/telemetry/metrics.test.ts",
        "count calls by route and status, batches, flow starts and sends, without personal data"
      ]
    ]
  },
  {
    rule: "serves metrics on all networks",
    edits: [
      {
        in: "MetricsListener.ts host",
        from: 'Config.withDefault("127.0.0.1")',
        to: 'Config.withDefault("0.0.0.0")'
      }
    ],
    tests: [["test/telemetry/metrics.test.ts", "are served on loopback, unless METRICS_HOST is set"]]
  },
  {
    rule: "does not export metrics to the collector",
    edits: [{ in: "ExportLayer", from: "  OtlpMetrics.layerFromConfig(),\n", to: "" }],
    tests: [collected]
  }
]
