import type { Mutant } from "./mutants.ts"

/** Faults of reports, and of ending flows and runs. */
export const figureMutants: ReadonlyArray<Mutant> = [
  {
    rule: "adds refunded and voided orders to revenue",
    edits: [{ in: "soldOrder", from: "NOT IN (${unsold})", to: "<> 'none'" }],
    tests: [
      ["test/http/dashboardActivity.test.ts", "count net revenue by currency and by day of the account's time zone"]
    ]
  },
  {
    rule: "counts what was paid back of an order as revenue and as spent",
    edits: [{ in: "netAmount", from: "coalesce(${table}.refunded, 0)", to: "0" }],
    tests: [
      ["test/http/netAmounts.test.ts", "counts net on the contact's page, in segments and in reports"],
      ["test/store/segmentMembers.test.ts", "call spent in segments and in flows"]
    ]
  },
  {
    rule: "adds what was paid back of an order to the results of a campaign",
    edits: [{ in: "makeCampaignReports", from: "sum(${netAmount(sql)})", to: "sum(o.total)" }],
    tests: [["test/campaigns/results.test.ts", "count clicks of people, reports and orders within seven days"]]
  },
  {
    rule: "counts a step again whenever a run at it is written",
    edits: [
      {
        in: "FlowRuns",
        from: "WHERE step IS DISTINCT FROM step_before",
        to: "WHERE step IS NOT NULL OR step_before IS NULL"
      }
    ],
    tests: [["test/flows/reports.test.ts", "counts no entry when a run waits to try its step again"]]
  },
  {
    rule: "cancels runs of other accounts' flows",
    edits: [
      {
        in: "makeFlowEndings",
        from: "WHERE account_id = ${account_id} AND run_id = ${run_id} AND flow_id = ${flow_id} FOR NO KEY UPDATE",
        to: "WHERE run_id = ${run_id} AND (flow_id = ${flow_id} OR true) FOR NO KEY UPDATE"
      }
    ],
    tests: [["test/http/dashboardFlowEndings.test.ts", "cancels a run once, and skips its unsent messages"]]
  },
  {
    rule: "runs on in a flow that was deleted",
    edits: [{ in: "decideMove", from: 'flow.status === "deleted"', to: "flow.status === undefined" }],
    tests: [
      [
        "test/flows/runs.test.ts",
        "end when they are due if their flow was deleted and the deletion was cut off before it ended them"
      ]
    ]
  }
]
