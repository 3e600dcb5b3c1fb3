import type { Mutant } from "./mutants.ts"

const races = (name: string) => ["test/store/erasureRaces.test.ts", name] as const
const everywhere = (name: string) => ["test/http/erasureEverywhere.test.ts", name] as const
const files = (name: string) => ["test/store/deadRows.test.ts", name] as const

/** Rules of erasure. */
export const erasure: ReadonlyArray<Mutant> = [
  {
    rule: "keeps undocumented members of items after erasure",
    edits: [{ file: "store/contacts/documentedMembers.ts", from: "member.key = ANY (${names}) AND ", to: "" }],
    tests: [everywhere("is in no table")]
  },
  {
    rule: "keeps idempotency keys of events after erasure",
    edits: [{ file: "store/contacts/rowConditions.ts", from: "operation = 'events'", to: "operation = ''" }],
    tests: [everywhere("is in no table")]
  },
  {
    rule: "applies a consent of an order placed before the erasure",
    edits: [{ file: "domain/contacts/Suppressions.ts", from: "?.at, suppressions.erased_at]", to: "?.at]" }],
    tests: [everywhere("who was subscribed is not subscribed")]
  },
  {
    rule: "leaves the message of an erased contact claimed",
    edits: [
      {
        file: "store/contacts/contactTables.ts",
        from: "CASE WHEN status IN ('queued', 'held') THEN 'skipped' ELSE status END",
        to: "status"
      }
    ],
    tests: [races("a send: a sent message is marked")]
  },
  {
    rule: "records a webhook without a lock on its contact",
    edits: [
      {
        file: "programs/flows/StepActions.ts",
        from: "action === null ? [] : [run]",
        to: 'action?.type === "add_tag" ? [run] : []'
      }
    ],
    tests: [races("a step that writes a webhook")]
  },
  {
    rule: "restores an erased contact from import records in memory",
    edits: [{ file: "domain/contacts/Suppressions.ts", from: "known_since <= erased_at", to: "known_since < 0" }],
    tests: [races("an import: claimed and waiting records")]
  },
  {
    rule: "vacuums dead rows in place",
    edits: [{ file: "store/database/DeadRows.ts", from: "VACUUM (FULL)", to: "VACUUM" }],
    tests: [files("files of the embedded database hold nothing")]
  },
  {
    rule: "recycles segments of the write-ahead log",
    edits: [{ file: "store/database/embeddedDatabase.ts", from: 'wal_recycle: "off"', to: 'wal_recycle: "on"' }],
    tests: [files("files of the embedded database hold nothing")]
  }
]
