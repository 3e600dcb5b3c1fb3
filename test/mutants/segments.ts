import type { Mutant } from "./mutants.ts"

const bothJudges = ["test/store/segmentMembers.test.ts", "select the same contacts in one statement for all"] as const
const erased = ["test/http/segments.test.ts", "never name an erased contact"] as const

/** Rules of segments. */
export const segmentMutants: ReadonlyArray<Mutant> = [
  {
    rule: "lets a comparison with a missing value be null, so that neither it nor its opposite holds",
    edits: [
      { file: "store/segments/comparison.ts", from: "sql`coalesce(${condition}, false)`", to: "sql`(${condition})`" }
    ],
    tests: [bothJudges]
  },
  {
    rule: "gives a contact without orders no number of orders",
    edits: [
      {
        file: "store/segments/compileConditions.ts",
        from: "sql.literal(`coalesce(${name}.number, 0)`)",
        to: "sql.literal(`${name}.number`)"
      }
    ],
    tests: [bothJudges]
  },
  {
    rule: "counts the contact between the two parts of a count in neither",
    edits: [
      {
        file: "store/segments/SegmentMembers.ts",
        from: "contact_id >= ${middle.contact_id}",
        to: "contact_id > ${middle.contact_id}"
      }
    ],
    tests: [bothJudges]
  },
  {
    rule: "passes over values that JSON has with escapes",
    edits: [
      {
        file: "store/database/readableJson.ts",
        from: "OR position('\\\\' IN ${sql.literal(column)}::text) > 0)`",
        to: ")`"
      }
    ],
    tests: [bothJudges]
  },
  {
    rule: "counts an order once for each of its items that match",
    edits: [
      {
        file: "store/flows/historyRows.ts",
        from: "GROUP BY contact_id, order_id, total",
        to: "GROUP BY contact_id, order_id, total, value::text"
      }
    ],
    tests: [["test/store/segmentMembers.test.ts", "count an order once, however many of its items match"]]
  },
  {
    rule: "starts a flow without a look at what its filters count",
    edits: [
      {
        file: "store/flows/withHistories.ts",
        from: "history: historyOf.get(candidate.trigger) ?? noHistory",
        to: "history: noHistory"
      }
    ],
    tests: [bothJudges]
  },
  {
    rule: "tells a wrong operator alone, without the wrong value beside it",
    edits: [
      {
        file: "domain/flows/checkConditions.ts",
        from: "return [...misfit, ...checkValue(op, value, kind, path)]",
        to: "return misfit.length > 0 ? misfit : checkValue(op, value, kind, path)"
      }
    ],
    tests: [["test/laws/conditionIssues.test.ts", "are all told at once, each by its path, of a segment"]]
  },
  {
    rule: "judges filters in a dry run without the order of the call",
    edits: [
      {
        file: "programs/flows/EnrolContacts.ts",
        from: "{ exitOnPurchase: false, unsaved }",
        to: "{ exitOnPurchase: false }"
      }
    ],
    tests: [["test/programs/dryRun.test.ts", "predicts the result of the same call without dry run"]]
  },
  {
    rule: "keeps the address of an erased contact in the conditions of a segment",
    edits: [
      {
        file: "store/segments/segmentTables.ts",
        from: "erase: { name: \"'erased'\", conditions: `'${JSON.stringify(matchingNobody)}'` }",
        to: 'erase: "stays"'
      }
    ],
    tests: [erased]
  }
]
