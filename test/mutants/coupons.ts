import type { Mutant } from "./mutants.ts"

const messages = "test/campaigns/coupons.test.ts"

/** Rules by which codes of coupons go to contacts, come back, and are redeemed. */
export const coupons: ReadonlyArray<Mutant> = [
  {
    rule: "looks for no coupons of an order's codes",
    edits: [{ in: "snapshotOfRows", from: "({ hasCoupons }) => hasCoupons", to: "({ hasCoupons }) => !hasCoupons" }],
    tests: [
      ["test/http/orderStatements.test.ts", "looks for the coupon of its code only where the account has coupons"]
    ]
  },
  {
    rule: "gives a contact a second code for the same run",
    edits: [{ in: "giveCodes", from: "AND given.purpose = r.purpose", to: "AND false" }],
    tests: [[messages, "of a flow: a run has one code, which its later messages show again, and another run another"]]
  },
  {
    rule: "gives a contact one code for all runs",
    edits: [{ in: "giveCodes", from: "AND given.purpose = r.purpose", to: "" }],
    tests: [[messages, "of a flow: a run has one code, which its later messages show again, and another run another"]]
  },
  {
    rule: "gives a code to two contacts at once",
    edits: [
      { in: "giveCodes", from: "FOR NO KEY UPDATE OF coupons", to: "" },
      { in: "giveCodes", from: "AND code.given_at IS NULL", to: "" }
    ],
    tests: [[messages, "take each code once, however many transactions take codes at once, also the last ones"]]
  },
  {
    rule: "takes a code back that may have arrived",
    edits: [{ in: "returnCodes", from: "AND m.attempts <= ${attempts}::int", to: "" }],
    tests: [[messages, "give their code back when they are skipped before anybody has seen it"]]
  },
  {
    rule: "takes a code back that another message of the run has shown",
    edits: [{ in: "returnCodes", from: "other.status <> 'skipped'", to: "other.status = 'skipped'" }],
    tests: [[messages, "keep a code that an earlier message of the run has shown, when a later one is skipped"]]
  },
  {
    rule: "leaves messages waiting when codes are added",
    edits: [{ in: "makeCoupons", from: "max: added.length, now })", to: "max: 0, now })" }],
    tests: [[messages, "wait while the pool is empty, are told so, and go out when codes are added"]]
  },
  {
    rule: "sends a message without its code",
    edits: [
      { in: "couponState", from: 'coupons.some(({ code }) => code === null) ? "empty" : "ready"', to: '"ready"' }
    ],
    tests: [[messages, "wait while the pool is empty, are told so, and go out when codes are added"]]
  }
]
