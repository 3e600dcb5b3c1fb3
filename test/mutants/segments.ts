import type { Mutant } from "./mutants.ts"

const bothJudges = ["test/store/segmentMembers.test.ts", "select the same contacts in one statement for all"] as const
const erased = ["test/http/segments.test.ts", "never name an erased contact"] as const

/** Rules of segments. */
export const segmentMutants: ReadonlyArray<Mutant> = [
  {
    rule: "lets a comparison with a missing value be null, so that neither it nor its opposite holds",
    edits: [{ in: "comparison", from: "sql`coalesce(${condition}, false)`", to: "sql`(${condition})`" }],
    tests: [bothJudges]
  },
  {
    rule: "gives a contact without orders no number of orders",
    edits: [
      {
        in: "compileConditions",
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
        in: "Segments.ts Segments",
        from: "{ before: middle.contact_id, from: null }",
        to: "{ before: middle.contact_id.slice(0, -1), from: null }"
      }
    ],
    tests: [bothJudges]
  },
  {
    rule: "passes over values that JSON has with escapes",
    edits: [
      {
        in: "mayContain",
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
        in: "ordersWith",
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
        in: "withHistories",
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
        in: "checkComparison",
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
        in: "EnrolContacts",
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
        in: "segmentTables",
        from: "erase: { name: \"'erased'\", conditions: `'${JSON.stringify(matchingNobody)}'` }",
        to: 'erase: "stays"'
      }
    ],
    tests: [erased]
  },
  {
    rule: "counts voided and refunded orders as spent in conditions",
    edits: [{ in: "historyRows", from: ' AND ${soldOrder(sql, "orders")}', to: "" }],
    tests: [["test/store/segmentMembers.test.ts", "call spent in segments and in flows"]]
  },
  {
    rule: "counts what was paid back of an order as spent in conditions",
    edits: [{ in: "historyRows", from: 'sum(${netAmount(sql, "orders")})', to: "sum(total)" }],
    tests: [["test/store/segmentMembers.test.ts", "call spent in segments and in flows"]]
  },
  {
    rule: "takes the cursor of another segment",
    edits: [{ in: "ReadSegments", from: "[account_id, segment_id, conditions]", to: "[account_id]" }],
    tests: [["test/http/segments.test.ts", "refuse a cursor of another segment"]]
  },
  {
    rule: "compares numbers in texts of custom fields as letters, in statements",
    edits: [{ in: "contactValue.ts customField", from: "${spelledNumber(sql, sql`string`)}", to: "NULL::float8" }],
    tests: [["test/store/segmentMembers.test.ts", "compare custom fields of every kind"]]
  },
  {
    rule: "forgets the last day of a custom date's span, in statements",
    edits: [
      {
        in: "comparison",
        from: 'COLLATE "C" <= ${last}::text',
        to: 'COLLATE "C" < ${last}::text'
      }
    ],
    tests: [["test/store/segmentMembers.test.ts", "compare custom fields of every kind"]]
  }
]
