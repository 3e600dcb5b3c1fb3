import type { Mutant } from "./mutants.ts"

/** Rules that bound what a caller sends. */
export const inputBounds: ReadonlyArray<Mutant> = [
  {
    rule: "issues collected without end",
    edits: [
      {
        file: "domain/ValidationIssue.ts",
        from: "if (first.size > maxIssues) return",
        to: "if (first.size < 0) return"
      }
    ],
    tests: [["test/http/inputLimits.test.ts", "have their first hundred issues listed"]]
  },
  {
    rule: "a list that is decoded before its length is judged",
    edits: [{ file: "domain/json/decodeJson.ts", from: "value.length > max ?", to: "value.length > max * 1e6 ?" }],
    tests: [["test/http/inputLimits.test.ts", "end at a length that their schema says"]]
  },
  {
    rule: "a flow of any size",
    edits: [{ file: "domain/flows/oversizedMembers.ts", from: "steps > maxSteps\n", to: "steps > maxSteps * 1e6\n" }],
    tests: [["test/http/inputLimits.test.ts", "of a flow end at 100 steps"]]
  },
  {
    rule: "an id with a NUL in it",
    edits: [
      {
        file: "domain/values/Id.ts",
        from: 'typeof value === "string" && isId(value)',
        to: 'typeof value === "string"'
      },
      { file: "domain/values/Id.ts", from: "Schema.String.check(Schema.isPattern(form))", to: "Schema.String" }
    ],
    tests: [["test/http/hostileNames.test.ts", "in any query, path or header"]]
  },
  {
    rule: "a cursor of the year 33658",
    edits: [{ file: "domain/lists/ListPosition.ts", from: "|| at > latest", to: "" }],
    tests: [["test/http/hostileNames.test.ts", "as cursors, of this list or another"]]
  }
]
