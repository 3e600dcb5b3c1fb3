import type { Mutant } from "./mutants.ts"

/** Rules of the log. */
export const logs: ReadonlyArray<Mutant> = [
  {
    rule: "logs a path as it was sent",
    edits: [
      {
        in: "ErrorEnvelopeLayer",
        from: 'Effect.logDebug("Request", { method: request.method,',
        to: 'Effect.logDebug("Request", { method: request.method, url: request.url,'
      }
    ],
    tests: [["test/faults/logs.test.ts", "contains no secret, e-mail or phone for any request ("]]
  },
  {
    rule: "logs the database's message",
    edits: [
      {
        in: "codesOf",
        from: '["code", "constraint", "table"]',
        to: '["code", "constraint", "table", "detail"]'
      }
    ],
    tests: [["test/faults/logs.test.ts", "contains no secret, e-mail or phone for any request ("]]
  },
  {
    rule: "logs the message of an error",
    edits: [{ in: "withoutValues", from: "(part instanceof Error ? redactedError(part) : part)", to: "part" }],
    tests: [
      ["test/laws/log.test.ts", "contains no data of an error, however it is thrown and logged; each entry is one line"]
    ]
  },
  {
    rule: "logs the message of a cause",
    edits: [
      { in: "redactedJson", from: "cause: Cause.empty })", to: "cause })" },
      { in: "redactedJson", from: "...line, ...failed", to: "...failed, ...line" }
    ],
    tests: [
      ["test/laws/log.test.ts", "contains no data of an error, however it is thrown and logged; each entry is one line"]
    ]
  },
  {
    rule: "logs line breaks of values",
    edits: [
      {
        in: "redactedJson",
        from: ".replace(controls, escaped)",
        to: '.replace(controls, escaped).replaceAll("\\\\n", "\\n")'
      }
    ],
    tests: [["test/faults/logs.test.ts", "has one line of JSON for each entry, with control characters escaped"]]
  },
  {
    rule: "logs control characters that JSON does not escape",
    edits: [
      {
        in: "redactedJson",
        from: ".replace(controls, escaped)",
        to: ".replace(controls, (found) => found || escaped(found))"
      }
    ],
    tests: [["test/faults/logs.test.ts", "has one line of JSON for each entry, with control characters escaped"]]
  },
  {
    rule: "takes a second line of a message for a stack frame",
    edits: [{ in: "stackFrames", from: '.replace(error.message, "")', to: "" }],
    tests: [
      ["test/laws/log.test.ts", "contains no data of an error, however it is thrown and logged; each entry is one line"]
    ]
  }
]
