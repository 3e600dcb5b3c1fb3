import type { Mutant } from "./mutants.ts"
import { onEachDatabase } from "./onEachDatabase.ts"

/** Rules of a stop. */
export const shutdown: ReadonlyArray<Mutant> = [
  ...onEachDatabase({
    rule: "closes the socket at once on SIGTERM",
    edits: [
      {
        in: "SocketLayer",
        from: 'gracefulShutdownTimeout: "15 seconds"',
        to: 'gracefulShutdownTimeout: "1 millis"'
      }
    ],
    tests: [["test/faults/stop.test.ts", "lets calls that were accepted finish"]]
  }),
  ...onEachDatabase({
    rule: "ends at once on SIGTERM",
    edits: [
      {
        in: "launch",
        from: "export const launch = (): void => {",
        to: 'export const launch = (): void => {\n  process.once("SIGTERM", () => process.exit(0))'
      }
    ],
    tests: [["test/faults/stop.test.ts", "lets calls that were accepted finish"]]
  }),
  {
    rule: "ends at once on a second SIGTERM",
    edits: [
      {
        in: "launch",
        from: 'process.once("SIGINT", () => process.once("SIGINT", ',
        to: 'process.once("SIGTERM", () => process.once("SIGTERM", '
      }
    ],
    tests: [["test/faults/stop.test.ts", "PostgreSQL … sent twice changes nothing"]]
  },
  {
    rule: "ignores a second Ctrl-C",
    edits: [
      { in: "launch", from: 'process.once("SIGINT", () => process.once("SIGINT", () => process.exit(1)))', to: "" }
    ],
    tests: [["test/faults/stop.test.ts", "pressed twice ends the process at once"]]
  },
  {
    rule: "reports ready until the socket closes",
    edits: [{ in: "DrainOnExitLayer", from: 'Effect.andThen(begin, Effect.sleep("1 second"))', to: "begin" }],
    tests: [["test/faults/stop.test.ts", "fails the readiness check before it refuses connections"]]
  },
  {
    rule: "closes the socket before a balancer sees that it stops",
    edits: [{ in: "DrainOnExitLayer", from: 'Effect.andThen(begin, Effect.sleep("1 second"))', to: "begin" }],
    tests: [
      [
        "test/faults/rolling.test.ts",
        "serve every call sent to a ready one, lose and double none, and give clients that fail over only 503s"
      ]
    ]
  },
  ...onEachDatabase({
    rule: "keeps connections open while the socket closes",
    edits: [{ in: "GatedServer", from: "if (!this.listening) response.shouldKeepAlive = false", to: "" }],
    tests: [["test/faults/stop.test.ts", "lets calls that were accepted finish"]]
  }),
  {
    rule: "takes an interrupted start for a failed one",
    edits: [
      {
        in: "launch",
        from: "Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1",
        to: "Exit.isSuccess(exit) ? 0 : 1"
      }
    ],
    tests: [["test/faults/stopAtStart.test.ts", "during the start exits with 0, and the next start succeeds"]]
  },
  {
    rule: "leaves the lock of a process that has ended",
    edits: [
      {
        in: "lockDirectory",
        from: '() => Effect.promise(() => unlink(join(directory, "lock")).catch(() => undefined))',
        to: "() => Effect.void"
      }
    ],
    tests: [
      [
        "test/faults/stopAtStart.test.ts",
        "during the start of an embedded server exits with 0 and releases the directory"
      ]
    ]
  },
  {
    rule: "waits for kept connections while it stops",
    edits: [
      {
        in: "GatedServer",
        from: "setInterval(() => this.closeIdleConnections(), 100)",
        to: "setInterval(() => {}, 100)"
      }
    ],
    tests: [["test/faults/stop.test.ts", "PostgreSQL … lets calls that were accepted finish"]]
  }
]
