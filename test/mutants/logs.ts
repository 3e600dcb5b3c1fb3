import type { Mutant } from "./mutants.ts"

/** Rules of the log. */
export const logs: ReadonlyArray<Mutant> = [
  {
    rule: "a path in the log as it came",
    edits: [
      {
        file: "http/server/ErrorEnvelope.ts",
        from: 'Effect.logDebug("Request", { method: request.method,',
        to: 'Effect.logDebug("Request", { method: request.method, url: request.url,'
      }
    ],
    tests: [["test/faults/logs.test.ts", "contains no secret, e-mail or phone for any request ("]]
  },
  {
    rule: "a database's own words in the log",
    edits: [
      {
        file: "telemetry/redactedErrors.ts",
        from: '["code", "constraint", "table"]',
        to: '["code", "constraint", "table", "detail"]'
      }
    ],
    tests: [["test/faults/logs.test.ts", "contains no secret, e-mail or phone for any request ("]]
  },
  {
    rule: "an error in the log as it came",
    edits: [{ file: "Log.ts", from: "(part instanceof Error ? redactedError(part) : part)", to: "part" }],
    tests: [
      ["test/laws/log.test.ts", "contains no data of an error, however it is thrown and logged; each entry is one line"]
    ]
  },
  {
    rule: "a cause in the log as it came",
    edits: [
      { file: "Log.ts", from: "cause: Cause.empty })", to: "cause })" },
      { file: "Log.ts", from: "...line, ...failed", to: "...failed, ...line" }
    ],
    tests: [
      ["test/laws/log.test.ts", "contains no data of an error, however it is thrown and logged; each entry is one line"]
    ]
  },
  {
    rule: "new lines in the log as they are",
    edits: [
      {
        file: "Log.ts",
        from: ".replace(controls, escaped)",
        to: '.replace(controls, escaped).replaceAll("\\\\n", "\\n")'
      }
    ],
    tests: [["test/faults/logs.test.ts", "has one line of JSON for each entry, with control characters escaped"]]
  },
  {
    rule: "control characters that JSON leaves, in the log",
    edits: [
      {
        file: "Log.ts",
        from: ".replace(controls, escaped)",
        to: ".replace(controls, (found) => found || escaped(found))"
      }
    ],
    tests: [["test/faults/logs.test.ts", "has one line of JSON for each entry, with control characters escaped"]]
  },
  {
    rule: "a message of two lines taken for a place in the code",
    edits: [{ file: "telemetry/redactedErrors.ts", from: '.replace(error.message, "")', to: "" }],
    tests: [
      ["test/laws/log.test.ts", "contains no data of an error, however it is thrown and logged; each entry is one line"]
    ]
  }
]
