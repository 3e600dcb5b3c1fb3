import type { Mutant } from "./mutants.ts"

export const distribution: ReadonlyArray<Mutant> = [
  {
    rule: "a statement names its account by a parameter for every table of account data",
    edits: [
      {
        file: "store/orders/orderSnapshot.ts",
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
  }
]
