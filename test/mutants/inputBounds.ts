import type { Mutant } from "./mutants.ts"

/** Rules that bound what a caller sends. */
export const inputBounds: ReadonlyArray<Mutant> = [
  {
    rule: "collects validation issues without a bound",
    edits: [
      {
        in: "firstOfEachField",
        from: "if (first.size > maxIssues) return",
        to: "if (first.size < 0) return"
      }
    ],
    tests: [
      ["test/http/inputLimits.test.ts", "have their first hundred issues reported, with a note that there are more"]
    ]
  },
  {
    rule: "decodes a list before its length is checked",
    edits: [{ in: "longLists", from: "value.length > max ?", to: "value.length > max * 1e6 ?" }],
    tests: [
      [
        "test/http/inputLimits.test.ts",
        "are limited to the length in their schema, and refused with one issue beyond it"
      ]
    ]
  },
  {
    rule: "accepts a flow of any size",
    edits: [{ in: "oversizedMembers", from: "steps > maxSteps\n", to: "steps > maxSteps * 1e6\n" }],
    tests: [["test/http/inputLimits.test.ts", "of a flow are limited to 100 steps and 1,000 conditions, at any depth"]]
  },
  {
    rule: "accepts an id with a NUL",
    edits: [
      {
        in: "IdText",
        from: 'typeof value === "string" && isId(value)',
        to: 'typeof value === "string"'
      },
      { in: "IdText", from: "Schema.String.check(Schema.isPattern(form))", to: "Schema.String" }
    ],
    tests: [["test/http/hostileNames.test.ts", "get 4xx or an empty list, never 5xx"]]
  },
  {
    rule: "accepts a cursor of the year 33658",
    edits: [{ in: "parseCursor", from: "|| at > latest", to: "" }],
    tests: [["test/http/hostileNames.test.ts", "as cursors are refused or read as a position, never answered with 5xx"]]
  }
]
