import type { Mutant } from "./mutants.ts"

const races = (name: string) => ["test/store/erasureRaces.test.ts", name] as const
const everywhere = (name: string) => ["test/http/erasureEverywhere.test.ts", name] as const
const files = (name: string) => ["test/store/deadRows.test.ts", name] as const

/** Rules of erasure. */
export const erasure: ReadonlyArray<Mutant> = [
  {
    rule: "free-form members of items kept",
    edits: [{ file: "store/contacts/contactTables.ts", from: "member.key = ANY (${names}) AND ", to: "" }],
    tests: [everywhere("is in no table")]
  },
  {
    rule: "keys of events kept",
    edits: [{ file: "store/contacts/eraseContact.ts", from: "operation = 'events'", to: "operation = ''" }],
    tests: [everywhere("is in no table")]
  },
  {
    rule: "an order from before an erasure that gives consent",
    edits: [{ file: "domain/contacts/Suppressions.ts", from: "?.at, suppressions.erased_at]", to: "?.at]" }],
    tests: [everywhere("who was subscribed is not subscribed")]
  },
  {
    rule: "a message of an erased contact that stays claimed",
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
    rule: "a step that writes a webhook of a contact it does not hold",
    edits: [
      {
        file: "flows/StepActions.ts",
        from: "action === null ? [] : [run]",
        to: 'action?.type === "add_tag" ? [run] : []'
      }
    ],
    tests: [races("a step that writes a webhook")]
  },
  {
    rule: "records in hand that bring an erased person back",
    edits: [{ file: "domain/contacts/Suppressions.ts", from: "known_since <= erased_at", to: "known_since < 0" }],
    tests: [races("an import: claimed and waiting records")]
  },
  {
    rule: "dead rows that are vacuumed where they are",
    edits: [{ file: "store/database/DeadRows.ts", from: "VACUUM (FULL)", to: "VACUUM" }],
    tests: [files("files of the embedded database hold nothing")]
  },
  {
    rule: "segments of the log kept for later use",
    edits: [{ file: "store/database/embeddedDatabase.ts", from: 'wal_recycle: "off"', to: 'wal_recycle: "on"' }],
    tests: [files("files of the embedded database hold nothing")]
  }
]
