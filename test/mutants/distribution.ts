import type { Mutant } from "./mutants.ts"

export const distribution: ReadonlyArray<Mutant> = [
  {
    rule: "a statement names its account by a parameter for every table of account data",
    edits: [
      {
        in: "readOrderRows.ts statement",
        from: 'WHERE account_id = ${account("existing_orders.account_id")} AND phone = existing_orders.phone',
        to: "WHERE account_id = existing_orders.account_id AND phone = existing_orders.phone"
      }
    ],
    tests: [
      [
        "test/store/oneAccountRule.test.ts",
        "holds for every statement that places orders where accounts are distributed"
      ]
    ]
  },
  {
    rule: "a function of one account inserts no rows that it selects by those of another table",
    edits: [{ in: "indexSearch", from: "FROM contact_search s WHERE", to: "FROM contacts s WHERE" }],
    tests: [["test/store/distribution.test.ts", "insert no rows that they select by those of another table"]]
  },
  {
    rule: "names are locked in one order of their kinds",
    edits: [{ in: "writeFunctions.ts lockNames", from: "ORDER BY 1, 2", to: "ORDER BY 2" }],
    tests: [["test/store/lockNames.test.ts", "keys of calls are locked before addresses"]]
  },
  {
    rule: "a node that is down fails the calls of its accounts alone",
    edits: [{ in: "groupCommit", from: "takesOneAccount ? drain : queue.drain", to: "queue.drain" }],
    tests: [["test/store/groupCommit.test.ts", "fail for the account whose node is down alone"]]
  },
  {
    rule: "each node has the functions that functions of one account call",
    edits: [{ in: "ofNodes", from: "prokind = 'f'", to: "proargnames[1] = 'account'" }],
    tests: [
      [
        "test/store/distribution.test.ts",
        "are those of one account with every function that they and the statements call"
      ]
    ]
  }
]
