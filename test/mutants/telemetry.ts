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
    rule: "a queue that seems empty",
    edits: [
      {
        file: "store/batching/GroupCommit.ts",
        from: "measureQueue(options.name, queue.size)",
        to: "measureQueue(options.name, () => 0)"
      }
    ],
    tests: [waits]
  },
  {
    rule: "calls under way that nobody counts",
    edits: [
      {
        file: "http/server/RequestMetrics.ts",
        from: '"Requests under way", () => underWay',
        to: '"Requests under way", () => 0'
      }
    ],
    tests: [waits]
  },
  {
    rule: "a pool that nobody seems to wait for",
    edits: [{ file: "store/database/poolMetrics.ts", from: "Math.max(0, inUse - size)", to: "0" }],
    tests: [waits]
  },
  {
    rule: "a connection that is taken and seems free",
    edits: [{ file: "flows/EngineClient.ts", from: "Effect.andThen(whileReserved, reserve)", to: "reserve" }],
    tests: [waits]
  },
  {
    rule: "a statement of the engine's own connection that is cancelled too late",
    edits: [{ file: "flows/EngineClient.ts", from: "Effect.map(counted, uncancelledConnection)", to: "counted" }],
    tests: [["test/flows/keptConnection.test.ts", "stays within the pool limit when the engine cancels a slow query"]]
  },
  {
    rule: "a mail that is sent and not counted",
    edits: [
      {
        file: "messages/sending/Sender.ts",
        from: "yield* countSend(message.channel, result.status)",
        to: 'if (result.status !== "sent") yield* countSend(message.channel, result.status)'
      }
    ],
    tests: [counts]
  },
  {
    rule: "a refusal by address that is not counted",
    edits: [{ file: "store/admission/Admissions.ts", from: "=> !granted)", to: "=> !granted && verdicts.length < 0)" }],
    tests: [counts]
  },
  {
    rule: "all that is known of a call in its span",
    edits: [{ file: "telemetry/redactingTracer.ts", from: "if (safeAttributes.has(key)) attribute", to: "attribute" }],
    tests: [collected]
  },
  {
    rule: "a query string in a span",
    edits: [
      { file: "telemetry/redactingTracer.ts", from: '  "http.route",\n', to: '  "http.route",\n  "url.query",\n' }
    ],
    tests: [collected]
  },
  {
    rule: "a database's own words in a span",
    edits: [{ file: "telemetry/redactingTracer.ts", from: "end(time, redactedExit(exit))", to: "end(time, exit)" }],
    tests: [collected]
  },
  {
    rule: "a path in a label",
    edits: [
      { file: "http/server/RequestMetrics.ts", from: 'templateOf(path) ?? "unknown"', to: "templateOf(path) ?? path" }
    ],
    tests: [
      [
        "test/telemetry/metrics.test.ts",
        "count calls by route and status, batches, flow starts and sends, without personal data"
      ]
    ]
  },
  {
    rule: "measures that all the network reads",
    edits: [
      {
        file: "telemetry/MetricsListener.ts",
        from: 'Config.withDefault("127.0.0.1")',
        to: 'Config.withDefault("0.0.0.0")'
      }
    ],
    tests: [["test/telemetry/metrics.test.ts", "are served on loopback, unless METRICS_HOST is set"]]
  },
  {
    rule: "measures that never reach the collector",
    edits: [{ file: "telemetry/Otlp.ts", from: "  OtlpMetrics.layerFromConfig(),\n", to: "" }],
    tests: [collected]
  }
]
