import type { Mutant } from "./mutants.ts"

const races = (name: string) => ["test/store/erasureRaces.test.ts", name] as const
const everywhere = (name: string) => ["test/http/erasureEverywhere.test.ts", name] as const
const files = (name: string) => ["test/store/deadRows.test.ts", name] as const

/** Rules of erasure. */
export const erasure: ReadonlyArray<Mutant> = [
  {
    rule: "keeps undocumented members of items after erasure",
    edits: [{ in: "documentedMembers", from: "member.key = ANY (${names}) AND ", to: "" }],
    tests: [everywhere("is in no table")]
  },
  {
    rule: "keeps idempotency keys of events after erasure",
    edits: [{ in: "rowConditions", from: "operation = 'events'", to: "operation = ''" }],
    tests: [everywhere("is in no table")]
  },
  {
    rule: "takes the person out of the first versions of a flow alone",
    edits: [{ in: "eraseOwnTexts", from: "after = part.last", to: "after = null" }],
    tests: [everywhere("is in no flow, form, campaign")]
  },
  {
    rule: "takes the person out of texts of the business while these are saved",
    edits: [
      {
        in: "eraseOwnTexts",
        from: "newerThan(sql, account_id, versioned, versioned.versions, seen)",
        to: "sql`false`"
      }
    ],
    tests: [races("a save of a flow")]
  },
  {
    rule: "takes an address of the business out of its texts",
    edits: [{ in: "withoutOwnEmail", from: "return isOwn ? {", to: "return isOwn && !isOwn ? {" }],
    tests: [everywhere("who uses the address of the business")]
  },
  {
    rule: "applies a consent of an order placed before the erasure",
    edits: [{ in: "suppressedAt", from: "?.at, suppressions.erased_at]", to: "?.at]" }],
    tests: [everywhere("who was subscribed is not subscribed")]
  },
  {
    rule: "leaves the message of an erased contact claimed",
    edits: [
      {
        in: "contactTables",
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
        in: "StepActions",
        from: "action === null ? [] : [run]",
        to: 'action?.type === "add_tag" ? [run] : []'
      }
    ],
    tests: [races("a step that writes a webhook")]
  },
  {
    rule: "restores an erased contact from import records in memory",
    edits: [{ in: "predatesErasure", from: "known_since <= erased_at", to: "known_since < 0" }],
    tests: [races("an import: claimed and waiting records")]
  },
  {
    rule: "vacuums dead rows in place",
    edits: [{ in: "clearDeadRows", from: "VACUUM (FULL)", to: "VACUUM" }],
    tests: [files("files of the embedded database hold nothing")]
  },
  {
    rule: "recycles segments of the write-ahead log",
    edits: [{ in: "log", from: 'wal_recycle: "off"', to: 'wal_recycle: "on"' }],
    tests: [files("files of the embedded database hold nothing")]
  }
]
