import type { Mutant } from "./mutants.ts"
import { onEachDatabase } from "./onEachDatabase.ts"

/** Rules of who may call how often, and of contacts that many make at once. */
export const credentials: ReadonlyArray<Mutant> = [
  ...onEachDatabase({
    rule: "caches a token for a second",
    edits: [
      {
        in: "AuthorizationLayer",
        from: "const uses = yield* TokenUses",
        to: `const uses = yield* TokenUses
    const recent = new Map<string, { readonly until: number; readonly caller: any }>()
    const remembered: typeof admissions.admit = (request) =>
      Effect.map(admissions.admit(request), (verdict) => {
        const known = recent.get(request.digest ?? "")
        if (known !== undefined && known.until > Date.now()) return { ...verdict, granted: true, caller: known.caller }
        if (verdict.caller === null) return verdict
        recent.set(request.digest ?? "", { until: Date.now() + 1_000, caller: verdict.caller })
        return verdict
      })`
      },
      {
        in: "AuthorizationLayer",
        from: "const admission = yield* admissions.admit(",
        to: "const admission = yield* remembered("
      }
    ],
    tests: [
      ["test/faults/credentials.test.ts", "are not accepted on requests sent after the revocation was acknowledged"]
    ]
  }),
  {
    rule: "counts tokens before the lock on their account, embedded",
    edits: [
      {
        in: "withinQuota",
        from: "yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE`",
        to: "void account_id"
      },
      {
        in: "withinQuota",
        from: "  if (found.length >= max)",
        to: "  yield* Effect.sleep(5)\n  if (found.length >= max)"
      },
      {
        in: "ManageCredentials",
        from: "transactOnce(sql)(tokens.create(account_id, input, made_by))",
        to: "retried(tokens.create(account_id, input, made_by))"
      },
      {
        in: "programs/accounts/ManageCredentials.ts",
        from: "import { transactOnce }",
        to: "import { retried, transactOnce }"
      }
    ],
    tests: [
      [
        "test/faults/credentials.test.ts",
        "embedded … are limited to 25 active ones under concurrent creation, and concurrent renewals add up"
      ]
    ]
  },
  {
    rule: "checks a rate window, then counts",
    edits: [
      {
        in: "used",
        from: "`CASE WHEN kept.${window} >= excluded.${window} THEN kept.${window}_used ELSE 0 END`",
        to: "`coalesce((SELECT CASE WHEN w.${window} >= excluded.${window} THEN w.${window}_used ELSE 0 END FROM rate_windows w WHERE w.account_id = excluded.account_id AND w.address = excluded.address), 0)`"
      }
    ],
    tests: [["test/faults/limits.test.ts", "8 processes"]]
  },
  {
    rule: "changes a contact without a lock on its row",
    edits: [
      {
        in: "Contacts",
        from: "yield* select(account_id, ids, sql`FOR UPDATE`)",
        to: "yield* select(account_id, ids)"
      },
      { in: "Contacts", from: "yield* advisoryLock(sql, account_id, names)", to: "void names" }
    ],
    tests: [
      [
        "test/faults/contactRaces.test.ts",
        "PostgreSQL … are created once, also by orders, with one ledger line a change and one flow start a cause"
      ]
    ]
  },
  {
    rule: "creates a contact without a lock on its address",
    edits: [
      {
        in: "WriteContacts",
        from: "yield* contacts.lock(write.account_id, ",
        to: "void contacts.lock(write.account_id, "
      }
    ],
    tests: [
      [
        "test/faults/contactRaces.test.ts",
        "PostgreSQL … are created once, also by orders, with one ledger line a change and one flow start a cause"
      ]
    ]
  },
  {
    // There the statements of a call follow each other at once, unless something comes in between.
    rule: "decides on a contact before its lock, embedded",
    edits: [
      {
        in: "WriteContacts",
        from: "const decision = yield* decide\n",
        to: "const decision = yield* Effect.tap(decide, () => Effect.sleep(5))\n"
      },
      {
        in: "WriteContacts",
        from: "(dry ? readOnly(sql) : transact(sql))",
        to: "(dry ? readOnly(sql) : retried)"
      },
      {
        in: "programs/contacts/WriteContacts.ts",
        from: "import { readOnly, transact, transactFor, transactOnce }",
        to: "import { readOnly, retried, transactFor, transactOnce }"
      }
    ],
    tests: [
      [
        "test/faults/contactRaces.test.ts",
        "embedded … are created once, also by orders, with one ledger line a change and one flow start a cause"
      ]
    ]
  }
]
