import type { Mutant } from "./mutants.ts"
import { onEach } from "./onEach.ts"

/** Rules of a stop. */
export const stops: ReadonlyArray<Mutant> = [
  ...onEach({
    rule: "socket closed at once at SIGTERM",
    edits: [
      {
        file: "http/server/Socket.ts",
        from: 'gracefulShutdownTimeout: "15 seconds"',
        to: 'gracefulShutdownTimeout: "1 millis"'
      }
    ],
    tests: [["test/faults/stop.test.ts", "lets calls that were accepted finish"]]
  }),
  ...onEach({
    rule: "ended at once by SIGTERM",
    edits: [
      {
        file: "Launch.ts",
        from: "export const launch = (): void => {",
        to: 'export const launch = (): void => {\n  process.once("SIGTERM", () => process.exit(0))'
      }
    ],
    tests: [["test/faults/stop.test.ts", "lets calls that were accepted finish"]]
  }),
  {
    rule: "ended at once by a second SIGTERM",
    edits: [
      {
        file: "Launch.ts",
        from: 'process.once("SIGINT", () => process.once("SIGINT", ',
        to: 'process.once("SIGTERM", () => process.once("SIGTERM", '
      }
    ],
    tests: [["test/faults/stop.test.ts", "PostgreSQL … sent twice changes nothing"]]
  },
  {
    rule: "a second Ctrl-C that changes nothing",
    edits: [
      { file: "Launch.ts", from: 'process.once("SIGINT", () => process.once("SIGINT", () => process.exit(1)))', to: "" }
    ],
    tests: [["test/faults/stop.test.ts", "pressed twice ends the process at once"]]
  },
  {
    rule: "no word of the stop before it",
    edits: [{ file: "http/server/Draining.ts", from: 'Effect.andThen(begin, Effect.sleep("1 second"))', to: "begin" }],
    tests: [["test/faults/stop.test.ts", "fails the readiness check before it refuses connections"]]
  },
  {
    rule: "no word of the stop before it, to a balancer",
    edits: [{ file: "http/server/Draining.ts", from: 'Effect.andThen(begin, Effect.sleep("1 second"))', to: "begin" }],
    tests: [
      [
        "test/faults/rolling.test.ts",
        "serve every call sent to a ready one, lose and double none, and give clients that fail over only 503s"
      ]
    ]
  },
  ...onEach({
    rule: "connections kept open while the socket closes",
    edits: [
      { file: "http/capacity/GatedServer.ts", from: "if (!this.listening) response.shouldKeepAlive = false", to: "" }
    ],
    tests: [["test/faults/stop.test.ts", "lets calls that were accepted finish"]]
  }),
  {
    rule: "a start that is cut short taken for one that failed",
    edits: [
      {
        file: "Launch.ts",
        from: "Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1",
        to: "Exit.isSuccess(exit) ? 0 : 1"
      }
    ],
    tests: [["test/faults/stopAtStart.test.ts", "during the start exits with 0, and the next start succeeds"]]
  },
  {
    rule: "a lock that stays when its process has ended",
    edits: [
      {
        file: "store/database/DirectoryLock.ts",
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
    rule: "a kept connection that a stop waits for",
    edits: [
      {
        file: "http/capacity/GatedServer.ts",
        from: "setInterval(() => this.closeIdleConnections(), 100)",
        to: "setInterval(() => {}, 100)"
      }
    ],
    tests: [["test/faults/stop.test.ts", "PostgreSQL … lets calls that were accepted finish"]]
  }
]
